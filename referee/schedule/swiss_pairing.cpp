#include "referee/schedule/swiss_pairing.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <numeric>

#include "engines/games/types.hpp"
#include "referee/schedule/matching.hpp"

namespace sparring::referee {
namespace {

/// Which side a player ought to have next, and how much it matters.
struct Wish {
    enum Strength { none, mild, strong, absolute };

    int side = 0;  ///< +1: to begin, -1: not to
    Strength strength = none;
};

std::vector<bool> first_moves(const SwissHistory& history) {
    std::vector<bool> result;
    for (const SwissRound& round : history.rounds) {
        if (round.opponent != SwissRound::bye) result.push_back(round.first);
    }
    return result;
}

Wish wish_of(const SwissHistory& history) {
    const auto begun = first_moves(history);
    if (begun.empty()) return {};
    const auto firsts = std::count(begun.begin(), begun.end(), true);
    const auto balance = 2 * firsts - static_cast<std::ptrdiff_t>(begun.size());
    const auto size = begun.size();
    const bool twice = size > 1 && begun[size - 1] == begun[size - 2];
    const int side = balance > 0 ? -1 : balance < 0 ? 1 : begun.back() ? -1 : 1;
    if (std::abs(balance) > 1) return {side, Wish::absolute};
    if (twice) return {begun.back() ? -1 : 1, Wish::absolute};
    return {side, balance == 0 ? Wish::mild : Wish::strong};
}

struct Entrant {
    int player = 0;
    const SwissHistory* history = nullptr;
    int score = 0;     ///< in half points
    int position = 0;  ///< in the score group, from 0
    int size = 0;      ///< of the score group
    Wish wish;
    int drift = 0;  ///< of the round before
};

std::vector<Entrant> in_order(std::span<const SwissHistory> histories) {
    std::vector<Entrant> entrants;
    for (std::size_t i = 0; i < histories.size(); ++i) {
        const auto& history = histories[i];
        entrants.push_back({static_cast<int>(i), &history, history.half_points, 0, 0,
                            wish_of(history),
                            history.rounds.empty() ? 0 : history.rounds.back().drift});
    }
    std::stable_sort(entrants.begin(), entrants.end(),
                     [](const Entrant& a, const Entrant& b) { return a.score > b.score; });
    for (std::size_t from = 0, to = 0; from < entrants.size(); from = to) {
        while (to < entrants.size() && entrants[to].score == entrants[from].score) ++to;
        for (std::size_t i = from; i < to; ++i) {
            entrants[i].position = static_cast<int>(i - from);
            entrants[i].size = static_cast<int>(to - from);
        }
    }
    return entrants;
}

std::int64_t square(std::int64_t number) {
    return number * number;
}

/// How much a pair is at odds with each wish, the most important first.
using Criteria = std::array<std::int64_t, 10>;

Criteria criteria(const Entrant& upper, const Entrant& lower, bool first_moves_matter) {
    const auto& rounds = upper.history->rounds;
    const auto meetings = std::count_if(rounds.begin(), rounds.end(), [&](const SwissRound& round) {
        return round.opponent == lower.player;
    });
    const bool clash = first_moves_matter && upper.wish.side * lower.wish.side > 0;
    const auto strength = std::min(upper.wish.strength, lower.wish.strength);
    Criteria odds{};
    odds[1] = square(meetings);
    odds[2] = clash && strength == Wish::absolute;
    odds[4] = square(upper.score - lower.score);
    odds[5] = clash ? (strength == Wish::mild ? 1 : 2) : 0;
    if (upper.score == lower.score) {
        const int half = upper.size / 2;
        odds[7] = upper.position >= half || lower.position < half;
        odds[8] = square(lower.position - upper.position - half);
    } else {
        odds[6] = (upper.drift < 0) + (lower.drift > 0);
        odds[8] = square(upper.size - 1 - upper.position) + square(lower.position);
    }
    return odds;
}

Criteria criteria_of_bye(const Entrant& entrant, int lowest_score) {
    Criteria odds{};
    odds[0] = square(entrant.history->byes);
    odds[3] = entrant.score - lowest_score;
    odds[6] = entrant.drift < 0;
    odds[8] = square(entrant.size - 1 - entrant.position);
    return odds;
}

/// Numbers whose sums over a matching compare as the sums of the criteria do, one after the other.
/// Where 120 bits are too few (they are enough for 300 players) the last wishes are dropped.
std::vector<Cost> weighed(std::span<const Criteria> all, std::int64_t pairs) {
    Criteria most{};
    for (const Criteria& each : all) {
        for (std::size_t i = 0; i < most.size(); ++i) most[i] = std::max(most[i], each[i]);
    }
    std::vector<Cost> costs(all.size());
    Cost range = 1;
    for (std::size_t i = 0; i < most.size(); ++i) {
        const Cost base = Cost{most[i]} * pairs + 1;
        if (range > (Cost{1} << 120) / base) break;
        range *= base;
        for (std::size_t edge = 0; edge < all.size(); ++edge) {
            costs[edge] = costs[edge] * base + all[edge][i];
        }
    }
    return costs;
}

/// Drawn for two players, or for one (twice) and the bye.
std::int64_t lot(std::uint64_t seed, int a, int b) {
    const auto number = [](int player) { return static_cast<std::uint64_t>(player) + 1; };
    return static_cast<std::int64_t>(
        mix64(mix64(mix64(seed) + number(std::min(a, b))) + number(std::max(a, b))) % (1 << 16));
}

/// Partners by place in the order; the bye is one place more.
std::vector<int> partners(std::span<const Entrant> entrants, bool first_moves_matter,
                          std::uint64_t seed) {
    const std::size_t size = entrants.size(), nodes = size + size % 2;
    std::vector<Criteria> all(nodes * nodes);
    for (std::size_t j = 0; j < nodes; ++j) {
        for (std::size_t i = 0; i < j; ++i) {
            const Entrant &upper = entrants[i], &lower = entrants[j < size ? j : i];
            Criteria odds = j < size ? criteria(upper, lower, first_moves_matter)
                                     : criteria_of_bye(upper, entrants.back().score);
            odds.back() = lot(seed, upper.player, lower.player);
            all[i * nodes + j] = all[j * nodes + i] = odds;
        }
    }
    return cheapest_matching(static_cast<int>(nodes),
                             weighed(all, static_cast<std::int64_t>(nodes / 2)));
}

/// Whether the upper of two begins.
bool begins(const Entrant& upper, const Entrant& lower, bool evens_begin) {
    const Wish a = upper.wish, b = lower.wish;
    if (a.strength == Wish::none && b.strength == Wish::none)
        return (upper.player % 2 == 0) == evens_begin;
    if (a.side * b.side <= 0) return a.side > 0 || b.side < 0;
    if (a.strength != b.strength) return (a.strength > b.strength) == (a.side > 0);
    // The last round in which one of them began and the other did not is turned round.
    const auto of_a = first_moves(*upper.history), of_b = first_moves(*lower.history);
    for (std::size_t back = 1; back <= std::min(of_a.size(), of_b.size()); ++back) {
        const bool began = of_a[of_a.size() - back];
        if (began != of_b[of_b.size() - back]) return !began;
    }
    return a.side > 0;
}

}  // namespace

std::vector<SwissPair> pair_swiss_round(std::span<const SwissHistory> histories,
                                        bool first_moves_matter, std::uint64_t seed) {
    const auto entrants = in_order(histories);
    const auto partner = partners(entrants, first_moves_matter, seed);
    const bool evens_begin = mix64(seed) & 1;
    std::vector<SwissPair> pairs;
    for (std::size_t i = 0; i < entrants.size(); ++i) {
        const auto j = static_cast<std::size_t>(partner[i]);
        if (j < i || j == entrants.size()) continue;
        const bool first = begins(entrants[i], entrants[j], evens_begin);
        pairs.push_back({entrants[first ? i : j].player, entrants[first ? j : i].player});
    }
    return pairs;
}

}  // namespace sparring::referee
