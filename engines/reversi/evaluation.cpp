#include "engines/reversi/evaluation.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace sparring::reversi {
namespace {

constexpr std::size_t kClasses = 10;

// Square classes under the 8 symmetries, along the rows of the corner triangle:
//   1 = a1 corner  2 = b1 (C)  3 = c1 (A)  4 = d1 (B)  5 = b2 (X)  6 = c2  7 = d2  8 = c3  9 = d3
//   10 = d4
constexpr std::array<Board, kClasses> make_class_masks() {
    std::array<Board, kClasses> masks{};
    for (int square = 0; square < 64; ++square) {
        const int x = std::min(square % 8, 7 - square % 8),
                  y = std::min(square / 8, 7 - square / 8);
        const int low = std::min(x, y), high = std::max(x, y);
        constexpr std::array<int, 4> row_start{0, 4, 7, 9};
        masks[row_start[low] + high - low] |= Board{1} << square;
    }
    return masks;
}

constexpr auto kClassMasks = make_class_masks();

/// One way along a line, with the squares from which 1, 2 or 4 steps lead off the board.
struct Direction {
    int shift;
    std::array<Board, 3> leaves;
};

constexpr std::array<Direction, 8> make_directions() {
    std::array<Direction, 8> all{};
    constexpr std::array<int, 8> dx{1, 0, -1, 1, -1, 0, 1, -1}, dy{0, 1, 1, 1, 0, -1, -1, -1};
    for (std::size_t i = 0; i < 8; ++i) {
        all[i].shift = dx[i] + 8 * dy[i];
        for (std::size_t step = 0; step < 3; ++step) {
            for (int square = 0; square < 64; ++square) {
                const int x = square % 8 + (dx[i] << step), y = square / 8 + (dy[i] << step);
                if (x < 0 || x > 7 || y < 0 || y > 7) all[i].leaves[step] |= Board{1} << square;
            }
        }
    }
    return all;
}

constexpr auto kDirections = make_directions();

/// What stands `steps` squares further in the direction, seen from each square.
constexpr Board look(Board board, int shift) {
    return shift > 0 ? board >> shift : board << -shift;
}

/// Squares from which every square up to the edge in this direction is occupied, themselves
/// included.
constexpr Board full_ahead(Board occupied, const Direction& direction) {
    Board full = occupied;
    for (int step = 0; step < 3; ++step) {
        full &= look(full, direction.shift << step) | direction.leaves[step];
    }
    return full;
}

std::array<int, kClasses> by_class(Board own, Board opp) {
    std::array<int, kClasses> counts;
    for (std::size_t i = 0; i < kClasses; ++i) {
        counts[i] = std::popcount(own & kClassMasks[i]) - std::popcount(opp & kClassMasks[i]);
    }
    return counts;
}

std::size_t phase_of(const Position& position) {
    const int discs = 64 - std::popcount(position.empty());
    return static_cast<std::size_t>(std::clamp((discs - 5) / 20, 0, 2));
}

}  // namespace

Board stable_discs(Board own, Board opp) {
    // A disc is stable if along each of the four axes its line is full, or one neighbour is the
    // edge of the board or a stable disc of the same colour.
    std::array<Board, 4> safe;
    for (std::size_t axis = 0; axis < 4; ++axis) {
        const Direction &ahead = kDirections[axis], &behind = kDirections[axis + 4];
        safe[axis] = (full_ahead(own | opp, ahead) & full_ahead(own | opp, behind)) |
                     ahead.leaves[0] | behind.leaves[0];
    }
    Board stable = 0;
    for (;;) {
        Board next = own;
        for (std::size_t axis = 0; axis < 4; ++axis) {
            next &= safe[axis] | look(stable, kDirections[axis].shift) |
                    look(stable, kDirections[axis + 4].shift);
        }
        if (next == stable) return stable;
        stable = next;
    }
}

Board frontier_discs(Board own, Board empty) {
    Board touched = 0;
    for (const Direction& direction : kDirections) {
        touched |= look(empty, direction.shift) & ~direction.leaves[0];
    }
    return own & touched;
}

Features features(const Position& position) {
    const Board own = position.own(), opp = position.opp(), empty = position.empty();
    const auto difference = [](Board a, Board b) { return std::popcount(a) - std::popcount(b); };
    return {by_class(own, opp), by_class(position.mobility(), position.opponent_mobility()),
            difference(stable_discs(own, opp), stable_discs(opp, own)),
            difference(frontier_discs(own, empty), frontier_discs(opp, empty)),
            difference(own, opp)};
}

