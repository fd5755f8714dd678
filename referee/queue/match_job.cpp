#include "referee/queue/match_job.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>

#include "engines/games/record.hpp"

namespace sparring::referee {
namespace {

// Not the ordered kind: that one copies all that it holds whenever an object grows.
using Json = nlohmann::json;

constexpr int kVersion = 1;

// A tree of values for each job would cost more than all else that a job needs but its games, so
// messages are written piece by piece.

std::string json_text(std::string_view text) {
    const bool plain = std::all_of(text.begin(), text.end(), [](char c) {
        return c >= ' ' && c <= '~' && c != '"' && c != '\\';
    });
    if (!plain) return Json(text).dump(-1, ' ', true, Json::error_handler_t::replace);
    std::string result;
    result.reserve(text.size() + 2);
    return result.append(1, '"').append(text).append(1, '"');
}

/// `write` writes one item.
template <class Items, class Write>
void write_list(std::string& out, const Items& items, Write write) {
    out += '[';
    for (bool first = true; const auto& item : items) {
        if (!std::exchange(first, false)) out += ',';
        write(item);
    }
    out += ']';
}

void write(std::string& out, const JobSide& side) {
    out += "{\"engine\":" + json_text(side.engine) + ",\"options\":";
    write_list(out, side.options, [&](const auto& option) {
        out += '[';
        out += json_text(option.first);
        out += ',';
        out += json_text(option.second);
        out += ']';
    });
    out += ",\"limits\":" + json_text(side.limits) + "}";
}

void write(std::string& out, const Opening& opening) {
    out += "{\"fen\":" + json_text(opening.fen) + ",\"moves\":";
    write_list(out, opening.moves, [&](const std::string& move) { out += json_text(move); });
    out += '}';
}

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

std::string beginning(std::string_view type) {
    return fmt::format(R"({{"v":{},"type":"{}")", kVersion, type);
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
    std::string out = beginning("match_result") + ",\"games\":";
    write_list(out, result.games, [&](const JobGame& game) { write(out, game); });
    if (!result.refused.empty()) out += ",\"refused\":" + json_text(result.refused);
    return out + "}";
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
