// Who meets whom in the next round of a Swiss tournament.
//
// Dutch-style: players in order of score and number, score groups from the top, in each group the
// first of the upper half meets the first of the lower half and so on; who is left over meets the
// next group. Where that cannot be, the pairing is the one that is least at odds with these wishes,
// each of which counts more than all that follow it:
//
//   1. nobody has a second bye
//   2. nobody meets an opponent again (what is unavoidable: the least sum of squared meetings)
//   3. nobody begins three times more often than not, or three times running, or the opposite
//   4. the bye goes to the lowest score
//   5. opponents have equal scores (least sum of squared differences)
//   6. nobody begins again who began the last time or begins more often, or the opposite
//   7. nobody drifts out of his score group the same way as in the round before
//   8. the upper half of a group meets the lower half (fewest pairs that do not)
//   9. both have the same place in their halves (least sum of squared distances from that), and the
//      last of a group leave it, to meet the first of the next
//  10. lots
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
/// one in no pair has the bye. `first_moves_matter` false leaves out wishes 3 and 6. The seed is of
/// the lots, which also say who begins in the first round.
std::vector<SwissPair> pair_swiss_round(std::span<const SwissHistory> histories,
                                        bool first_moves_matter, std::uint64_t seed);

}  // namespace sparring::referee
