#include "referee/schedule/numbering.hpp"

#include <algorithm>

namespace sparring::referee {

Numbering::Numbering(const ScheduleSettings& settings, std::span<const PlayedGame> played)
    : settings_{settings} {
    for (const auto& [game, outcome] : played) {
        number_ = std::max(number_, game.number);
        pair_ = std::max(pair_, game.pair);
        opening_ = std::max(opening_, game.opening + 1);
    }
}

void Numbering::add(int round, std::span<const Encounter> encounters, int repeat) {
    if (repeat == 0) repeat = std::max(settings_.repeat, 1);
    std::size_t used = opening_;  // by the round as a whole
    for (const Encounter& encounter : encounters) {
        for (int game = 0; game < encounter.games; ++game) {
            if (game % 2 == 0) ++pair_;
            const bool swapped = settings_.swap && game % 2 == 1;
            const bool shared = settings_.policy == OpeningPolicy::encounter;
            const auto opening = opening_ + static_cast<std::size_t>(shared ? 0 : game / repeat);
            used = std::max(used, opening + 1);
            games_.push_back({++number_, round, swapped ? encounter.second : encounter.first,
                              swapped ? encounter.first : encounter.second, pair_, opening});
        }
        if (settings_.policy != OpeningPolicy::round) opening_ = used;
    }
    opening_ = used;
}

}  // namespace sparring::referee
