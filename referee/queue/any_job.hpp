// A job of any kind, as a worker finds it.
#pragma once

#include <string>
#include <string_view>
#include <variant>

#include "referee/queue/game_job.hpp"
#include "referee/queue/match_job.hpp"

namespace sparring::referee {

/// Nothing that this worker can play.
struct UnknownJob {
    std::string type;  ///< as far as it is known
    Refused refused;
};

using AnyJob = std::variant<MatchJob, GameJob, UnknownJob>;

/// Total.
AnyJob parse_job(std::string_view json);

/// The result that says so: whoever knows the type of the job can read it.
std::string to_json(const UnknownJob& job);

}  // namespace sparring::referee
