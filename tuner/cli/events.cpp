#include "tuner/cli/events.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numeric>

#include "referee/archive/utc.hpp"
#include "referee/statistics/elo.hpp"
#include "tuner/store/measured.hpp"

namespace sparring::tuner {
namespace {

using Json = nlohmann::ordered_json;
using namespace std::chrono_literals;

/// Between two events `progress`.
constexpr auto kBetweenEvents = 250ms;

Json event(const char* name) {
    return {{"v", 1}, {"time", referee::utc_now()}, {"event", name}};
}

std::string text_of(const Json& json) {
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Json finite(double value) {
    return std::isfinite(value) ? Json(value + 0.0) : Json(nullptr);  // no -0
}

/// By parameter, in the words that the engine is told; numbers as numbers.
Json values(const Parameters& parameters, const Point& point) {
    Json json = Json::object();
    const auto options = parameters.options(point);
    for (std::size_t i = 0; i < options.size(); ++i) {
        const bool number = parameters.all[i].words.empty();
        json[options[i].first] =
            number ? Json::parse(options[i].second, nullptr, false) : Json(options[i].second);
    }
    return json;
}

Json totals_of(const Totals& totals) {
    return {{"games", totals.games},
            {"nodes", totals.nodes},
            {"played", totals.played},
            {"cached", totals.cached},
            {"faults", totals.faults}};
}

std::array<std::int64_t, 5> counted(const EncounterResult& pairs) {
    std::array<std::int64_t, 5> counts{};
    for (const PairOutcome& pair : pairs)
        ++counts[static_cast<std::size_t>(std::lround(2 * pair.points()))];
    return counts;
}

Json sprt_of(const referee::SprtSettings& settings, const EncounterResult& pairs) {
    const referee::SprtState state = referee::sprt(counted(pairs), settings);
    return {{"elo0", settings.elo0},
            {"elo1", settings.elo1},
            {"model", referee::word(settings.model)},
            {"llr", finite(state.llr)},
            {"low", finite(state.bounds.low)},
            {"high", finite(state.bounds.high)},
            {"decision", referee::word(state.decision)}};
}

Json result_of(const std::string& subject, const std::string& opponent,
               const EncounterResult& pairs) {
    const auto counts = counted(pairs);
    Json result{{"subject", subject}, {"opponent", opponent}, {"pairs", counts}};
    const referee::EloEstimate estimate = referee::estimate_elo(counts);
    using Kind = referee::EloEstimate::Kind;
    const bool known = estimate.kind == Kind::plain || estimate.kind == Kind::wide ||
                       estimate.kind == Kind::no_variance;
    result["elo"] = known ? finite(estimate.elo) : Json(nullptr);
    const bool plain = estimate.kind == Kind::plain;
    const bool wide = estimate.kind == Kind::wide;
    result["low"] = plain                                    ? finite(estimate.elo - estimate.error)
                    : wide || estimate.kind == Kind::all_won ? finite(estimate.interval.low)
                                                             : Json(nullptr);
    result["high"] = plain ? finite(estimate.elo + estimate.error)
                     : wide || estimate.kind == Kind::all_lost ? finite(estimate.interval.high)
                                                               : Json(nullptr);
    return result;
}

}  // namespace

Events::Events(const Experiment& experiment, std::function<void(const std::string&)> write)
    : experiment_{experiment}, write_{std::move(write)} {}

void Events::run(const std::string& file, std::size_t known) {
    const Configuration& configuration = experiment_.configuration;
    Json json = event("run");
    json["tuner"] = SPARRING_VERSION;
    json["name"] = configuration.name;
    json["game"] = games::full_name(configuration.choice);
    const Node* strategy = configuration.strategy.find("name");
    const auto* name = strategy != nullptr ? std::get_if<std::string>(&strategy->value) : nullptr;
    json["strategy"] = name != nullptr ? *name : "";
    json["seed"] = configuration.seed;
    const Budget& budget = configuration.budget;
    json["budget"] = {{"games", budget.games},
                      {"nodes", budget.nodes},
                      {"hours", budget.hours},
                      {"generations", budget.generations}};
    json["parameters"] = Json::array();
    for (const Parameter& parameter : experiment_.parameters.all) {
        json["parameters"].push_back({{"name", parameter.name},
                                      {"min", parameter.min},
                                      {"max", parameter.max},
                                      {"start", parameter.start},
                                      {"fixed", parameter.fixed}});
    }
    json["openings"] = {{"train", experiment_.openings_of(Role::train).size()},
                        {"validation", experiment_.openings_of(Role::validation).size()},
                        {"test", experiment_.openings_of(Role::test).size()}};
    json["warnings"] = experiment_.parameters.warnings;
    json["file"] = file;
    json["resumed"] = known;
    write_(text_of(json));
}

void Events::began(const StoredBatch& batch, const Totals& totals) {
    totals_ = totals;
    Json json = event("batch");
    json["batch"] = batch.number;
    json["kind"] = word(batch.kind);
    json["generation"] = batch.batch.generation + 1;
    json["stage"] = batch.stage + 1;
    json["candidates"] = batch.batch.candidates.size();
    int pairs = 0;
    for (const Encounter& encounter : batch.batch.encounters) pairs += encounter.pairs;
    json["pairs"] = pairs;
    write_(text_of(json));
}

void Events::progress(const StoredBatch& batch, std::size_t pairs_done, std::size_t pairs,
                      const Totals& totals) {
    totals_ = totals;
    const auto now = std::chrono::steady_clock::now();
    if (now - told_ < kBetweenEvents) return;
    told_ = now;
    Json json = event("progress");
    json["batch"] = batch.number;
    json["pairs_done"] = pairs_done;
    json["pairs"] = pairs;
    json.update(totals_of(totals));
    write_(text_of(json));
}

void Events::ended(const StoredBatch& batch, std::span<const EncounterResult> results,
                   const StoredAnswer* answer, const Totals& totals) {
    totals_ = totals;
    Json json = event(batch.kind == BatchKind::train ? "generation" : "test");
    json["batch"] = batch.number;
    if (batch.kind == BatchKind::train) {
        json["generation"] = batch.batch.generation + 1;
        json["stage"] = batch.stage + 1;
        json["notes"] = Json::object();
        for (const auto& [name, value] : batch.notes) json["notes"][name] = finite(value);
        if (answer != nullptr) {
            json["selection_score"] = finite(answer->selection_score);
            json["champion"] = values(experiment_.parameters, answer->champion_point);
            json["mean"] = values(experiment_.parameters, answer->mean_point);
        }
    } else {
        json["kind"] = word(batch.kind);
        json["results"] = Json::array();
        for (std::size_t i = 0; i < results.size(); ++i) {
            const Encounter& encounter = batch.batch.encounters[i];
            json["results"].push_back(
                result_of(batch.labels.at(static_cast<std::size_t>(encounter.a)),
                          batch.labels.at(static_cast<std::size_t>(encounter.b)), results[i]));
        }
        if (const auto settings = sequential_test(batch); settings && !results.empty())
            json["sprt"] = sprt_of(*settings, results.front());
    }
    json.update(totals_of(totals));
    write_(text_of(json));
}

void Events::warning(const std::string& text) {
    Json json = event("fault");
    json["text"] = text;
    write_(text_of(json));
}

void Events::end(const RunEnd& end) {
    Json json = event("end");
    json["result"] = end.kind == RunEnd::Kind::complete   ? "complete"
                     : end.kind == RunEnd::Kind::no_start ? "no-start"
                     : end.kind == RunEnd::Kind::aborted  ? "aborted"
                                                          : "interrupted";
    json["why"] = end.why;
    json.update(totals_of(totals_));
    write_(text_of(json));
}

}  // namespace sparring::tuner
