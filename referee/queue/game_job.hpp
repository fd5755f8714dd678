// The work that a tournament has for the queue: one game, with all that decides how it goes, and
// all that is kept of it; as values and as JSON. Pure.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "protocol/expected.hpp"
#include "referee/play/adjudication.hpp"
#include "referee/play/opening.hpp"
#include "referee/play/play_game.hpp"
#include "referee/queue/job_side.hpp"

namespace sparring::referee {

struct GameJob {
    std::string game;  ///< `reversi/othello`
    std::array<JobSide, 2> sides;
    Opening opening{};
    AdjudicationRules rules{};
    std::optional<JobSide> prover{};  ///< confirms final scores
    bool traffic = false;             ///< what was said by an engine at fault is wanted

    bool operator==(const GameJob&) const = default;
};

struct GameReply {
    /// Without the position and the hash, which whoever reads it makes from the moves: game_replay.
    GameResult result{};
    /// What the first and the second mover call themselves and their authors.
    std::array<std::pair<std::string, std::string>, 2> identities{};
    std::string refused{};  ///< why it was not played: no such engine here, a bad limit
    Refusal refusal = Refusal::other;
};

/// Canonical: equal jobs give equal texts.
std::string to_json(const GameJob& job);
std::string to_json(const GameReply& reply);

// Total: the error says what is missing or wrong. Unknown keys are ignored, a larger `v` is
// refused.
Expected<GameJob> parse_game_job(std::string_view json);
Expected<GameReply> parse_game_reply(std::string_view json);

}  // namespace sparring::referee
