// What a game record says besides the moves, and the PGN-like form that several games use.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engines/games/types.hpp"

namespace sparring {

/// `1-0`, `0-1`, `1/2-1/2`, and `*` where there is none.
std::string_view to_text(Outcome outcome);
std::optional<Outcome> parse_outcome(std::string_view text);

struct RecordHeader {
    std::string event = "?", site = "?", date = "????.??.??", round = "?";
    std::string first = "?", second = "?";  ///< players
    std::string variant;
    Outcome outcome = Outcome::none;
    int margin = 0;           ///< final score for the first player, as `score final` words it
    std::string termination;  ///< the referee's reason: normal, illegal, time, ...
    std::string time_control = "?";
    bool from_start = true;  ///< the game began in the variant's starting position

    /// For each ply a comment ("depth 9, 0.12 s") or nothing; may be shorter than the moves.
    std::vector<std::string> comments;
};

/// A record as Chinese computer game contests (CCGC) ask for it.
struct ContestRecord {
    std::string_view code;       ///< of the game, with which file names begin: AM, DB
    std::string_view extension;  ///< .txt, .json
    std::string text;            ///< UTF-8
};

using Tags = std::vector<std::pair<std::string, std::string>>;

/// The seven tags with which every PGN-like record begins; games whose sides have no colours name
/// them otherwise.
Tags seven_tags(const RecordHeader& header, std::string_view result,
                std::string_view first = "White", std::string_view second = "Black");

/// `[Tag "value"]` lines, a blank line, numbered moves with comments in braces wrapped at 80
/// columns, the result. `numbers[i]` is the text put before move i ("1.", "1...", or empty).
std::string pgn_text(const Tags& tags, std::span<const std::string> numbers,
                     std::span<const std::string> moves, std::span<const std::string> comments,
                     std::string_view result);

/// Move numbers "1.", "", "2.", ... for games in which the sides alternate; `first_to_move` false
/// starts with "1...".
std::vector<std::string> alternating_numbers(std::size_t plies, bool first_to_move);

}  // namespace sparring
