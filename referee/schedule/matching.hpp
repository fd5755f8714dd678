// Pairs of least total cost.
#pragma once

#include <span>
#include <vector>

namespace sparring::referee {

/// Wide enough for several criteria, the more important in the higher digits.
__extension__ using Cost = __int128;

/// Everybody's partner in a pairing of all `nodes` that has the least sum of costs. `costs` is a
/// symmetric matrix, row by row, of absolute values below 2^120; the diagonal does not matter.
/// Precondition: `nodes` is even. Time grows with the cube of `nodes` (200: some 10 ms).
///
/// Edmonds (1965), "Maximum matching and a polyhedron with 0,1-vertices", with the bookkeeping of
/// Gabow (1974) for dense graphs.
std::vector<int> cheapest_matching(int nodes, std::span<const Cost> costs);

}  // namespace sparring::referee
