#include "engines/amazons/selection.hpp"

#include <cmath>

#include "engines/amazons/ways.hpp"

namespace sparring::amazons {
namespace {

// Found by matches between settings at fixed nodes; docs/amazons.md has them. Hundredths of a ply.
constexpr int kPerSquare = 30;                   // that a move is behind the best
constexpr int kPerLogarithm = 50;                // of a move's place in the order
constexpr int kSpare = 120, kSpareAtRoot = 300;  // a move may cost more than there is depth
constexpr std::size_t kMostMoves = 64, kMostAtRoot = 128;

/// What the place in the order costs.
int lateness(std::size_t place) {
    static const auto table = [] {
        std::array<int, kMostAtRoot> t{};
        for (std::size_t i = 0; i < t.size(); ++i)
            t[i] = static_cast<int>(kPerLogarithm * std::log(static_cast<double>(i + 1)));
        return t;
    }();
    return table[place];
}

}  // namespace

/// The deeper, the less the ways cost that turn out to be worth nothing.
std::size_t Selection::most_ways() const {
    if (root_) return kMostWays;
    return depth_ == 2 ? 6 : depth_ == 3 ? 10 : kMostWays;
}

void Selection::survey() {
    Ways ways{position_, evaluation_};
    evaluations_ += ways.size();
    for (std::size_t left = most_ways(); left > 0 && !ways.done(); --left) {
        const Shots shots{position_, ways.pick()};
        shots.each(evaluation_, Evaluation::kLargest, [&](Move move, Value value) {
            candidates_[size_++] = {value, move};
            order_.add(value);
            return false;
        });
    }
    evaluations_ += size_;
    surveyed_ = true;
}

std::optional<Move> Selection::next() {
    const std::array<std::uint32_t, 2> known{hints_.table_move, hints_.killers[0]};
    while (told_ < known.size()) {
        const std::uint32_t code = known[told_++];
        if (code == 0 || (told_ == 2 && code == known[0])) continue;
        if (const auto move = Tactics::legal_move(position_, code - 1)) return move;
    }
    if (!surveyed_) survey();
    const std::size_t most = root_ ? kMostAtRoot : kMostMoves;
    const int spare = root_ ? kSpareAtRoot : kSpare;
    while (given_ < most && !order_.done()) {
        const auto [value, move] = candidates_[order_.pick()];
        if (given_ == 0) best_ = value;
        const int cost = (best_ - value) * kPerSquare / 100 + lateness(given_++);
        if (cost > 100 * (depth_ - 2) + spare) break;
        reduction_ = std::min(cost / 100, depth_ - 2);
        const std::uint32_t code = move.code() + 1;
        if (std::find(known.begin(), known.end(), code) == known.end()) return move;
    }
    given_ = most;
    return {};
}

}  // namespace sparring::amazons
