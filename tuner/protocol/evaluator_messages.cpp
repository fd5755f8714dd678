#include "tuner/protocol/evaluator_messages.hpp"

#include <fmt/format.h>

#include <cmath>

#include "referee/statistics/elo.hpp"
#include "tuner/protocol/message.hpp"

namespace sparring::tuner {
namespace {

constexpr int kMostPairs = 10'000;
constexpr std::size_t kMostOpponents = 100;

/// `{"depth":2}` or `"depth=2"`, as `depth=2`.
std::string limits_of(Fields& fields, std::string_view key) {
    const Json* value = fields.find(key);
    if (value == nullptr) return {};
    if (value->is_string()) return value->get<std::string>();
    std::string words;
    for (const auto& [name, text] : fields.scalars(key))
        words += fmt::format("{}{}={}", words.empty() ? "" : " ", name, text);
    return words;
}

void read_opponents(Fields& fields, EvalRequest& request) {
    const Json* list = fields.find("against");
    if (list == nullptr) {
        request.against.push_back({"start"});
        return;
    }
    if (!list->is_array() || list->empty() || list->size() > kMostOpponents) {
        fields.refuse("against", fmt::format("expected a list of 1 to {} opponents, as in "
                                             "[{{\"opponent\":\"start\"}}]",
                                             kMostOpponents));
        return;
    }
    for (const Json& each : *list) {
        if (each.is_string()) {
            request.against.push_back({each.get<std::string>()});
            continue;
        }
        Fields opponent{each, "against"};
        request.against.push_back(
            {opponent.required_text("opponent"), limits_of(opponent, "limit")});
        fields.take(opponent);
    }
}

EvaluatorRequest read_request(const Message& message) {
    Fields fields{message.json};
    EvalRequest request;
    request.id = fields.required_text("id");
    if (message.type == "eval") {
        request.a = fields.scalars("params");
        if (!fields.has("params")) fields.refuse("params", "is missing");
        read_opponents(fields, request);
    } else {
        for (const char* side : {"a", "b"})
            if (!fields.has(side)) fields.refuse(side, "is missing");
        request.a = fields.scalars("a");
        request.b = fields.scalars("b");
    }
    request.pairs = fields.integer("pairs", 1, 1, kMostPairs);
    if (const Json* openings = fields.find("openings")) {
        Fields inner{*openings, "openings"};
        request.set = inner.text("set", "train");
        if (inner.has("start")) request.start = inner.whole("start", 0, 0, 1'000'000'000);
        fields.take(inner);
    }
    request.seed = static_cast<std::uint64_t>(fields.whole("seed", 0, 0, std::int64_t{1} << 53));
    request.limits = limits_of(fields, "limit");
    request.progress_every = fields.integer("progress_every", 0, 0, kMostPairs);
    request.deadline_s = fields.number("deadline_s", 0, 0, 1e7);
    request.detail = fields.flag("detail", false);
    if (fields.problem()) return bad_message(message, *fields.problem());
    return request;
}

std::string_view word(EvalResult::Status status) {
    return status == EvalResult::Status::ok       ? "ok"
           : status == EvalResult::Status::failed ? "failed"
                                                  : "cancelled";
}

/// To a tenth; null where there is no such number.
Json rounded(double elo) {
    return std::isfinite(elo) ? Json(std::round(elo * 10) / 10 + 0.0) : Json();
}

void put_elo(Json& json, const std::array<std::int64_t, 5>& pairs) {
    using Kind = referee::EloEstimate::Kind;
    const auto estimate = referee::estimate_elo(pairs);
    Json low, high;
    switch (estimate.kind) {
        case Kind::plain:
            low = rounded(estimate.elo - estimate.error);
            high = rounded(estimate.elo + estimate.error);
            break;
        case Kind::wide:
            low = rounded(estimate.interval.low);
            high = rounded(estimate.interval.high);
            break;
        case Kind::all_won:
            low = rounded(estimate.interval.low);
            break;
        case Kind::all_lost:
            high = rounded(estimate.interval.high);
            break;
        case Kind::none:
        case Kind::no_variance:
            break;
    }
    const bool known = estimate.kind == Kind::plain || estimate.kind == Kind::wide ||
                       estimate.kind == Kind::no_variance;
    json["elo"] = known ? rounded(estimate.elo) : Json();
    json["elo95"] = {low, high};
}

Json detail_of(const PlayedGame& game) {
    Json json = Json::object();
    if (!game.opponent.empty()) json["opponent"] = game.opponent;
    json["o"] = game.opening;
    json["first"] = game.a_first ? "a" : "b";
    json["res"] = game.score == 1 ? "a" : game.score == 0 ? "b" : "draw";
    json["decided"] = game.decided;
    json["plies"] = game.plies;
    return json;
}

}  // namespace

double EvalResult::score() const {
    const auto n = static_cast<double>(games_played());
    return n > 0 ? (static_cast<double>(games[2]) + static_cast<double>(games[1]) / 2) / n : 0.5;
}

EvaluatorRequest parse_evaluator_request(std::string_view line) {
    auto parsed = parse_message(line);
    if (auto* refusal = std::get_if<Refusal>(&parsed)) return std::move(*refusal);
    const Message& message = std::get<Message>(parsed);
    if (message.type == "hello") return Greeting{};
    if (message.type == "shutdown") return Shutdown{};
    if (message.type == "eval" || message.type == "match") return read_request(message);
    if (message.type == "cancel") {
        Fields fields{message.json};
        CancelRequest cancel{fields.required_text("id")};
        if (fields.problem()) return bad_message(message, *fields.problem());
        return cancel;
    }
    return unknown_type(message, "hello, eval, match, cancel, shutdown");
}

std::string to_json(const EvaluatorHello& hello) {
    Json json = message_of("hello");
    json["role"] = "evaluator";
    json["name"] = "sparring tuner";
    json["sw"] = hello.software;
    json["slots"] = hello.slots;
    json["window"] = 2 * hello.slots;
    json["game"] = hello.game;
    json["deterministic"] = hello.deterministic;
    json["params"] = Json::array();
    for (const Parameter& parameter : hello.space) json["params"].push_back(json_of(parameter));
    json["opponents"] = hello.opponents;
    json["openings"] = {{"train", hello.train}, {"validation", hello.validation}};
    return one_line(json);
}

std::string to_json(const EvalResult& result) {
    Json json = message_of("result");
    json["id"] = result.id;
    json["status"] = word(result.status);
    if (!result.reason.empty()) json["reason"] = result.reason;
    if (result.status != EvalResult::Status::failed) {
        json["games"] = result.games_played();
        json["wdl"] = {result.games[2], result.games[1], result.games[0]};
        json["penta"] = result.pairs;
        json["score"] = result.games_played() > 0 ? Json(result.score()) : Json();
        put_elo(json, result.pairs);
        if (!result.detail.empty()) {
            json["detail"] = Json::array();
            for (const PlayedGame& game : result.detail) json["detail"].push_back(detail_of(game));
        }
    }
    json["faults"] = result.faults;
    json["cached"] = result.cached;
    json["wall_ms"] = result.wall_ms;
    return one_line(json);
}

std::string progress_message(const std::string& id, std::int64_t pairs, double score) {
    Json json = message_of("progress");
    json["id"] = id;
    json["pairs"] = pairs;
    json["score"] = score;
    return one_line(json);
}

std::string bye_message() {
    return one_line(message_of("bye"));
}

}  // namespace sparring::tuner
