#include "engines/dots-and-boxes/reduction.hpp"

#include <algorithm>
#include <optional>

#include "engines/dots-and-boxes/chains.hpp"

namespace sparring::dots_and_boxes {
namespace {

using MoveList = Position::MoveList;

Boxes lowest(Boxes boxes) {
    return boxes & (~boxes + 1);
}

Edges sides(const Position& position, Boxes box) {
    return position.geometry().sides[std::countr_zero(box)];
}
Edges undrawn_sides(const Position& position, Boxes box) {
    return position.undrawn() & sides(position, box);
}
Move lowest_move(Edges edges) {
    return {static_cast<std::uint8_t>(std::countr_zero(edges))};
}

// ---- with boxes to take ------------------------------------------------------------------------

/// A run is what the mover can take box after box, from a box with one undrawn side on. It is open
/// if it ends at the rim or at a box with three or more undrawn sides, closed if at another box
/// with one. Its last boxes can be given back with one edge: two of an open run, four of a closed
/// one.
struct Run {
    Run(const Position& position, Boxes box) {
        Edges edge = undrawn_sides(position, box);
        take = lowest_move(edge);
        for (;;) {
            const Boxes next = position.geometry().edge[std::countr_zero(edge)].boxes & ~box;
            closed = (next & position.freedom_one()) != 0;
            if ((next & position.freedom_two()) == 0 || edges == kMany) break;
            box = next;
            edge = undrawn_sides(position, box) & ~edge;
            if (++edges == 2) give_back = lowest_move(edge);
        }
    }

    /// All that is left of it is what can be given back.
    bool is_decision() const { return edges == (closed ? 3 : 2); }

    static constexpr int kMany = 4;

    int edges = 1;  ///< undrawn; kMany stands for more, too
    bool closed;
    Move take, give_back{};
};

/// With t boxes on offer, h of which can be given back, and V the value after all are taken, a
/// position is worth (t - h) + |h + V|, or t + V if h = 0. So everything is taken without a
/// question but the last h boxes of one run, an open one if possible; then there is the choice.
void capturing_moves(const Position& position, MoveList& moves) {
    std::optional<Run> open, closed;
    int open_runs = 0, closed_ends = 0;
    for (Boxes left = position.freedom_one(); left != 0; left &= left - 1) {
        const Run run{position, lowest(left)};
        if (!run.is_decision()) return moves.push_back(run.take);
        if (run.closed) {
            ++closed_ends;
            closed = run;
        } else {
            ++open_runs;
            open = run;
        }
    }
    if (open && closed) return moves.push_back(closed->take);
    const Run& last = open ? *open : *closed;
    moves.push_back(last.take);
    const bool only_run = open_runs == 1 || closed_ends == 2;
    const bool more_to_come = position.moves_left() > last.edges;
    if (only_run && more_to_come) moves.push_back(last.give_back);
}

// ---- without -----------------------------------------------------------------------------------

/// Edges that give nothing away.
void safe_moves(const Position& position, const Chains& chains, MoveList& moves) {
    Edges safe = position.undrawn();
    for (Boxes left = chains.links.boxes; left != 0; left &= left - 1) {
        safe &= ~sides(position, left);
    }
    for (const Edges twins : position.geometry().twins()) {
        const Edges alike = safe & twins;
        safe &= ~(alike & (alike - 1));
    }
    for (; safe != 0; safe &= safe - 1) moves.push_back(lowest_move(safe));
}

/// One edge for each chain and loop. In a chain of two it is the one between its boxes, after which
/// nothing can be given back; in all others any edge will do. Those that nothing joins to a box
/// outside all chains stand alone: of these the other side gets the more the longer they are, so
/// that only the shortest of each kind comes into question.
class Gifts {
  public:
    Gifts(const Position& position, const Chains& chains)
        : position_{position}, chains_{chains}, links_{chains.links} {
        const Boxes right = position.joined_right() & ~links_.right;
        const Boxes down = position.joined_down() & ~links_.down;
        attached_ = right | right << 1 | down | down << links_.columns;
    }

