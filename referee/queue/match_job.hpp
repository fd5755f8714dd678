// The work that a tuner has for the queue: pairs of games between two engines, as values and as
// JSON. Pure.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engines/games/types.hpp"
#include "protocol/expected.hpp"
#include "referee/play/opening.hpp"
#include "referee/play/reason.hpp"
#include "referee/queue/job_side.hpp"

namespace sparring::referee {

/// Each opening is played twice, `a` moving first in the first game.
struct MatchJob {
    std::string game;  ///< `reversi/othello`
    JobSide a, b;
    std::vector<Opening> openings;
    int max_moves = 0;  ///< of each side, then it is a draw; 0: no limit

    bool operator==(const MatchJob&) const = default;
};

/// One game of a match job.
struct JobGame {
    Outcome outcome = Outcome::none;  ///< none: void
    Reason reason = Reason::normal;
    int plies = 0;                         ///< from the beginning of the game
    int decided = 0;                       ///< games::Position::decided()
    std::array<std::uint64_t, 2> nodes{};  ///< that the first and the second mover reported
    std::array<std::int64_t, 2> cpu_us{};  ///< that they used
    std::string detail{};                  ///< of a fault, for people, with the engine's name
    std::string moves{};      ///< of a game with a fault, the opening's too, with blanks between
    std::string reproduce{};  ///< of a fault in a game: a command for a shell that leads there

    bool operator==(const JobGame&) const = default;
};

struct MatchResult {
    std::vector<JobGame> games;  ///< two for each opening, in order
    std::string refused{};       ///< why nothing was played: no such engine here, a bad limit
    Refusal refusal = Refusal::other;

    bool operator==(const MatchResult&) const = default;
};

/// Canonical: equal jobs give equal texts.
std::string to_json(const MatchJob& job);
std::string to_json(const MatchResult& result);

// Total: the error says what is missing or wrong. Unknown keys are ignored, a larger `v` is
// refused.
Expected<MatchJob> parse_match_job(std::string_view json);
Expected<MatchResult> parse_match_result(std::string_view json);

}  // namespace sparring::referee
