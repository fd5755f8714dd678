#include "engines/draughts/table_builder.hpp"

#include <algorithm>

namespace sparring::draughts {
namespace {

enum State : std::uint8_t { open, won, lost, drawn, none };

/// One ending while it is made.
struct Work {
    std::size_t place = 0;
    const Ending* ending = nullptr;
    std::vector<std::uint8_t> states{};
    std::vector<std::uint8_t> ways{};  ///< moves not yet known to lose; a king has at most 17
};

/// An ending and that of the same pieces with the other side to move: all that quiet moves without
/// promotion reach. What captures and promotions reach is in the tables already.
class Pair {
  public:
    Pair(Tables& tables, std::size_t place, std::size_t other_place) : tables_{tables} {
        add(place);
        if (other_place != place) add(other_place);
    }

    void solve() {
        for (std::size_t side = 0; side < works_.size(); ++side) begin(side);
        while (!found_.empty()) {
            const std::uint32_t found = found_.back();
            found_.pop_back();
            go_back(found & 1, found >> 1);
        }
        for (const Work& work : works_) {
            for (std::size_t i = 0; i < work.states.size(); ++i) {
                if (work.states[i] == won) tables_.set(work.place, i, 1);
                if (work.states[i] == lost) tables_.set(work.place, i, -1);
            }
        }
    }

  private:
    void add(std::size_t place) {
        const Ending& ending = endings_of(tables_.pieces())[place];
        works_.push_back({place, &ending, std::vector<std::uint8_t>(ending.size(), open),
                          std::vector<std::uint8_t>(ending.size(), 0)});
    }

    void settle(std::size_t side, std::size_t index, State state) {
        works_[side].states[index] = state;
        if (state == won || state == lost)
            found_.push_back(static_cast<std::uint32_t>(2 * index + side));
    }

    /// The value of what a capture or promotion reaches, for its side to move.
    int known(const Position& position) const {
        return position.own() == 0 ? -1 : tables_.probe(position).value_or(0);
    }

    /// Positions that captures, promotions and the lack of moves decide.
    void begin(std::size_t side) {
        const Work& work = works_[side];
        for (std::size_t index = 0; index < work.states.size(); ++index) {
            const auto pieces = work.ending->at(index);
            if (!pieces) {
                works_[side].states[index] = none;
                continue;
            }
            const Position position = position_of(*pieces, tables_.variant());
            Moves moves;
            position.generate(moves);
            const bool captures = !moves.empty() && moves[0].is_capture();
            int ways = 0;
            bool win = false;
            for (const Move move : moves) {
                const bool promotes = (bits::bit(move.from()) & pieces->own_men & kBeforeTop) != 0;
                if (!captures && !promotes) {
                    ++ways;
                    continue;
                }
                Position next = position;
                next.play(move);
                const int value = known(next);
                win = win || value < 0;
                ways += value == 0;
            }
            works_[side].ways[index] = static_cast<std::uint8_t>(ways);
            if (win || ways == 0 || captures)
                settle(side, index, win ? won : ways == 0 ? lost : drawn);
        }
    }

    /// What the quiet moves that lead to a position learn from its value.
    void go_back(std::size_t side, std::size_t index) {
        const bool was_lost = works_[side].states[index] == lost;
        const std::size_t before = works_.size() - 1 - side;
        const Pieces pieces = *works_[side].ending->at(index);
        const Board free = bits::kBoard & ~(pieces.own() | pieces.opp());
        const auto learn = [&](const Pieces& from) {
            Work& work = works_[before];
            const std::size_t at = work.ending->index(turned(from));
            if (work.states[at] != open) return;
            if (was_lost) {
                settle(before, at, won);
            } else if (--work.ways[at] == 0) {
                settle(before, at, lost);
            }
        };
        // The opponent has moved: its men came down from above.
        for (Board men = pieces.opp_men; men != 0; men &= men - 1) {
            const Board man = bits::lowest_bit(men);
            Board origins =
                (bits::step<bits::up_left>(man) | bits::step<bits::up_right>(man)) & free;
            for (; origins != 0; origins &= origins - 1) {
                Pieces from = pieces;
                from.opp_men ^= man | bits::lowest_bit(origins);
                learn(from);
            }
        }
        for (Board kings = pieces.opp_kings; kings != 0; kings &= kings - 1) {
            const Board king = bits::lowest_bit(kings);
            Board origins = 0;
            bits::each_direction([&](auto d) {
                origins |= bits::open_ray<d()>(bits::lowest(king), pieces.own() | pieces.opp());
            });
            for (; origins != 0; origins &= origins - 1) {
                Pieces from = pieces;
                from.opp_kings ^= king | bits::lowest_bit(origins);
                learn(from);
            }
        }
    }

    static constexpr Board kBeforeTop = bits::squares_where([](int row, int) { return row == 1; });

    Tables& tables_;
    std::vector<Work> works_;
    std::vector<std::uint32_t>
        found_;  ///< won or lost, not yet told: twice the index, plus the side
};

}  // namespace

void add_pieces(Tables& tables) {
    tables.grow();
    const auto& endings = endings_of(tables.pieces());
    std::vector<std::size_t> order(endings.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    // A promotion leads to fewer men.
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return endings[a].material().men() < endings[b].material().men();
    });
    for (const std::size_t place : order) {
        const Material other = endings[place].material().for_opponent();
        const auto found = std::find_if(endings.begin(), endings.end(), [&](const Ending& ending) {
            return ending.material() == other;
        });
        const auto other_place = static_cast<std::size_t>(found - endings.begin());
        if (other_place >= place) Pair{tables, place, other_place}.solve();
    }
}

Checked check_pieces(const Tables& tables, std::size_t stride) {
    Checked checked;
    const auto& endings = endings_of(tables.pieces());
    for (std::size_t place = 0; place < endings.size(); ++place) {
        for (std::size_t index = 0; index < endings[place].size(); index += stride) {
            const auto pieces = endings[place].at(index);
            const int value = tables.get(place, index);
            if (!pieces) continue;
            const Position position = position_of(*pieces, tables.variant());
            Moves moves;
            position.generate(moves);
            int best = -1;
            for (const Move move : moves) {
                Position next = position;
                next.play(move);
                best = std::max(best, next.own() == 0 ? 1 : -tables.probe(next).value_or(0));
            }
            ++checked.positions;
            checked.wrong += best != value;
            checked.won += value > 0;
            checked.lost += value < 0;
        }
    }
    return checked;
}

}  // namespace sparring::draughts
