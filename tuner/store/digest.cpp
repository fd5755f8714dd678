#include <fmt/format.h>

#include "referee/archive/sha256.hpp"
#include "tuner/config/difference.hpp"
#include "tuner/store/run_store.hpp"

namespace sparring::tuner {
namespace {

std::string text_of(const Point& point) {
    return fmt::format("{}", fmt::join(point, " "));
}

/// What the run file was made from.
std::string text_of(const std::string& configuration) {
    auto tree = parse_toml(configuration, "run file");
    return tree ? to_toml(what_counts(*std::move(tree))) : configuration;
}

void add_batch(referee::Sha256& sum, const StoredBatch& stored, int number) {
    sum.add(fmt::format("batch {} {} generation {}\n", number, word(stored.kind),
                        stored.batch.generation));
    for (const Candidate& candidate : stored.batch.candidates) {
        sum.add(fmt::format("candidate {} born {} of {} {}: {}\n", candidate.id, candidate.born,
                            candidate.parents[0], candidate.parents[1], text_of(candidate.point)));
    }
    for (const Encounter& encounter : stored.batch.encounters)
        sum.add(
            fmt::format("encounter {} {} pairs {}\n", encounter.a, encounter.b, encounter.pairs));
}

}  // namespace

std::string hash_of(const StoredBatch& batch) {
    referee::Sha256 sum;
    add_batch(sum, batch, batch.number);
    return sum.finish();
}

std::string digest(const RunStore& store) {
    referee::Sha256 sum;
    const StoredRun run = store.run();
    sum.add(fmt::format("run {}\n{}\n", RunStore::version, text_of(run.configuration)));
    for (const Parameter& parameter : run.parameters) {
        sum.add(fmt::format("parameter {} {} {} {} {} {} {} {}\n", parameter.name, parameter.min,
                            parameter.max, parameter.start, parameter.step, word(parameter.codec),
                            parameter.bits, parameter.fixed));
    }
    for (const StoredOpening& opening : run.openings) {
        sum.add(fmt::format("opening {} {} {}\n", word(opening.role), opening.opening.fen,
                            fmt::join(opening.opening.moves, " ")));
    }
    std::vector<int> numbers;  // of the run's own batches, by number
    int next = 0;
    for (const StoredBatch& batch : store.batches(true)) {
        numbers.push_back(next);
        if (batch.beside()) continue;
        add_batch(sum, batch, next++);
        store.visit_games(batch.number, [&](const StoredGame& game) {
            sum.add(fmt::format("game {} {} {} opening {}: {} {} {} {}\n", game.encounter,
                                game.pair, game.first ? 1 : 2, game.opening,
                                game.score ? fmt::format("{}", *game.score) : "none", game.reason,
                                game.plies, game.decided));
        });
    }
    for (const StoredAnswer& answer : store.answers()) {
        sum.add(fmt::format("answer {} {}: {} | {} | {}\n",
                            numbers.at(static_cast<std::size_t>(answer.batch)), answer.champion,
                            text_of(answer.champion_point), text_of(answer.mean_point),
                            answer.selection_score));
    }
    return sum.finish();
}

}  // namespace sparring::tuner
