#include "referee/queue/match_job.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>

#include "engines/games/record.hpp"

namespace sparring::referee {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kVersion = 1;

Json json_of(const JobSide& side) {
    Json options = Json::array();
    for (const auto& [name, value] : side.options) options.push_back({name, value});
    return {{"engine", side.engine}, {"options", std::move(options)}, {"limits", side.limits}};
}

/// Exactly, or not at all: a text from elsewhere may say 1e300.
template <class T>
T whole(const Json& json) {
    const bool fits = json.is_number_unsigned()  ? std::in_range<T>(json.get<std::uint64_t>())
                      : json.is_number_integer() ? std::in_range<T>(json.get<std::int64_t>())
                                                 : false;
    if (!fits) throw std::invalid_argument{"a whole number is expected"};
    return json.get<T>();
}

template <class T>
std::array<T, 2> two(const Json& json) {
    if (json.size() != 2) throw std::invalid_argument{"two numbers are expected"};
    return {whole<T>(json.at(0)), whole<T>(json.at(1))};
}

JobSide side_of(const Json& json) {
    JobSide side{json.at("engine").get<std::string>(), {}, json.at("limits").get<std::string>()};
    for (const Json& option : json.at("options"))
        side.options.emplace_back(option.at(0).get<std::string>(), option.at(1).get<std::string>());
    return side;
}

Json json_of(const JobGame& game) {
    Json json{
        {"result", to_text(game.outcome)}, {"reason", word(game.reason)}, {"plies", game.plies},
        {"decided", game.decided},         {"nodes", game.nodes},         {"cpu_us", game.cpu_us}};
    if (!game.detail.empty()) json["detail"] = game.detail;
    if (!game.moves.empty()) json["moves"] = game.moves;
    if (!game.reproduce.empty()) json["reproduce"] = game.reproduce;
    return json;
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

/// Reads a message of that type; whatever is wrong in it is an Error.
template <class Read>
auto parsed(std::string_view text, std::string_view type, Read read)
    -> Expected<decltype(read(Json{}))> {
    try {
        const Json json = Json::parse(text);
        if (json.at("type").get<std::string>() != type)
            return Error{fmt::format("expected a message of type {}", type)};
        if (const int version = whole<int>(json.at("v")); version > kVersion)
            return Error{fmt::format("a message of type {} of version {}; {} is known", type,
                                     version, kVersion)};
        return read(json);
    } catch (const std::exception& error) {
        return Error{fmt::format("a message of type {}: {}", type, error.what())};
    }
}

std::string dumped(const Json& json) {
    return json.dump(-1, ' ', true, Json::error_handler_t::replace);
}

}  // namespace

std::string to_json(const MatchJob& job) {
    Json openings = Json::array();
    for (const Opening& opening : job.openings)
        openings.push_back({{"fen", opening.fen}, {"moves", opening.moves}});
    return dumped({{"v", kVersion},
                   {"type", "match"},
                   {"game", job.game},
                   {"a", json_of(job.a)},
                   {"b", json_of(job.b)},
                   {"openings", std::move(openings)},
                   {"max_moves", job.max_moves}});
}

std::string to_json(const MatchResult& result) {
    Json games = Json::array();
    for (const JobGame& game : result.games) games.push_back(json_of(game));
    Json json{{"v", kVersion}, {"type", "match_result"}, {"games", std::move(games)}};
    if (!result.refused.empty()) json["refused"] = result.refused;
    return dumped(json);
}

Expected<MatchJob> parse_match_job(std::string_view json) {
    return parsed(json, "match", [](const Json& message) {
        MatchJob job{message.at("game").get<std::string>(),
                     side_of(message.at("a")),
                     side_of(message.at("b")),
                     {},
                     whole<int>(message.at("max_moves"))};
        for (const Json& opening : message.at("openings")) {
            job.openings.push_back({opening.at("fen").get<std::string>(),
                                    opening.at("moves").get<std::vector<std::string>>()});
        }
        return job;
    });
}

Expected<MatchResult> parse_match_result(std::string_view json) {
    return parsed(json, "match_result", [](const Json& message) {
        MatchResult result{{}, message.value("refused", "")};
        for (const Json& game : message.at("games")) result.games.push_back(game_of(game));
        return result;
    });
}

}  // namespace sparring::referee
