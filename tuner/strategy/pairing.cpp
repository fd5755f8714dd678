#include "tuner/strategy/pairing.hpp"

#include <numeric>

namespace sparring::tuner {

int round_robin_rounds(int players) {
    return players < 2 ? 0 : players - 1 + players % 2;
}

// The circle: one stays, the others go round; a round's couples sit opposite each other.
std::vector<Couple> round_robin(int players) {
    std::vector<Couple> couples;
    const int rounds = round_robin_rounds(players);
    for (int round = 0; round < rounds; ++round) {
        if (players % 2 == 0) couples.push_back({players - 1, round, round});
        for (int i = 1; i <= (rounds - 1) / 2; ++i)
            couples.push_back({(round + i) % rounds, (round + rounds - i) % rounds, round});
    }
    return couples;
}

std::vector<Couple> random_pairing(int players, int opponents, Random& random) {
    std::vector<int> names(static_cast<std::size_t>(players));
    std::iota(names.begin(), names.end(), 0);
    random.shuffle(names);
    std::vector<int> place(static_cast<std::size_t>(round_robin_rounds(players)));
    std::iota(place.begin(), place.end(), 0);
    random.shuffle(place);
    std::vector<Couple> couples;
    for (const Couple& couple : round_robin(players)) {
        const int round = place[static_cast<std::size_t>(couple.round)];
        if (round < opponents)
            couples.push_back({names[static_cast<std::size_t>(couple.a)],
                               names[static_cast<std::size_t>(couple.b)], round});
    }
    return couples;
}

}  // namespace sparring::tuner
