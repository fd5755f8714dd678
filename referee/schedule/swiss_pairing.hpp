// Who meets whom in the next round of a Swiss tournament.
//
// Dutch-style: players in order of score and number, score groups from the top, in each group the
// first of the upper half meets the first of the lower half and so on; who is left over meets the
// next group. Where that cannot be, the pairing is the one that is least at odds with these wishes,
// each of which counts more than all that follow it:
//
//   1. no second bye and no rematch (what is unavoidable: the least sum of earlier ones squared)
//   2. nobody begins three times more often than not, or three times running, or the opposite
//   3. the bye goes to the lowest score
//   4. opponents have equal scores (least sum of squared differences)
//   5. nobody begins again who began the last time or begins more often, or the opposite
//   6. nobody drifts out of his score group the same way as in the round before
//   7. upper half against lower half (least sum of squared distances from that), and the last of a
//      group leave it, to meet the first of the next
//
// That is a matching of least cost, and is found exactly. Compare FIDE Handbook C.04.3 (2017),
// whose rules go through the groups one by one instead.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "referee/schedule/swiss.hpp"

namespace sparring::referee {

struct SwissPair {
    int first = 0, second = 0;

    bool operator==(const SwissPair&) const = default;
};

/// Pairs in the order of their boards: the highest score first. With an odd number of players the
/// one in no pair has the bye. `first_moves_matter` false leaves out wishes 2 and 5. The seed draws
/// who begins in the first round.
std::vector<SwissPair> pair_swiss_round(std::span<const SwissHistory> histories,
                                        bool first_moves_matter, std::uint64_t seed);

}  // namespace sparring::referee
