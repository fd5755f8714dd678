// Small random groups in which everybody meets everybody: m members in n groups play
// n ((m/n)^2 - m/n) games instead of m^2 - m (S5, equations 3 and 4). Pure.
#pragma once

#include <span>
#include <vector>

#include "tuner/genome/random.hpp"
#include "tuner/strategy/tally.hpp"

namespace sparring::tuner {

using Group = std::vector<std::size_t>;  ///< members

/// Precondition: `group` divides `members`.
std::vector<Group> random_groups(std::size_t members, std::size_t group, Random& random);

/// +1 for a win, -1 for a loss (S5). `games` were to be played; who had none of them is below
/// everybody else.
double group_score(const Tally& tally, int games);

/// The group's members, the best first: by score, then wins as second, then lots. `scores` and
/// `tallies` are all members'.
Group standing(Group group, std::span<const double> scores, std::span<const Tally> tallies,
               Random& lots);

}  // namespace sparring::tuner
