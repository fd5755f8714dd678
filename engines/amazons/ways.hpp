// An amazon's ways and moves by the evaluation of the position after them, for who moves. What is
// computed once for a way serves all its arrows.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include "engines/amazons/evaluation.hpp"
#include "engines/amazons/tactics.hpp"

namespace sparring::amazons {

/// The position after a way, as if no arrow were shot.
inline Ground after(const Position& position, Tactics::Part way) {
    const Board step = Board::of(way.from) ^ Board::of(way.to);
    return {position.opp(), position.own() ^ step, position.empty() ^ step};
}

/// The moves that begin with one way.
class Shots {
  public:
    Shots(const Position& position, Tactics::Part way)
        : way_{way}, ground_{after(position, way)}, near_{bits::spread(ground_.own)} {}

    /// Of one move; `win` if it leaves the other side none.
    Value worth(int arrow, const Evaluation& evaluation, Value win) const {
        const Ground g = shot(arrow);
        if (wins(g)) return win;
        return -evaluation.value(territory(g.own, g.opp, g.empty));
    }

    /// Calls `visit(Move, worth)` for every move until it returns true; true if it did.
    template <class Visit>
    bool each(const Evaluation& evaluation, Value win, Visit visit) const {
        std::array<std::uint8_t, Tactics::Completions::capacity> arrows;
        std::size_t count = 0;
        for (Board left = bits::reach(way_.to, ground_.empty); left.any(); left.remove_lowest())
            arrows[count++] = static_cast<std::uint8_t>(left.lowest());
        return each_territory(
            count, [&](std::size_t i) { return shot(arrows[i]); },
            [&](std::size_t i, const Territory& t) {
                const Move move{way_.from, way_.to, arrows[i]};
                return visit(move, wins(shot(arrows[i])) ? win : -evaluation.value(t));
            });
    }

  private:
    Ground shot(int arrow) const {
        return {ground_.own, ground_.opp, ground_.empty ^ Board::of(arrow)};
    }
    bool wins(const Ground& ground) const { return !(near_ & ground.empty).any(); }

    Tactics::Part way_;
    Ground ground_;
    Board near_;
};

/// All ways of a position, the best first.
class Ways {
  public:
    Ways(const Position& position, const Evaluation& evaluation) {
        Tactics::Parts parts;
        Tactics::first_parts(position, parts);
        each_territory(
            parts.size(), [&](std::size_t i) { return after(position, parts[i]); },
            [&](std::size_t i, const Territory& t) {
                ways_[i] = {-evaluation.value(t), parts[i]};
                return false;
            });
        size_ = parts.size();
    }

    std::size_t size() const { return size_; }
    bool done() const { return next_ == size_; }

    // Precondition of these two: not done().

    /// What the best of those not yet picked is worth, as if no arrow were shot.
    Value value() { return best().value; }
    Tactics::Part pick() {
        const Tactics::Part part = best().part;
        ++next_;
        return part;
    }

  private:
    struct Way {
        Value value;
        Tactics::Part part;
    };

    const Way& best() {
        const auto from = ways_.begin() + static_cast<std::ptrdiff_t>(next_);
        const auto end = ways_.begin() + static_cast<std::ptrdiff_t>(size_);
        std::iter_swap(from, std::max_element(from, end, [](const Way& a, const Way& b) {
                           return a.value < b.value;
                       }));
        return *from;
    }

    std::size_t size_ = 0, next_ = 0;
    std::array<Way, Tactics::Parts::capacity> ways_;  // uninitialised beyond size_
};

}  // namespace sparring::amazons
