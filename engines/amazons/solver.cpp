#include "engines/amazons/solver.hpp"

#include <algorithm>

#include "engines/amazons/tactics.hpp"

namespace sparring::amazons {
namespace {

constexpr std::int64_t kFirstEffort = 100'000;  // nodes to count a zone of the position itself
constexpr std::uint64_t kResistance = 100'000;  // for the choice among lost moves
constexpr int kMostGiven = 6;
constexpr int kSmall = 16;                      // squares of contests that are seen to their end,
constexpr std::uint64_t kPatience = 3'000'000;  // and nodes for larger ones where no clock runs

Ground ground_of(const Position& position) {
    return {position.own(), position.opp(), position.empty()};
}

/// What of a search's limits the solver may use up before it leaves the rest to others.
struct Share {
    std::uint64_t nodes = ~std::uint64_t{0};
    std::optional<Watch::Instant> until;
};

Share share_of(const Watch& watch, int squares) {
    Share share;
    if (!watch.deadline() && squares > kSmall) share.nodes = kPatience;
    if (const auto nodes = watch.node_limit()) share.nodes = std::min(share.nodes, *nodes / 4);
    if (const auto deadline = watch.deadline()) {
        const auto now = Watch::Instant::clock::now();
        share.until = now + (*deadline - now) / 4;
    }
    return share;
}

}  // namespace

void Solver::set_hash(std::size_t megabytes) {
    megabytes_ = megabytes;
    clear();
}

bool Solver::takes(const Position& position, int limit) {
    return limit > 0 && contested(ground_of(position)).empty.count() <= limit;
}

void Solver::solve(const Position& position, int, Watch& watch, const OnSolution& on_solution) {
    if (!search_) search_ = std::make_unique<ZoneSearch>(std::max<std::size_t>(megabytes_ / 2, 1));
    const Share share = share_of(watch, contested(ground_of(position)).empty.count());
    for (std::int64_t effort = kFirstEffort;; effort *= 8) {
        search_->begin(watch, share.nodes, share.until);
        const Race race = settle(ground_of(position), search_->filler(), effort);
        std::uint32_t move = 0;
        if (search_->wins(race.fight, race.reserve.least, &move)) {
            on_solution({1, true, line(position, move)});
            return;
        }
        if (search_->gave_up()) return;
        if (race.reserve.exact() || !search_->wins(race.fight, race.reserve.most, &move)) {
            if (search_->gave_up()) return;
            on_solution({-1, true, resist(position, race, watch)});
            return;
        }
        if (watch.over(0)) return;
    }
}

/// The line that begins with this move, or with spending from the reserve (code 0); empty if there
/// is nothing to spend.
std::vector<Move> Solver::line(const Position& position, std::uint32_t code) {
    if (code == 0) {
        const auto move = spend(position);
        return move ? std::vector{*move} : std::vector<Move>{};
    }
    return {*Tactics::legal_move(position, code - 1)};
}

/// A move in a zone of our own that leaves as many there as can be.
std::optional<Move> Solver::spend(const Position& position) {
    constexpr std::int64_t effort = 2'000;
    std::optional<Move> best;
    ground_of(position).each_zone([&](const Ground& zone) {
        if (zone.opp.any() || best) return;
        const Count before = search_->filler().count(zone.own, zone.empty, effort);
        int most_left = -1;
        Tactics::Parts parts;
        Tactics::Completions completions;
        Tactics::first_parts(position, parts);
        for (const auto part : parts) {
            if (!zone.own.has(part.from)) continue;
            Tactics::complete(position, part, completions);
            for (const Move move : completions) {
                const Board left = (zone.empty | Board::of(part.from)) ^ Board::of(part.to) ^
                                   Board::of(move.arrow);
                const Board moved = zone.own ^ Board::of(part.from) ^ Board::of(part.to);
                const int after = search_->filler().count(moved, left, effort).least;
                if (after > most_left) {
                    most_left = after;
                    best = move;
                }
                if (most_left >= before.most - 1) return;
            }
        }
    });
    return best;
}

/// Of lost moves the one that asks most of the other side: it would win with the fewest moves
/// given. Empty if none is found in time.
std::vector<Move> Solver::resist(const Position& position, const Race& race, Watch& watch) {
    const Share share = share_of(watch, race.fight.empty.count());
    search_->begin(watch, std::min(share.nodes, kResistance), share.until);
    for (int given = 1; given <= kMostGiven && race.fight.contested(); ++given) {
        std::uint32_t move = 0;
        if (search_->wins(race.fight, race.reserve.least + given, &move)) {
            auto moves = line(position, move);
            if (!moves.empty()) return moves;
        }
        if (search_->gave_up()) return {};
    }
    return race.fight.contested() ? std::vector<Move>{} : line(position, 0);
}

}  // namespace sparring::amazons
