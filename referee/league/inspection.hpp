// The check of one submission (referee/check), with an end to all patience.
#pragma once

#include "referee/check/examination.hpp"
#include "referee/league/record.hpp"

namespace sparring::referee::league {

struct CheckRules {
    std::string digest;                  ///< Settings::check_rules()
    std::vector<std::string> tolerated;  ///< names of steps that may fail
    Duration patience{};                 ///< for all steps together
};

/// Nothing if the user has had enough. Throws std::system_error where the system refuses.
std::optional<Verdict> inspect(const check::Plan& plan, const CheckRules& rules);

}  // namespace sparring::referee::league
