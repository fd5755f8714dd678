// What the league remembers of one submitter: the versions there have been, and how the check of
// each went. Pure; kept as versions/NAME/versions.json.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/expected.hpp"

namespace sparring::referee::league {

struct Verdict {
    bool passed = false;
    std::string rules;     ///< what it was judged by (CheckRules::digest); others judge anew
    std::string time;      ///< UTC
    std::string summary;   ///< one line: `58 of 60 steps passed, 2 failed, 0 skipped`
    std::string findings;  ///< lines for the submitter; empty if there is nothing to say

    bool operator==(const Verdict&) const = default;
};

struct Version {
    int number = 0;      ///< from 1
    std::string digest;  ///< digest_of_folder()
    std::string since;   ///< UTC: when it was seen first
    std::optional<Verdict> verdict{};

    bool operator==(const Version&) const = default;
};

struct Record {
    std::vector<Version> versions;  ///< by number

    bool operator==(const Record&) const = default;

    /// Who hands in an old version again plays as that version.
    const Version* find(std::string_view digest) const;
    /// The version with that content, a new one if there is none.
    Version& take(const std::string& digest, const std::string& now);
};

/// Whether a version has to be examined (again): it never was, by other rules, or it failed. What
/// failed is examined every night, since the reason may have been the machine's.
bool needs_check(const Version& version, std::string_view rules);

std::string to_json(const Record& record);
Expected<Record> parse_record(std::string_view text);

}  // namespace sparring::referee::league
