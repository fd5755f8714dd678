#include "tuner/store/measured.hpp"

#include <cmath>

namespace sparring::tuner {

std::optional<referee::SprtSettings> sequential_test(const StoredBatch& batch) {
    referee::SprtSettings settings;
    bool known = false;
    for (const auto& [name, value] : batch.notes) {
        if (name == "elo0") settings.elo0 = value, known = batch.beside();
        if (name == "elo1") settings.elo1 = value;
        if (name == "alpha") settings.alpha = value;
        if (name == "beta") settings.beta = value;
        if (name == "model") settings.model = static_cast<referee::EloModel>(std::lround(value));
    }
    if (!known || referee::fault(settings)) return {};
    return settings;
}

std::vector<Measured> measured(const RunStore& store, const StoredBatch& batch) {
    std::vector<Measured> result;
    for (const Encounter& encounter : batch.batch.encounters) {
        result.push_back({batch.labels[static_cast<std::size_t>(encounter.a)],
                          batch.labels[static_cast<std::size_t>(encounter.b)]});
    }
    // A sequential test ends at a pair; pairs that were being played then do not count.
    std::optional<double> left;
    for (const auto& [name, value] : batch.notes)
        if (name == "counted") left = value;
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
        if (left && (*left)-- <= 0) return;
        ++row.pairs[static_cast<std::size_t>(std::lround(2 * (*before->score + *game.score)))];
        for (const double score : {*before->score, *game.score})
            ++row.games[static_cast<std::size_t>(std::lround(2 * score))];
    });
    return result;
}

}  // namespace sparring::tuner
