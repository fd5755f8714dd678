#include "tuner/store/arm.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "referee/archive/sha256.hpp"
#include "tuner/store/measured.hpp"

namespace sparring::tuner {
namespace {

const Node* find(const Node& tree, std::initializer_list<const char*> path) {
    const Node* node = &tree;
    for (const char* key : path) node = node != nullptr ? node->find(key) : nullptr;
    return node;
}

std::string text_at(const Node& tree, std::initializer_list<const char*> path,
                    const std::string& fallback) {
    const Node* node = find(tree, path);
    if (node == nullptr) return fallback;
    if (const auto* text = std::get_if<std::string>(&node->value)) return *text;
    if (const auto* number = std::get_if<std::int64_t>(&node->value))
        return fmt::format("{}", *number);
    Node holder;
    holder["is"] = *node;
    std::string text = to_toml(holder);
    std::replace(text.begin(), text.end(), '\n', ' ');
    return text;
}

std::string short_sum(const std::string& text) {
    referee::Sha256 sum;
    sum.add(text);
    return sum.finish().substr(0, 12);
}

std::string parameters_text(const StoredRun& run) {
    std::string text;
    for (const Parameter& p : run.parameters)
        text += fmt::format("{} {}..{} from {}{}, ", p.name, p.min, p.max, p.start,
                            p.fixed ? " (fixed)" : "");
    return text;
}

std::string test_openings(const StoredRun& run) {
    std::string text;
    for (std::size_t i = 0; i < run.openings.size(); ++i) {
        const StoredOpening& opening = run.openings[i];
        text += fmt::format("{} {} {}\n", word(opening.role), opening.opening.fen,
                            fmt::join(opening.opening.moves, " "));
    }
    return short_sum(text);
}

/// Tests of the run's answer against its start as the run itself tests; more of them that were
/// asked for later count, unless their end depended on their results.
void count_tests(const RunStore& store, const std::string& subject, PairCounts& counts) {
    for (const StoredBatch& batch : store.batches(true)) {
        if (batch.kind != BatchKind::test || batch.ended.empty() || sequential_test(batch))
            continue;
        for (const Measured& row : measured(store, batch)) {
            if (row.subject != subject || row.opponent != "start") continue;
            for (std::size_t i = 0; i < counts.size(); ++i) counts[i] += row.pairs[i];
        }
    }
}

}  // namespace

Expected<Observation> observe(const RunStore& store, const std::string& subject) {
    const StoredRun run = store.run();
    const auto tree = parse_toml(run.configuration, "run file");
    if (!tree) return Error{tree.error()};
    Observation result;
    result.path = store.path();
    result.strategy = text_at(*tree, {"strategy", "name"}, "?");
    result.seed = text_at(*tree, {"run", "seed"}, "1");
    result.keys = text_at(*tree, {"strategy"}, "");
    count_tests(store, subject, result.counts);
    if (std::accumulate(result.counts.begin(), result.counts.end(), std::int64_t{0}) == 0)
        return Error{
            fmt::format("{}: no test of the {} against the start; the run has not ended, "
                        "or 'tuner test' has still to be run",
                        store.path(), subject)};
    const auto answers = store.answers();
    if (!answers.empty()) {
        result.games = answers.back().games;
        result.nodes = answers.back().nodes;
    }
    const std::string tuned = text_at(*tree, {"engine", "name"}, "engine");
    std::string program = "?";
    for (const StoredEngine& engine : run.engines)
        if (engine.name == tuned) program = engine.sha256.substr(0, 12);
    result.setting = {
        {"game", text_at(*tree, {"game", "rules"}, "")},
        {"engine program", program},
        {"engine options", text_at(*tree, {"engine", "options"}, "none")},
        {"limit", text_at(*tree, {"engine", "limit"}, "")},
        {"parameters", parameters_text(run)},
        {"opening split (openings.seed makes it the same)", test_openings(run)},
        {"budget", text_at(*tree, {"run", "budget"}, "none")},
    };
    return result;
}

std::optional<std::string> difference(const Observation& a, const Observation& b) {
    for (std::size_t i = 0; i < a.setting.size(); ++i) {
        const auto& [name, value] = a.setting[i];
        const std::string& other = b.setting[i].second;
        if (value == other) continue;
        return fmt::format("{} and {} differ in their {}: {} and {}", a.path, b.path, name, value,
                           other);
    }
    return {};
}

std::optional<std::string> not_one_arm(const std::vector<Observation>& runs) {
    for (std::size_t i = 0; i < runs.size(); ++i) {
        if (runs[i].keys != runs[0].keys)
            return fmt::format(
                "{} and {} differ in their [strategy]: --label makes them two tuners", runs[0].path,
                runs[i].path);
        for (std::size_t j = 0; j < i; ++j) {
            if (runs[i].seed == runs[j].seed)
                return fmt::format("{} and {} have the same seed {}: they are one run, not two",
                                   runs[j].path, runs[i].path, runs[i].seed);
        }
    }
    return {};
}

}  // namespace sparring::tuner
