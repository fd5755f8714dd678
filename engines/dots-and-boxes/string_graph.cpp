#include "engines/dots-and-boxes/string_graph.hpp"

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
    const auto next = [&] { return mix64(seed++) | 1; };
    for (std::size_t i = 0; i < length.size(); ++i) {
        length[i] = next();
        chain[i] = next();
        loop[i] = next();
    }
    std::array<std::array<std::uint64_t, kMaxBoxes + 1>, kMaxBoxes + 1> keys;
    for (int a = 0; a <= kMaxBoxes; ++a) {
        for (int b = 0; b <= a; ++b) keys[a][b] = keys[b][a] = next();
    }
    for (int a = 0; a <= kMaxBoxes; ++a) {
        for (int b = 0; b <= kMaxBoxes; ++b) {
            for (int symmetry = 0; symmetry < 8; ++symmetry) {
                const auto at = [&](int box) {
                    return box < board.boxes() ? image_of(board, box, symmetry) : box;
                };
                pairs_[a][b][symmetry] = keys[at(a)][at(b)];
            }
        }
    }
}

StringGraph::StringGraph(const Position& position, const StringKeys& keys) : keys_{&keys} {
    const Board board = position.board();
    const Geometry& geometry = position.geometry();
    across_.fill(kNone);
    joints_ = geometry.all_boxes & ~position.closed();
    coins_ = static_cast<std::int16_t>(std::popcount(joints_));
    for (Boxes left = joints_; left != 0; left &= left - 1) {
        const int box = std::countr_zero(left);
        const int row = box / board.columns, column = box % board.columns;
        // In an order in which side k of a box is side k ^ 2 of its neighbour.
        const std::array<int, 4> sides{board.horizontal(row, column), board.vertical(row, column),
                                       board.horizontal(row + 1, column),
                                       board.vertical(row, column + 1)};
        for (int k = 0; k < 4; ++k) {
            if ((position.undrawn() >> sides[k] & 1) == 0) continue;
            const Boxes beyond = geometry.edge[sides[k]].boxes & ~(Boxes{1} << box);
            const int end = 4 * box + k;
            across_[end] =
                beyond == 0 ? kGround : static_cast<End>(4 * std::countr_zero(beyond) + (k ^ 2));
            if (across_[end] == kGround || across_[end] > end) add_key(end, 1);
        }
    }
    for (Boxes left = position.freedom_two(); left != 0; left &= left - 1) {
        settle(std::countr_zero(left));
    }
}

int StringGraph::cut(int end) {
    const int to = across_[end];
    add_key(end, std::uint64_t{0} - 1);
    taken_ = length_[end];
    across_[end] = kNone;
    if (to != kGround) {
        across_[to] = kNone;
        if (to / 4 != end / 4) settle(to / 4);
    }
    settle(end / 4);
    coins_ = static_cast<std::int16_t>(coins_ - taken_);
    return taken_;
}

std::uint64_t StringGraph::key_after_cut(int end) const {
    constexpr std::uint64_t minus = std::uint64_t{0} - 1;
    StringKeys::Lanes lanes = lanes_;
    std::uint64_t loose_key = loose_key_;
    const int to = across_[end];
    const int there = joint_of(to), here = end / 4;
    add_key(lanes, here, there, length_[end], minus);
    const auto settled = [&](int cut, int joint, int beyond) {
        std::uint32_t left = ~ends(joint) & kNoneBits & ~(0x80u << 8 * (cut % 4));
        if (std::popcount(left) != 2) return true;
        const int x = 4 * joint + std::countr_zero(left) / 8;
        left &= left - 1;
        const int y = 4 * joint + std::countr_zero(left) / 8;
        const int a = joint_of(across_[x]), b = joint_of(across_[y]);
        if (a == joint || a == beyond || b == beyond) return false;
        add_key(lanes, joint, a, length_[x], minus);
        add_key(lanes, joint, b, length_[y], minus);
        const int length = length_[x] + length_[y] + 1;
        if (a == kMaxBoxes && b == kMaxBoxes) {
            loose_key += keys_->chain[length];
        } else {
            add_key(lanes, a, b, length, 1);
        }
        return true;
    };
    if (settled(end, here, to == kGround ? -1 : there) &&
        (to == kGround || settled(to, there, here))) {
        return key(lanes, loose_key);
    }
    // Rare: strings that join the two joints once more, or one to itself.
    StringGraph next = *this;
    next.cut(end);
    return next.key();
}

/// Of a coin that has lost strings: makes it part of a string if it has two left, takes it if one.
void StringGraph::settle(int joint) {
    std::uint32_t left = ~ends(joint) & kNoneBits;
    const int count = std::popcount(left);
    if (count > 2) return;
    joints_ &= ~(Boxes{1} << joint);
    const int x = 4 * joint + std::countr_zero(left) / 8;
    const int a = across_[x];
    add_key(x, std::uint64_t{0} - 1);
    across_[x] = kNone;
    if (count == 1) {
        taken_ = static_cast<std::int16_t>(taken_ + 1 + length_[x]);
        if (a == kGround) return;
        across_[a] = kNone;
        return settle(a / 4);
    }
    left &= left - 1;
    const int y = 4 * joint + std::countr_zero(left) / 8;
    const int b = across_[y];
    if (a == y) {
        across_[y] = kNone;
        const int length = length_[x] + 1;
        loose_key_ += keys_->loop[length];
        return loose_.add_loop(length);
    }
    add_key(y, std::uint64_t{0} - 1);
    across_[y] = kNone;
    const int length = length_[x] + length_[y] + 1;
    if (a == kGround && b == kGround) {
        loose_key_ += keys_->chain[length];
        return loose_.add_chain(length);
    }
    for (const auto& [from, to] : {std::pair{a, b}, std::pair{b, a}}) {
        if (from == kGround) continue;
        across_[from] = static_cast<End>(to);
        length_[from] = static_cast<std::uint8_t>(length);
    }
    add_key(a == kGround ? b : a, 1);
}

}  // namespace sparring::dots_and_boxes