const std::vector<Parameter>& Evaluation::parameters() {
    static const std::vector<Parameter> all = [] {
        std::vector<Parameter> list;
        for (const auto* name : {"Location0", "Location1", "Action0", "Action1"}) {
            for (std::size_t i = 1; i <= kClasses; ++i) {
                list.push_back({fmt::format("{}_{}", name, i), -64, 63});
            }
        }
        for (const auto* name : {"Stable", "Discs", "Frontier"}) {
            for (int phase = 0; phase < 3; ++phase) {
                list.push_back({fmt::format("{}_{}", name, phase), -512, 511});
            }
        }
        return list;
    }();
    return all;
}

const std::vector<WeightSet>& Evaluation::weight_sets() {
    static const std::vector<WeightSet> sets{
        {"hand",
         {
             40, -12, 3,  2, -20, -3, -2, 1, 0, 0,  // Location0
             30, -4,  2,  2, -6,  0,  0,  1, 1, 1,  // Location1
             30, 2,   9,  9, -6,  7,  7,  8, 8, 8,  // Action0
             20, 3,   7,  7, 0,   6,  6,  6, 6, 6,  // Action1
             20, 25,  30,                           // Stable
             -4, -1,  6,                            // Discs
             -5, -6,  -3,                           // Frontier
         }},
        {"hand-reversed",
         {
             -40, 6,   -4,  -3, 10, 0,  0,  1,  0,  0,   // Location0
             -30, -2,  -4,  -4, 2,  -2, -2, -2, -2, -2,  // Location1
             -6,  7,   6,   6,  7,  8,  8,  8,  8,  8,   // Action0
             2,   6,   6,   6,  6,  6,  6,  6,  6,  6,   // Action1
             -20, -25, -30,                              // Stable
             -2,  -4,  -8,                               // Discs
             -4,  -3,  0,                                // Frontier
         }},
        {"greedy",
         {
             1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,  // Location
             0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,  // Action
             0, 0, 0, 0, 0, 0, 0, 0, 0,
         }},
        {"greedy-reversed",
         {
             -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1,
             -1, -1, -1, 0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,
             0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,
         }},
    };
    return sets;
}

std::string_view Evaluation::default_weights(Variant variant) {
    return variant == Variant::reversed ? "hand-reversed" : "hand";
}

void Evaluation::set(std::span<const int> values) {
    for (std::size_t ph = 0; ph < phases_.size(); ++ph) {
        Phase& phase = phases_[ph];
        const std::size_t matrix = ph < 2 ? 0 : 1;  // the second matrices from 45 discs on
        const auto location = values.subspan(matrix * kClasses, kClasses);
        const auto action = values.subspan((2 + matrix) * kClasses, kClasses);
        std::copy(location.begin(), location.end(), phase.location.begin());
        std::copy(action.begin(), action.end(), phase.action.begin());
        phase.stable = values[4 * kClasses + ph];
        phase.discs = values[4 * kClasses + 3 + ph];
        phase.frontier = values[4 * kClasses + 6 + ph];
    }
}

Value Evaluation::evaluate(const Position& position) const {
    const Phase& phase = phases_[phase_of(position)];
    const Features f = features(position);
    int sum = f.stable * phase.stable + f.discs * phase.discs + f.frontier * phase.frontier;
    for (std::size_t i = 0; i < kClasses; ++i) {
        sum += f.location[i] * phase.location[i] + f.action[i] * phase.action[i];
    }
    return std::clamp(sum, -kLargest, kLargest);
}

std::vector<Term> Evaluation::explain(const Position& position) const {
    const Phase& phase = phases_[phase_of(position)];
    const Features f = features(position);
    std::vector<Term> terms;
    for (std::size_t i = 0; i < kClasses; ++i) {
        terms.push_back({fmt::format("Location {}", i + 1), static_cast<double>(f.location[i]),
                         static_cast<double>(f.location[i] * phase.location[i])});
    }
    for (std::size_t i = 0; i < kClasses; ++i) {
        terms.push_back({fmt::format("Action {}", i + 1), static_cast<double>(f.action[i]),
                         static_cast<double>(f.action[i] * phase.action[i])});
    }
    const auto add = [&](std::string name, int value, int weight) {
        terms.push_back(
            {std::move(name), static_cast<double>(value), static_cast<double>(value * weight)});
    };
    add("Stable", f.stable, phase.stable);
    add("Discs", f.discs, phase.discs);
    add("Frontier", f.frontier, phase.frontier);
    return terms;
}

}  // namespace sparring::reversi
