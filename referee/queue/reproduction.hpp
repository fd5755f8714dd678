// Where an engine went wrong, as a command for a shell: for the engine's author.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "referee/play/opening.hpp"
#include "referee/play/play_game.hpp"
#include "referee/queue/engine_list.hpp"
#include "referee/queue/match_job.hpp"

namespace sparring::referee {

/// Starts the engine as `side` was started, tells it the same and asks it for the move after
/// `plies`. What the process had done in games before is not in it, and a clock has what it had at
/// the start.
std::string reproduction(const EngineEntry& engine, const JobSide& side, const std::string& variant,
                         const Opening& opening, std::span<const PlyRecord> plies);

}  // namespace sparring::referee
