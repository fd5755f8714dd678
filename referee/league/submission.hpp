// What a submission says of itself: its folder's name and its bot.toml. Pure.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/expected.hpp"
#include "referee/cli/arguments.hpp"

namespace sparring::referee::league {

inline constexpr std::string_view kBotFile = "bot.toml";

/// What a student may say about his bot; everything else is the course's to say.
struct Bot {
    std::string program;  ///< first word of `cmd`, as written
    Words arguments;      ///< the others
    Words keys;           ///< other keys as words of an -engine: `proto=ugi`, `option.Hash=16`

    bool operator==(const Bot&) const = default;
};

/// Reads a bot.toml: `cmd` (needed), `proto`, `restart`, `option.NAME`. Values but `cmd`'s are
/// checked by whoever reads engine keys. The error begins with `bot.toml` and the line.
Expected<Bot> parse_bot(std::string_view text);

/// Why a folder's name cannot be a player's: letters, digits, `-`, `_`, `.`, at most 40, the first
/// a letter or a digit.
std::optional<std::string> fault_in_name(std::string_view name);

/// A version of a submission plays as `alice#3`.
std::string player_name(std::string_view submitter, int version);

struct PlayerName {
    std::string submitter;
    int version = 0;  ///< 0: the name has none

    bool operator==(const PlayerName&) const = default;
};

PlayerName split_player_name(std::string_view player);

}  // namespace sparring::referee::league
