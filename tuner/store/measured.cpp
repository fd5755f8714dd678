#include "tuner/store/measured.hpp"

#include <cmath>

namespace sparring::tuner {

std::vector<Measured> measured(const RunStore& store, const StoredBatch& batch) {
    std::vector<Measured> result;
    for (const Encounter& encounter : batch.batch.encounters) {
        result.push_back({batch.labels[static_cast<std::size_t>(encounter.a)],
                          batch.labels[static_cast<std::size_t>(encounter.b)]});
    }
    std::optional<StoredGame> before;
    store.visit_games(batch.number, [&](const StoredGame& game) {
        if (game.first) {
            before = game;
            return;
        }
        Measured& row = result.at(static_cast<std::size_t>(game.encounter));
        if (!before || !before->score || !game.score) {
            ++row.dropped;
            return;
        }
        ++row.pairs[static_cast<std::size_t>(std::lround(2 * (*before->score + *game.score)))];
        for (const double score : {*before->score, *game.score})
            ++row.games[static_cast<std::size_t>(std::lround(2 * score))];
    });
    return result;
}

}  // namespace sparring::tuner
