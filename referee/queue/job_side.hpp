// What jobs of all kinds have in common: the engines that play, and why a worker would not let
// them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sparring::referee {

/// An engine is named; what stands behind a name is the worker's business.
struct JobSide {
    std::string engine;                                          ///< in the worker's list
    std::vector<std::pair<std::string, std::string>> options{};  ///< that it carries, in order
    std::string limits{};  ///< as -engine takes them: `depth=2`, `tc=1+0.01 nodes=500`
    std::string digest{};  ///< SHA-256 of its program in hexadecimal digits; empty: any program
    bool restart = false;  ///< a new process for each game
    bool ponder = false;   ///< it thinks on the other side's time

    bool operator==(const JobSide&) const = default;
};

/// Why a worker plays nothing of a job.
enum class Refusal : std::uint8_t {
    other,                ///< nobody can play it: a bad limit, an option that an engine lacks
    digest_missing,       ///< here is no such engine, or another program of its name
    unsupported_version,  ///< a later version's message, or a game that this one does not know
};

std::string_view word(Refusal refusal);        ///< `other`, `digest_missing`, ..
Refusal parse_refusal(std::string_view word);  ///< `other`, where the word is not known

/// Whether another worker may do better.
inline bool may_be_played_elsewhere(Refusal refusal) {
    return refusal != Refusal::other;
}

struct Refused {
    std::string why;
    Refusal refusal = Refusal::other;
};

}  // namespace sparring::referee
