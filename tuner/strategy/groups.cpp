#include "tuner/strategy/groups.hpp"

#include <algorithm>
#include <numeric>

namespace sparring::tuner {

std::vector<Group> random_groups(std::size_t members, std::size_t group, Random& random) {
    Group order(members);
    std::iota(order.begin(), order.end(), std::size_t{0});
    random.shuffle(order);
    std::vector<Group> groups;
    for (auto first = order.begin(); first != order.end();
         first += static_cast<std::ptrdiff_t>(group))
        groups.emplace_back(first, first + static_cast<std::ptrdiff_t>(group));
    return groups;
}

double group_score(const Tally& tally, int games) {
    return tally.games() > 0 ? tally.wins() - tally.losses() : -games - 1;
}

Group standing(Group group, std::span<const double> scores, std::span<const Tally> tallies,
               Random& lots) {
    lots.shuffle(group);
    std::stable_sort(group.begin(), group.end(), [&](std::size_t a, std::size_t b) {
        return scores[a] != scores[b] ? scores[a] > scores[b]
                                      : tallies[a].second_wins > tallies[b].second_wins;
    });
    return group;
}

}  // namespace sparring::tuner
