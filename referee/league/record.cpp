#include "referee/league/record.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace sparring::referee::league {
namespace {

using Json = nlohmann::json;

Json verdict_json(const Verdict& verdict) {
    return {{"passed", verdict.passed},
            {"rules", verdict.rules},
            {"time", verdict.time},
            {"summary", verdict.summary},
            {"findings", verdict.findings}};
}

Version version_of(const Json& json) {
    Version version{json.at("number").get<int>(),
                    json.at("digest").get<std::string>(),
                    json.at("since").get<std::string>(),
                    {}};
    if (json.contains("verdict")) {
        const Json& verdict = json.at("verdict");
        version.verdict = {verdict.at("passed").get<bool>(), verdict.at("rules").get<std::string>(),
                           verdict.at("time").get<std::string>(),
                           verdict.at("summary").get<std::string>(),
                           verdict.at("findings").get<std::string>()};
    }
    return version;
}

}  // namespace

const Version* Record::find(std::string_view digest) const {
    const auto found = std::find_if(versions.begin(), versions.end(),
                                    [&](const Version& each) { return each.digest == digest; });
    return found == versions.end() ? nullptr : &*found;
}

Version& Record::take(const std::string& digest, const std::string& now) {
    if (const Version* known = find(digest))
        return versions[static_cast<std::size_t>(known - versions.data())];
    const int number = versions.empty() ? 1 : versions.back().number + 1;
    versions.push_back({number, digest, now, {}});
    return versions.back();
}

bool needs_check(const Version& version, std::string_view rules) {
    return !version.verdict || !version.verdict->passed || version.verdict->rules != rules;
}

std::string to_json(const Record& record) {
    Json versions = Json::array();
    for (const Version& version : record.versions) {
        Json json{{"number", version.number}, {"digest", version.digest}, {"since", version.since}};
        if (version.verdict) json["verdict"] = verdict_json(*version.verdict);
        versions.push_back(std::move(json));
    }
    return Json{{"version", 1}, {"versions", std::move(versions)}}.dump(
               1, ' ', false, Json::error_handler_t::replace) +
           "\n";
}

Expected<Record> parse_record(std::string_view text) {
    try {
        const Json json = Json::parse(text);
        if (json.at("version") != 1) return Error{"it is of another version of the referee"};
        Record record;
        for (const Json& each : json.at("versions")) {
            record.versions.push_back(version_of(each));
            const int before =
                record.versions.size() < 2 ? 0 : record.versions[record.versions.size() - 2].number;
            if (record.versions.back().number <= before)
                return Error{"its versions are not in order"};
        }
        return record;
    } catch (const Json::exception& error) {
        return Error{error.what()};
    }
}

}  // namespace sparring::referee::league
