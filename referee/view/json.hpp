// Everything that happens as JSON, version 1: the lines of -json, the events of the live page, the
// data of reports. docs/events.md describes the fields.
#pragma once

#include <array>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "referee/archive/stored_game.hpp"
#include "referee/play/runner.hpp"
#include "referee/statistics/scoreboard.hpp"

namespace sparring::referee::json {

inline constexpr int version = 1;

/// What is played, as an event says it.
struct Run {
    std::string version, game, tournament;
    std::vector<std::string> names, limits, commands;
    std::optional<std::size_t> games;  ///< in all, where that is known beforehand
    std::size_t resumed = 0;           ///< played in earlier runs
    std::string archive;               ///< empty = none
};

nlohmann::json run(const Run& run);
nlohmann::json start(const ScheduledGame& game, const Scoreboard& board,
                     const games::Position& position);
nlohmann::json move(int game, std::size_t ply, const PlyRecord& played,
                    const std::array<std::optional<Duration>, 2>& clocks,
                    const games::Position& after);
nlohmann::json end(const ScheduledGame& game, const Scoreboard& board, const Score& score,
                   const std::string& detail, std::size_t plies);
nlohmann::json standings(const Scoreboard& board, std::optional<std::size_t> games);
nlohmann::json warning(const std::string& text);
nlohmann::json stop(const RunEnd& end);

/// `round-robin`, `gauntlet`, ...
std::string_view word(Tournament tournament);
std::string_view word(RunEnd::Kind kind);

/// Hundredths as {"cp":N}, a proved score as {"final":N}, or null.
nlohmann::json score(const std::optional<ugi::Score>& score);

/// One line. Bytes that are not UTF-8 are replaced.
std::string text(const nlohmann::json& value);

}  // namespace sparring::referee::json
