// What the check says, as text and as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>

#include "referee/check/examination.hpp"

namespace sparring::referee::check {

/// `ok    12 isready twice (0.3 ms)` and, of a failure, what was sent, came and would be right.
/// Each line with its line end.
std::string text(const Judged& judged);

/// `40 of 42 steps passed, 1 failed, 1 skipped`.
std::string text(const Summary& summary);

/// docs/check.md describes the fields. `game` is null where the rules are not known.
nlohmann::json to_json(const Plan& plan, std::string_view id_name, std::span<const Judged> steps,
                       const Summary& summary);

}  // namespace sparring::referee::check
