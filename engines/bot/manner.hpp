// How an engine is to behave before any host has spoken: its program's argument, and the file
// NAME.toml beside the program NAME (for platforms that pass no arguments and send no options).
//
//   protocol = "sau"          # instead of finding out from the first line
//   [options]                 # as `setoption` would set them
//   Hash = 256
//   [time]                    # in seconds, where the platform says nothing about time
//   game = 900                # for all moves of one game
//   move = 5                  # for one move
//   depth = 8                 # plies
//   [botzone]
//   keep-running = true       # as it was switched on for the bot at the platform
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engines/bot/brain.hpp"
#include "engines/bot/own_time.hpp"
#include "engines/games/types.hpp"
#include "protocol/dialect.hpp"
#include "protocol/expected.hpp"

namespace sparring::bot {

struct Manner {
    std::optional<Dialect> dialect;
    std::vector<std::pair<std::string, std::string>> options;  ///< in the file's order
    OwnTime::Budget budget;
    bool keep_running = false;   ///< Botzone: the process stays between turns
    std::optional<Side> colour;  ///< CS2's argument: `Black` is the first player
    bool help = false;
};

/// The text of NAME.toml. Errors say the line and what would be right.
Expected<Manner> parse_manner(std::string_view toml);

/// Program arguments over what the file says: a dialect (`gtp`, `-gtp`, `hub`), `Black` or `White`,
/// `--set NAME=VALUE` (an option), `--game S`, `--move S`, `--depth N` (as [time]), `--help`.
Expected<Manner> with_arguments(Manner manner, std::span<const std::string> arguments,
                                std::span<const Dialect> known);

/// Sets the options; an Error if the engine refuses one.
std::optional<Error> apply(const Manner& manner, Brain& brain);

std::string usage(std::string_view program, std::span<const Dialect> known);

}  // namespace sparring::bot
