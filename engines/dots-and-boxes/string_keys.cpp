#include "engines/dots-and-boxes/string_keys.hpp"

#include <utility>

namespace sparring::dots_and_boxes {
namespace {

/// Where a symmetry takes a box; the first is the identity. A board whose rows and columns differ
/// has four, its others repeat them.
int image_of(Board board, int box, int symmetry) {
    int row = box / board.columns, column = box % board.columns;
    if (symmetry & 1) column = board.columns - 1 - column;
    if (symmetry & 2) row = board.rows - 1 - row;
    if ((symmetry & 4) && board.rows == board.columns) std::swap(row, column);
    return row * board.columns + column;
}

}  // namespace

StringKeys::StringKeys(Board board) : board_{board} {
    std::uint64_t seed = 0x57;
    const auto next = [&] { return mix64(seed++); };
    for (std::size_t i = 0; i < loops_.size(); ++i) {
        lengths_[i] = next();
        loops_[i] = next();
    }
    std::array<std::array<std::uint64_t, kMaxBoxes + 1>, kMaxBoxes + 1> keys;
    for (std::size_t a = 0; a < keys.size(); ++a) {
        for (std::size_t b = 0; b <= a; ++b) keys[a][b] = keys[b][a] = next();
    }
    // Two chains of one cancel out: they add up to nothing.
    keys[kGroundJoint][kGroundJoint] = std::uint64_t{1} << 63 ^ lengths_[1];
    for (int a = 0; a <= kMaxBoxes; ++a) {
        for (int b = 0; b <= kMaxBoxes; ++b) {
            Lanes& pair = pairs_[static_cast<unsigned>(a) * kStride + static_cast<unsigned>(b)];
            for (int symmetry = 0; symmetry < 8; ++symmetry) {
                const auto at = [&](int box) {
                    return box < board.boxes() ? image_of(board, box, symmetry) : box;
                };
                pair.words[symmetry] = keys[at(a)][at(b)];
            }
        }
    }
}

Lanes StringKeys::lanes(const StringGraph& graph) const {
    Lanes sum{};
    graph.each_string([&](unsigned end) {
        sum = sum + string(StringGraph::joint_of(end), StringGraph::joint_of(graph.across(end)),
                           graph.length(end));
    });
    const LooseParts& loose = graph.loose();
    for (unsigned length = 1; length <= kMaxBoxes; ++length) {
        for (int i = 0; i < loose.chains[length]; ++i) sum = sum + chain(length);
        for (int i = 0; i < loose.loops[length]; ++i) sum = sum + loop(length);
    }
    return sum;
}

}  // namespace sparring::dots_and_boxes
