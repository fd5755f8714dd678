#include "engines/amazons/leaf.hpp"

#include <algorithm>
#include <tuple>

#include "engines/amazons/tactics.hpp"

namespace sparring::amazons {
namespace {

constexpr std::size_t kMostWays = 20;
constexpr int kDoubtful = 2 * Territory::kUnit;  // of w: below, counting may tell who wins
constexpr int kMostContested = 20;               // empty squares of a leaf that is solved
constexpr std::uint64_t kSolveNodes = 4'000;
constexpr std::int64_t kZoneEffort = 2'000;  // nodes to count one
constexpr std::size_t kZoneMegabytes = 4;

}  // namespace

Leaf::Leaf() : zones_{kZoneMegabytes} {
    ways_.reserve(Tactics::Parts::capacity);
    candidates_.reserve(most_moves());
}

Proof Leaf::solve(const Position& position, Watch& watch) {
    const Ground ground{position.own(), position.opp(), position.empty()};
    if (contested(ground).empty.count() > kMostContested) return Proof::none;
    zones_.begin(watch, kSolveNodes);
    const Race race = settle(ground, zones_.filler(), kZoneEffort);
    if (!race.reserve.exact()) return Proof::none;
    std::uint32_t move = 0;
    const bool win = zones_.wins(race.fight, race.reserve.least, &move);
    return zones_.gave_up() ? Proof::none : win ? Proof::won : Proof::lost;
}

void Leaf::choose_ways(const Position& position, const Evaluation& evaluation, bool whole) {
    const Board own = position.own(), opp = position.opp(), empty = position.empty();
    ways_.clear();
    for (Board amazons = own; amazons.any(); amazons.remove_lowest()) {
        const int from = amazons.lowest();
        for (Board to = bits::reach(from, empty); to.any(); to.remove_lowest()) {
            ways_.push_back(
                {0, static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(to.lowest())});
        }
    }
    complete_ = whole || ways_.size() <= kMostWays;
    if (complete_) return;
    const auto after = [&](const Way& way) {
        const Board step = Board::of(way.from) ^ Board::of(way.to);
        return Ground{opp, own ^ step, empty ^ step};
    };
    each_territory(
        ways_.size(), [&](std::size_t i) { return after(ways_[i]); },
        [&](std::size_t i, const Territory& t) {
            ways_[i].value = -evaluation.value(t);
            return false;
        });
    evaluations_ += ways_.size();
    std::nth_element(
        ways_.begin(), ways_.begin() + kMostWays, ways_.end(), [](const Way& a, const Way& b) {
            return std::tuple{b.value, a.from, a.to} < std::tuple{a.value, b.from, b.to};
        });
    ways_.resize(kMostWays);
}

void Leaf::evaluate_moves(const Position& position, const Evaluation& evaluation, bool prove,
                          bool whole) {
    choose_ways(position, evaluation, whole);
    candidates_.clear();
    for (const Way& way : ways_) {
        const Board vacated = position.empty() | Board::of(way.from);
        const Board moved = position.own() ^ Board::of(way.from) ^ Board::of(way.to);
        const Board open = vacated ^ Board::of(way.to);
        std::array<std::uint8_t, Tactics::Completions::capacity> arrows;
        std::size_t count = 0;
        for (Board left = bits::reach(way.to, vacated); left.any(); left.remove_lowest())
            arrows[count++] = static_cast<std::uint8_t>(left.lowest());
        const auto after = [&](std::size_t i) {
            return Ground{position.opp(), moved, open ^ Board::of(arrows[i])};
        };
        each_territory(count, after, [&](std::size_t i, const Territory& t) {
            const Move move{way.from, way.to, arrows[i]};
            candidates_.push_back(judge(after(i), t, move.code(), evaluation, prove));
            return false;
        });
    }
    evaluations_ += candidates_.size();
}

/// `ground`: after the move.
Leaf::Candidate Leaf::judge(const Ground& ground, const Territory& t, std::uint32_t move,
                            const Evaluation& evaluation, bool prove) {
    const Candidate wins{Evaluation::kLargest, move, Proof::lost};
    if (!(bits::spread(ground.own) & ground.empty).any()) return wins;
    if (prove && t.w <= kDoubtful) {
        const Race race = settle(ground, zones_.filler(), kZoneEffort);
        Count all = race.reserve;
        if (race.fight.contested()) {
            const Count more = prospects(race.fight, zones_.filler());
            all = {all.least + more.least, all.most + more.most};
        }
        const Verdict said = verdict(all);
        if (said == Verdict::lost) return wins;
        if (said == Verdict::won) return {-Evaluation::kLargest, move, Proof::won};
    }
    return {-evaluation.value(t), move, Proof::none};
}

}  // namespace sparring::amazons
