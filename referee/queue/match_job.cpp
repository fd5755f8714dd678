#include "referee/queue/match_job.hpp"

#include <fmt/format.h>

#include <iterator>

#include "engines/games/record.hpp"
#include "referee/queue/job_json.hpp"

namespace sparring::referee {
namespace {

using namespace job_json;

void write(std::string& out, const JobGame& game) {
    fmt::format_to(std::back_inserter(out),
                   R"({{"result":{},"reason":{},"plies":{},"decided":{},"nodes":[{},{}],)"
                   R"("cpu_us":[{},{}])",
                   json_text(to_text(game.outcome)), json_text(word(game.reason)), game.plies,
                   game.decided, game.nodes[0], game.nodes[1], game.cpu_us[0], game.cpu_us[1]);
    if (!game.detail.empty()) out += ",\"detail\":" + json_text(game.detail);
    if (!game.moves.empty()) out += ",\"moves\":" + json_text(game.moves);
    if (!game.reproduce.empty()) out += ",\"reproduce\":" + json_text(game.reproduce);
    out += '}';
}

JobGame game_of(const Json& json) {
    const auto outcome = parse_outcome(json.at("result").get<std::string>());
    const auto reason = parse_reason(json.at("reason").get<std::string>());
    if (!outcome || !reason) throw std::invalid_argument{"unknown result or reason"};
    return {*outcome,
            *reason,
            whole<int>(json.at("plies")),
            whole<int>(json.at("decided")),
            two<std::uint64_t>(json.at("nodes")),
            two<std::int64_t>(json.at("cpu_us")),
            json.value("detail", ""),
            json.value("moves", ""),
            json.value("reproduce", "")};
}

}  // namespace

std::string to_json(const MatchJob& job) {
    std::string out = beginning("match") + ",\"game\":" + json_text(job.game) + ",\"a\":";
    write(out, job.a);
    out += ",\"b\":";
    write(out, job.b);
    out += ",\"openings\":";
    write_list(out, job.openings, [&](const Opening& opening) { write(out, opening); });
    out += fmt::format(",\"max_moves\":{}}}", job.max_moves);
    return out;
}

std::string to_json(const MatchResult& result) {
    if (!result.refused.empty()) return refused_json("match", result.refused, result.refusal);
    std::string out = beginning("match_result") + ",\"games\":";
    write_list(out, result.games, [&](const JobGame& game) { write(out, game); });
    return out + "}";
}

MatchJob job_json::match_job_of(const Json& json) {
    MatchJob job{json.at("game").get<std::string>(),
                 side_of(json.at("a")),
                 side_of(json.at("b")),
                 {},
                 whole<int>(json.at("max_moves"))};
    for (const Json& opening : json.at("openings")) job.openings.push_back(opening_of(opening));
    return job;
}

Expected<MatchJob> parse_match_job(std::string_view json) {
    return parsed(json, "match", match_job_of);
}

Expected<MatchResult> parse_match_result(std::string_view json) {
    return parsed(json, "match_result", [](const Json& message) {
        MatchResult result;
        if (read_refused(message, result.refused, result.refusal)) return result;
        for (const Json& game : message.at("games")) result.games.push_back(game_of(game));
        return result;
    });
}

}  // namespace sparring::referee
