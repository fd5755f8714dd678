#include "engines/dots-and-boxes/string_graph.hpp"

#include <utility>

namespace sparring::dots_and_boxes {

StringGraph::StringGraph(const Position& position) {
    const Board board = position.board();
    const Geometry& geometry = position.geometry();
    across_.fill(kNone);
    joints_ = geometry.all_boxes & ~position.closed();
    threes_ = position.freedom_three();
    coins_ = static_cast<std::int16_t>(std::popcount(joints_));
    for (Boxes left = joints_; left != 0; left &= left - 1) {
        const int box = std::countr_zero(left);
        const int row = box / board.columns, column = box % board.columns;
        // In an order in which side k of a box is side k ^ 2 of its neighbour.
        const std::array<int, 4> sides{board.horizontal(row, column), board.vertical(row, column),
                                       board.horizontal(row + 1, column),
                                       board.vertical(row, column + 1)};
        for (unsigned k = 0; k < 4; ++k) {
            if ((position.undrawn() >> sides[k] & 1) == 0) continue;
            const Boxes beyond = geometry.edge[sides[k]].boxes & ~(Boxes{1} << box);
            const unsigned end = 4 * static_cast<unsigned>(box) + k;
            const unsigned to = beyond == 0
                                    ? kGround
                                    : 4 * static_cast<unsigned>(std::countr_zero(beyond)) + (k ^ 2);
            across_[end] = static_cast<End>(to);
            add_string(end, to);
        }
    }
    for (Boxes left = position.freedom_two(); left != 0; left &= left - 1) {
        settle(static_cast<unsigned>(std::countr_zero(left)));
    }
}

int StringGraph::cut(unsigned end) {
    const unsigned to = across_[end], here = joint_of(end), there = joint_of(to);
    taken_ = length_[end];
    across_[end] = kNone;
    remove_string(end, to);
    if (to != kGround) {
        across_[to] = kNone;
        if (there == here) {
            selfs_ &= ~bit(here);
        } else {
            settle(there);
        }
    }
    settle(here);
    coins_ = static_cast<std::int16_t>(coins_ - taken_);
    return taken_;
}

/// Of a coin that has lost strings: makes it part of a string if it has two left, takes it if one.
void StringGraph::settle(unsigned joint) {
    const std::uint32_t left = ends(joint);
    const int count = std::popcount(left);
    if (count > 2) {
        threes_ |= bit(joint);
        return;
    }
    joints_ &= ~bit(joint);
    threes_ &= ~bit(joint);
    const unsigned x = end_of(joint, left), a = across_[x];
    across_[x] = kNone;
    remove_string(x, a);
    if (count == 1) {
        taken_ = static_cast<std::int16_t>(taken_ + 1 + length_[x]);
        if (a == kGround) return;
        across_[a] = kNone;
        return settle(joint_of(a));
    }
    const unsigned y = end_of(joint, left & (left - 1)), b = across_[y];
    across_[y] = kNone;
    if (a == y) {
        selfs_ &= ~bit(joint);
        return loose_.add_loop(length_[x] + 1);
    }
    remove_string(y, b);
    const int length = length_[x] + length_[y] + 1;
    if (a == kGround && b == kGround) return add_chain(length);
    if (joint_of(a) == joint_of(b)) selfs_ |= bit(joint_of(a));
    for (const auto& [from, to] : {std::pair{a, b}, std::pair{b, a}}) {
        if (from == kGround) continue;
        across_[from] = static_cast<End>(to);
        length_[from] = static_cast<std::uint8_t>(length);
    }
    add_string(a, b);
}

/// A chain stands alone now.
void StringGraph::add_chain(int length) {
    if (length > 2 || loose_.chains[static_cast<std::size_t>(length)] == 0) {
        return loose_.add_chain(length);
    }
    loose_.remove_chain(length);
    coins_ = static_cast<std::int16_t>(coins_ - 2 * length);
}

}  // namespace sparring::dots_and_boxes
