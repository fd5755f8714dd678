#include "referee/statistics/standings.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace sparring::referee {
namespace {

int half_points(Outcome outcome, Side side) {
    if (outcome == Outcome::draw) return 1;
    return outcome == win_of(side) ? 2 : 0;
}

}  // namespace

void Effort::add(const PlyRecord& ply) {
    ++moves;
    time += ply.elapsed;
    slowest = std::max(slowest, ply.elapsed);
    if (ply.report.depth) {
        depths += *ply.report.depth;
        ++with_depth;
    }
    if (ply.report.time_ms) {
        latency += ply.elapsed - std::chrono::milliseconds{*ply.report.time_ms};
        ++with_latency;
    }
}

Effort& Effort::operator+=(const Effort& other) {
    moves += other.moves;
    time += other.time;
    slowest = std::max(slowest, other.slowest);
    depths += other.depths;
    with_depth += other.with_depth;
    cpu += other.cpu;
    latency += other.latency;
    with_latency += other.with_latency;
    return *this;
}

void Tally::add(Outcome outcome, Side side) {
    const int points = half_points(outcome, side);
    ++(points == 2 ? wins : points == 1 ? draws : losses);
}

Standings::Standings(int players, bool in_pairs)
    : rows_(static_cast<std::size_t>(players)),
      between_(static_cast<std::size_t>(players) * static_cast<std::size_t>(players)),
      in_pairs_{in_pairs} {}

const Tally& Standings::between(int player, int opponent) const {
    return between_[static_cast<std::size_t>(player) * rows_.size() +
                    static_cast<std::size_t>(opponent)];
}

void Standings::add(const ScheduledGame& game, const Score& score) {
    if (score.outcome == Outcome::none) {
        ++voids_;
        return;
    }
    const auto players_hash = mix64(static_cast<std::uint64_t>(game.first) << 32 |
                                    static_cast<std::uint32_t>(game.second));
    if (score.moves_hash != 0 && !seen_.insert(mix64(score.moves_hash ^ players_hash) | 1))
        ++duplicates_;
    first_movers_.add(score.outcome, Side::first);
    if (score.reason == Reason::max_moves) ++drawn_by_length_;
    const std::array<int, 2> players{game.first, game.second};
    for (const Side side : {Side::first, Side::second}) {
        const auto index = static_cast<std::size_t>(side);
        const int player = players[index], opponent = players[1 - index];
        Row& row = rows_[static_cast<std::size_t>(player)];
        row.all.add(score.outcome, side);
        (side == Side::first ? row.as_first : row.as_second).add(score.outcome, side);
        between_[static_cast<std::size_t>(player) * rows_.size() +
                 static_cast<std::size_t>(opponent)]
            .add(score.outcome, side);
        row.effort += score.efforts[index];
        if (score.margin) {
            const double margin = side == Side::first ? *score.margin : -*score.margin;
            ++row.margins;
            row.margin_sum += margin;
            row.margin_squares += margin * margin;
        }
        if (score.offender == side) ++row.forfeits[static_cast<std::size_t>(score.reason)];
    }
    if (!in_pairs_) return;
    const auto open = open_pairs_.find(game.pair);
    if (open == open_pairs_.end()) {
        open_pairs_[game.pair] = {game.first, half_points(score.outcome, Side::first)};
        return;
    }
    // Half points of both games for the one who moved first in the game that ended first.
    const int player = open->second.player;
    const Side side = player == game.first ? Side::first : Side::second;
    const int opponent = side == Side::first ? game.second : game.first;
    const int points = open->second.half_points + half_points(score.outcome, side);
    open_pairs_.erase(open);
    ++rows_[static_cast<std::size_t>(player)].pairs[static_cast<std::size_t>(points)];
    ++rows_[static_cast<std::size_t>(opponent)].pairs[static_cast<std::size_t>(4 - points)];
}

Standings::Margin Standings::margin(int player) const {
    const Row& of = row(player);
    if (of.margins == 0) return {};
    const auto n = static_cast<double>(of.margins);
    const double mean = of.margin_sum / n;
    const double variance = std::max(of.margin_squares / n - mean * mean, 0.0);
    return {of.margins, mean, 1.959963984540054 * std::sqrt(variance / n)};
}

EloEstimate Standings::elo(int player) const {
    const Row& of = row(player);
    const auto pairs = std::accumulate(of.pairs.begin(), of.pairs.end(), std::int64_t{0});
    return in_pairs_ && pairs > 0 ? estimate_elo(of.pairs) : estimate_elo(of.all.counts());
}

std::vector<int> Standings::ranking() const {
    std::vector<int> order(rows_.size());
    std::iota(order.begin(), order.end(), 0);
    const auto share = [&](int player) {
        const Tally& tally = row(player).all;
        return tally.games() == 0 ? 0 : tally.points() / static_cast<double>(tally.games());
    };
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return share(a) > share(b); });
    return order;
}

}  // namespace sparring::referee
