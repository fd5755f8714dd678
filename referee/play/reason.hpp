// Why a game ended: a closed list, and the one place that words it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace sparring::referee {

enum class Reason : std::uint8_t {
    normal,       ///< by the rules of the game, or by resignation
    illegal,      ///< a move that the rules refuse
    time,         ///< the flag fell
    crash,        ///< the process ended or closed its pipes
    stalled,      ///< alive, but no answer where no clock runs
    flood,        ///< more output than any answer needs
    garbage,      ///< a `bestmove` line that is not text
    no_start,     ///< the process did not get ready
    max_moves,    ///< drawn by -maxmoves
    adjudicated,  ///< ended by the scores that both engines reported
    void_game,    ///< not the engines' doing: the game does not count
};

inline constexpr std::size_t kReasons = 11;

/// `normal`, `no-start`, `max-moves`, `void`, ...: what records and lines say.
std::string_view word(Reason reason);

/// The reason that a word names.
std::optional<Reason> parse_reason(std::string_view word);

/// Whether the game was lost by what an engine did wrong.
bool is_fault(Reason reason);

}  // namespace sparring::referee
