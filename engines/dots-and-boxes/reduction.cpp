#include "engines/dots-and-boxes/reduction.hpp"

#include <optional>

#include "engines/dots-and-boxes/chains.hpp"

namespace sparring::dots_and_boxes {
namespace {

using MoveList = Position::MoveList;

Boxes lowest(Boxes boxes) {
    return boxes & (~boxes + 1);
}
Move lowest_move(Edges edges) {
    return {static_cast<std::uint8_t>(std::countr_zero(edges))};
}

/// The undrawn sides of a box.
Edges open_sides(const Position& position, Boxes box) {
    return position.undrawn() & position.geometry().sides[std::countr_zero(box)];
}

/// A run is what the mover can take box after box, from a box with one undrawn side on. It is open
/// if it ends at the rim or at a box with three or more undrawn sides, closed if at another box
/// with one. Its last h boxes can be given back with one edge: h = 2 in an open run of two or more,
/// h = 4 in a closed one of four or more.
struct Run {
    Run(const Position& position, Boxes first) {
        Boxes box = first;
        Edges edge = open_sides(position, box);
        take = lowest_move(edge);
        for (;;) {
            const Boxes next = position.geometry().edge[std::countr_zero(edge)].boxes & ~box;
            closed = (next & position.freedom_one()) != 0;
            if ((next & position.freedom_two()) == 0 || edges == 4) break;
            box = next;
            edge = open_sides(position, box) & ~edge;
            if (++edges == 2) give_back = lowest_move(edge);
        }
    }

    /// No box can be taken of it without giving up the choice whether to give back.
    bool is_decision() const { return edges == (closed ? 3 : 2); }

    int edges = 1;  ///< undrawn; 4 stands for more, too
    bool closed;
    Move take, give_back{};
};

/// With t boxes on offer, h of which can be given back, and V the value after all are taken, a
/// position is worth (t - h) + |h + V|, or t + V if h = 0. So everything is taken without a
/// question but the last h boxes of one run, an open one if possible; then there is the choice.
void keep_captures(const Position& position, MoveList& moves) {
    std::optional<Run> open, closed;
    int open_runs = 0, closed_ends = 0;
    const auto keep = [&](Move move) { moves.push_back(move); };
    moves.clear();
    for (Boxes left = position.freedom_one(); left != 0; left &= left - 1) {
        const Run run{position, lowest(left)};
        if (!run.is_decision()) return keep(run.take);
        if (run.closed) {
            ++closed_ends;
            closed = run;
        } else {
            ++open_runs;
            open = run;
        }
    }
    if (open && closed) return keep(closed->take);
    const Run& last = open ? *open : *closed;
    keep(last.take);
    const bool only_run = open_runs == 1 || closed_ends == 2;
    const bool others_left =
        position.moves_left() > last.edges;  // else there is nothing to win by it
    if (only_run && others_left) keep(last.give_back);
}

/// The edge from a box to its right neighbour; to the one below.
Edges right_edge(const Position& position, Boxes box) {
    const auto& sides = position.geometry().sides;
    return sides[std::countr_zero(box)] & sides[std::countr_zero(box << 1)];
}
Edges lower_edge(const Position& position, Boxes box) {
    const auto& sides = position.geometry().sides;
    return sides[std::countr_zero(box)] & sides[std::countr_zero(box << position.board().columns)];
}

void keep_quiet_moves(const Position& position, MoveList& moves) {
    const Chains chains{position};
    moves.clear();

    // Edges that give nothing away.
    Edges safe = position.undrawn();
    for (Boxes left = chains.boxes; left != 0; left &= left - 1) {
        safe &= ~position.geometry().sides[std::countr_zero(left)];
    }
    for (const Edges twins : position.geometry().twins()) {
        const Edges both = safe & twins;
        safe &= ~(both & (both - 1));  // the lowest stays
    }
    for (; safe != 0; safe &= safe - 1) moves.push_back(lowest_move(safe));

    // Boxes of chains that an undrawn edge joins to a box outside all chains.
    const Boxes right = position.joined_right() & ~chains.right;
    const Boxes down = position.joined_down() & ~chains.down;
    const Boxes attached = right | right << 1 | down | down << chains.columns;

    // Chains of one: either edge. Those that stand alone are all alike.
    Boxes singles = chains.singles;
    if (const Boxes alone = singles & ~attached) singles = (singles & attached) | lowest(alone);
    for (; singles != 0; singles &= singles - 1) {
        moves.push_back(lowest_move(open_sides(position, lowest(singles))));
    }

    // Chains of two: the edge between them, after which nothing can be given back.
    Boxes pairs_right = chains.pairs_right, pairs_down = chains.pairs_down;
    const Boxes alone_right = pairs_right & ~(attached | attached >> 1);
    const Boxes alone_down = pairs_down & ~(attached | attached >> chains.columns);
    if (alone_right != 0) {
        pairs_right = (pairs_right & ~alone_right) | lowest(alone_right);
        pairs_down &= ~alone_down;
    } else if (alone_down != 0) {
        pairs_down = (pairs_down & ~alone_down) | lowest(alone_down);
    }
    for (; pairs_right != 0; pairs_right &= pairs_right - 1) {
        moves.push_back(lowest_move(right_edge(position, lowest(pairs_right))));
    }
    for (; pairs_down != 0; pairs_down &= pairs_down - 1) {
        moves.push_back(lowest_move(lower_edge(position, lowest(pairs_down))));
    }

    // Longer chains: any edge. Of those that stand alone the shortest: opening a longer one only
    // gives away more.
    Boxes left = chains.tips & ~chains.pairs();
    Boxes rest = chains.boxes & ~(chains.singles | chains.pairs());
    Boxes shortest = 0;
    while (left != 0) {
        const Boxes chain = chains.all_of(lowest(left));
        left &= ~chain;
        rest &= ~chain;
        if ((chain & attached) != 0) {
            moves.push_back(lowest_move(open_sides(position, lowest(chain))));
        } else if (shortest == 0 || std::popcount(chain) < std::popcount(shortest)) {
            shortest = chain;
        }
    }
    if (shortest != 0) moves.push_back(lowest_move(open_sides(position, lowest(shortest))));

    // Loops, which always stand alone.
    shortest = 0;
    while (rest != 0) {
        const Boxes loop = chains.all_of(lowest(rest));
        rest &= ~loop;
        if (shortest == 0 || std::popcount(loop) < std::popcount(shortest)) shortest = loop;
    }
    if (shortest != 0) moves.push_back(lowest_move(open_sides(position, lowest(shortest))));
}

}  // namespace

void keep_relevant_moves(const Position& position, MoveList& moves) {
    if (position.freedom_one() != 0) {
        keep_captures(position, moves);
    } else {
        keep_quiet_moves(position, moves);
    }
}

}  // namespace sparring::dots_and_boxes