    void add_to(MoveList& moves) const {
        add_singles(moves);
        add_pairs(moves);
        add_long(moves);
    }

  private:
    void add_singles(MoveList& moves) const {
        for (Boxes left = one_alone(chains_.singles, attached_); left != 0; left &= left - 1) {
            moves.push_back(lowest_move(undrawn_sides(position_, left)));
        }
    }

    void add_pairs(MoveList& moves) const {
        const int below = links_.columns;
        Boxes right = one_alone(chains_.pairs_right, attached_ | attached_ >> 1);
        Boxes down = one_alone(chains_.pairs_down, attached_ | attached_ >> below);
        for (; right != 0; right &= right - 1) {
            const Boxes box = lowest(right);
            moves.push_back(lowest_move(sides(position_, box) & sides(position_, box << 1)));
        }
        for (; down != 0; down &= down - 1) {
            const Boxes box = lowest(down);
            moves.push_back(lowest_move(sides(position_, box) & sides(position_, box << below)));
        }
    }

    void add_long(MoveList& moves) const {
        const Boxes pairs = chains_.pairs();
        Boxes rest = links_.boxes & ~(chains_.singles | pairs);
        const auto open = [&](Boxes chain) { moves.push_back(outer_edge(chain)); };
        Boxes shortest = 0;
        const auto shorten = [&](Boxes chain) {
            if (shortest == 0 || std::popcount(chain) < std::popcount(shortest)) shortest = chain;
        };
        for (Boxes tips = chains_.tips & ~pairs; tips != 0;) {
            const Boxes chain = links_.component(lowest(tips));
            tips &= ~chain;
            rest &= ~chain;
            if ((chain & attached_) != 0) {
                open(chain);
            } else {
                shorten(chain);
            }
        }
        if (shortest != 0) open(shortest);

        shortest = 0;
        while (rest != 0) {  // loops, which always stand alone
            const Boxes loop = links_.component(lowest(rest));
            rest &= ~loop;
            shorten(loop);
        }
        if (shortest != 0) open(shortest);
    }

    /// An edge at one end of a chain, so that it becomes one run; any edge of a loop.
    Move outer_edge(Boxes chain) const {
        const Boxes end =
            (chain & chains_.tips) != 0 ? lowest(chain & chains_.tips) : lowest(chain);
        Edges edges = undrawn_sides(position_, end);
        const Boxes across = position_.geometry().edge[std::countr_zero(edges)].boxes & ~end;
        if ((across & chain) != 0) edges &= edges - 1;
        return lowest_move(edges);
    }

    /// All of `chains` that touch `attached`, and one of the others.
    static Boxes one_alone(Boxes chains, Boxes attached) {
        return (chains & attached) | lowest(chains & ~attached);
    }

    const Position& position_;
    const Chains& chains_;
    const Links& links_;
    Boxes attached_;
};

}  // namespace

MoveList relevant_moves(const Position& position) {
    MoveList moves;
    if (position.freedom_one() != 0) {
        capturing_moves(position, moves);
    } else {
        const Chains chains{position};
        safe_moves(position, chains, moves);
        Gifts{position, chains}.add_to(moves);
    }
    return moves;
}

std::pair<int, int> future_bounds(const Position& position) {
    const int open = std::popcount(position.geometry().all_boxes & ~position.closed());
    int least = -open;
    Boxes ends = position.freedom_one();
    const Links links{position, ends | position.freedom_two()};
    while (ends != 0) {
        const Boxes run = links.component(lowest(ends));
        const int length = std::popcount(run), rest = open - length;
        const int given_back = std::popcount(run & ends) == 2 ? 4 : 2;
        ends &= ~run;
        // Of any one run: (t - h) + |h + V|, in which the bars have the parity of h + V at least.
        least =
            std::max(least, length < given_back ? length - rest : length - given_back + rest % 2);
    }
    return {least, open};
}

}  // namespace sparring::dots_and_boxes
