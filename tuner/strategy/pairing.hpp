// Who meets whom inside a population, in rounds: in a round everybody meets one other, so that all
// can have the same opening in it (common random numbers). Pure.
#pragma once

#include <vector>

#include "tuner/genome/random.hpp"

namespace sparring::tuner {

struct Couple {
    int a, b;  ///< 0 .. players - 1
    int round;

    bool operator==(const Couple&) const = default;
};

/// Rounds in which everybody meets everybody once; where their number is odd, one passes in each.
int round_robin_rounds(int players);

/// All of them, by rounds.
std::vector<Couple> round_robin(int players);

/// Everybody meets `opponents` random others, nobody twice. Precondition: players is even,
/// opponents less.
std::vector<Couple> random_pairing(int players, int opponents, Random& random);

}  // namespace sparring::tuner
