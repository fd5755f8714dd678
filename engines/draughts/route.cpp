#include "engines/draughts/route.hpp"

#include <cstdlib>

namespace sparring::draughts {
namespace {

/// Depth first over the pieces that are still to be captured.
class RouteSearch {
  public:
    RouteSearch(const Position& position, Move move)
        : to_{bits::bit(move.to())},
          free_{position.empty() | bits::bit(move.from())},
          flies_{(position.kings() >> move.from() & 1) != 0},
          cells_{move.from()} {
        extend(bits::bit(move.from()), move.captured());
    }

    std::vector<int> cells() && { return std::move(cells_); }

  private:
    bool extend(Board at, Board left) {
        if (left == 0) return at == to_;
        bool found = false;
        bits::each_direction([&](auto d) {
            if (found) return;
            Board over = bits::step<d()>(at);
            while (flies_ && (over & free_) != 0) over = bits::step<d()>(over);
            if ((over & left) == 0) return;
            Board landing = bits::step<d()>(over);
            for (; !found && (landing & free_) != 0; landing = bits::step<d()>(landing)) {
                cells_.push_back(bits::lowest(landing));
                found = extend(landing, left & ~over);
                if (!found) cells_.pop_back();
                if (!flies_) break;
            }
        });
        return found;
    }

    Board to_, free_;
    bool flies_;
    std::vector<int> cells_;
};

/// Goes from one cell towards another and adds what it jumps; false if it cannot.
template <bits::Direction D>
bool walk(Board from, Board to, Board opponent, Board free, Board& captured) {
    bool jumping = false;
    for (Board at = bits::step<D>(from);; at = bits::step<D>(at)) {
        if ((at & free) != 0) {
            jumping = false;
            if (at == to) return true;
        } else {
            if (jumping || (at & opponent & ~captured) == 0) return false;
            jumping = true;
            captured |= at;
        }
    }
}

bool leg(int from, int to, Board opponent, Board free, Board& captured) {
    const int down = bits::row_of(to) - bits::row_of(from);
    const int right = bits::column_of(to) - bits::column_of(from);
    if (down == 0 || std::abs(down) != std::abs(right)) return false;
    bool possible = false;
    bits::each_direction([&](auto d) {
        constexpr bool downward = d() == bits::down_left || d() == bits::down_right;
        constexpr bool rightward = d() == bits::up_right || d() == bits::down_right;
        if (downward != (down > 0) || rightward != (right > 0)) return;
        possible = walk<d()>(bits::bit(from), bits::bit(to), opponent, free, captured);
    });
    return possible;
}

}  // namespace

std::vector<int> route_of(const Position& position, Move move) {
    return RouteSearch{position, move}.cells();
}

std::optional<Move> follow(const Position& position, std::span<const int> cells) {
    const Board free = position.empty() | bits::bit(cells.front());
    Board captured = 0;
    for (std::size_t i = 1; i < cells.size(); ++i) {
        if (!leg(cells[i - 1], cells[i], position.opp(), free, captured)) return {};
    }
    // A border piece cannot have been jumped, so the set fits a move.
    return Move{cells.front(), cells.back(), captured};
}

}  // namespace sparring::draughts
