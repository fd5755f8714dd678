#include "referee/queue/game_job.hpp"

#include <fmt/format.h>

#include <iterator>

#include "engines/games/record.hpp"
#include "referee/queue/job_json.hpp"

namespace sparring::referee {
namespace {

using namespace job_json;

template <class Number>
std::optional<Number> known(const Json& json) {
    return json.is_null() ? std::nullopt : std::optional{whole<Number>(json)};
}

template <class Number>
std::optional<Number> known(const Json& json, const char* key) {
    const auto found = json.find(key);
    return found == json.end() ? std::nullopt : std::optional{whole<Number>(*found)};
}

template <class Number>
void write_known(std::string& out, const std::optional<Number>& number) {
    if (number) {
        fmt::format_to(std::back_inserter(out), ",{}", *number);
    } else {
        out += ",null";
    }
}

// ---- rules of adjudication ----------------------------------------------------------------------

void write(std::string& out, const AdjudicationRules& rules) {
    out += fmt::format("{{\"proof\":{}", rules.proof);
    if (rules.max_moves) out += fmt::format(",\"max_moves\":{}", *rules.max_moves);
    if (rules.draw) {
        out += fmt::format(R"(,"draw":{{"from":{},"moves":{},"score":{}}})",
                           rules.draw->move_number, rules.draw->move_count, rules.draw->score);
    }
    if (rules.resign) {
        out += fmt::format(R"(,"resign":{{"moves":{},"score":{},"two_sided":{}}})",
                           rules.resign->move_count, rules.resign->score, rules.resign->two_sided);
    }
    out += '}';
}

AdjudicationRules rules_of(const Json& json) {
    AdjudicationRules rules;
    rules.proof = json.at("proof").get<bool>();
    rules.max_moves = known<int>(json, "max_moves");
    if (const auto draw = json.find("draw"); draw != json.end()) {
        rules.draw = {whole<int>(draw->at("from")), whole<int>(draw->at("moves")),
                      whole<int>(draw->at("score"))};
    }
    if (const auto resign = json.find("resign"); resign != json.end()) {
        rules.resign = {whole<int>(resign->at("moves")), whole<int>(resign->at("score")),
                        resign->at("two_sided").get<bool>()};
    }
    return rules;
}

// ---- plies --------------------------------------------------------------------------------------

/// ["d3",1,elapsed_ns,clock_ns,score,depth,nodes,engine_ms]: what is not known is null, a final
/// score stands in an array of its own.
void write(std::string& out, const PlyRecord& ply) {
    out += '[' + json_text(ply.move);
    fmt::format_to(std::back_inserter(out), ",{},{}", ply.side == Side::first ? 1 : 2,
                   ply.elapsed.count());
    write_known(out, ply.clock ? std::optional{ply.clock->count()} : std::nullopt);
    const auto& score = ply.report.score;
    if (score && score->kind == ugi::Score::Kind::final) {
        fmt::format_to(std::back_inserter(out), ",[{}]", score->value);
    } else {
        write_known(out, score ? std::optional{score->value} : std::nullopt);
    }
    write_known(out, ply.report.depth);
    write_known(out, ply.report.nodes);
    write_known(out, ply.report.time_ms);
    out += ']';
}

Side side_number(const Json& json) {
    const int number = whole<int>(json);
    if (number != 1 && number != 2) throw std::invalid_argument{"a side is 1 or 2"};
    return number == 1 ? Side::first : Side::second;
}

std::optional<ugi::Score> score_of(const Json& json) {
    if (json.is_null()) return {};
    const bool final = json.is_array();
    return ugi::Score{final ? ugi::Score::Kind::final : ugi::Score::Kind::cp,
                      whole<int>(final ? json.at(0) : json)};
}

/// Up to a year: sums of them stay numbers.
Duration time_of(const Json& json) {
    constexpr std::int64_t kMost = std::int64_t{365} * 24 * 3600 * 1'000'000'000;
    const auto count = whole<std::int64_t>(json);
    if (count < -kMost || count > kMost) throw std::invalid_argument{"a time is too long"};
    return Duration{count};
}

PlyRecord ply_of(const Json& json) {
    PlyRecord ply;
    ply.move = json.at(0).get<std::string>();
    ply.side = side_number(json.at(1));
    ply.elapsed = time_of(json.at(2));
    if (!json.at(3).is_null()) ply.clock = time_of(json.at(3));
    ply.report = {known<int>(json.at(5)), score_of(json.at(4)), known<std::uint64_t>(json.at(6)),
                  known<std::int64_t>(json.at(7))};
    return ply;
}

// ---- results ------------------------------------------------------------------------------------

void write(std::string& out, const GameResult& result) {
    fmt::format_to(std::back_inserter(out),
                   R"(,"result":{},"reason":{},"wall_ns":{},"cpu_ns":[{},{}],"plies":)",
                   json_text(to_text(result.outcome)), json_text(word(result.reason)),
                   result.wall.count(), result.cpu[0].count(), result.cpu[1].count());
    write_list(out, result.plies, [&](const PlyRecord& ply) { write(out, ply); });
    if (!result.detail.empty()) out += ",\"detail\":" + json_text(result.detail);
    if (result.offender)
        out += fmt::format(",\"offender\":{}", result.offender == Side::first ? 1 : 2);
    if (result.lost) out += ",\"lost\":true";
    if (result.margin) out += fmt::format(",\"margin\":{}", *result.margin);
    const auto& [first, second] = result.traffic;
    if (!first.empty() || !second.empty())
        out += fmt::format(",\"traffic\":[{},{}]", json_text(first), json_text(second));
}

GameResult result_of(const Json& json) {
    const auto outcome = parse_outcome(json.at("result").get<std::string>());
    const auto reason = parse_reason(json.at("reason").get<std::string>());
    if (!outcome || !reason) throw std::invalid_argument{"unknown result or reason"};
    GameResult result;
    result.outcome = *outcome;
    result.reason = *reason;
    result.wall = time_of(json.at("wall_ns"));
    for (std::size_t i = 0; i < 2; ++i) result.cpu[i] = time_of(json.at("cpu_ns").at(i));
    for (const Json& ply : json.at("plies")) result.plies.push_back(ply_of(ply));
    result.detail = json.value("detail", "");
    if (const auto side = json.find("offender"); side != json.end())
        result.offender = side_number(*side);
    result.lost = json.value("lost", false);
    result.margin = known<int>(json, "margin");
    if (const auto traffic = json.find("traffic"); traffic != json.end())
        result.traffic = {traffic->at(0).get<std::string>(), traffic->at(1).get<std::string>()};
    return result;
}

}  // namespace

std::string to_json(const GameJob& job) {
    std::string out = beginning("game") + ",\"game\":" + json_text(job.game) + ",\"sides\":";
    write_list(out, job.sides, [&](const JobSide& side) { write(out, side); });
    if (job.prover) {
        out += ",\"prover\":";
        write(out, *job.prover);
    }
    out += ",\"opening\":";
    write(out, job.opening);
    out += ",\"rules\":";
    write(out, job.rules);
    if (job.traffic) out += ",\"traffic\":true";
    return out + "}";
}

std::string to_json(const GameReply& reply) {
    if (!reply.refused.empty()) return refused_json("game", reply.refused, reply.refusal);
    std::string out = beginning("game_result");
    write(out, reply.result);
    out += ",\"engines\":";
    write_list(out, reply.identities, [&](const auto& identity) {
        out += fmt::format("[{},{}]", json_text(identity.first), json_text(identity.second));
    });
    return out + "}";
}

GameJob job_json::game_job_of(const Json& json) {
    const Json& sides = json.at("sides");
    GameJob job{json.at("game").get<std::string>(), {side_of(sides.at(0)), side_of(sides.at(1))}};
    if (const auto prover = json.find("prover"); prover != json.end())
        job.prover = side_of(*prover);
    job.opening = opening_of(json.at("opening"));
    job.rules = rules_of(json.at("rules"));
    job.traffic = json.value("traffic", false);
    return job;
}

Expected<GameJob> parse_game_job(std::string_view json) {
    return parsed(json, "game", game_job_of);
}

Expected<GameReply> parse_game_reply(std::string_view json) {
    return parsed(json, "game_result", [](const Json& message) {
        GameReply reply;
        if (read_refused(message, reply.refused, reply.refusal)) return reply;
        reply.result = result_of(message);
        const Json& engines = message.at("engines");
        for (std::size_t i = 0; i < 2; ++i)
            reply.identities[i] = {engines.at(i).at(0).get<std::string>(),
                                   engines.at(i).at(1).get<std::string>()};
        return reply;
    });
}

}  // namespace sparring::referee
