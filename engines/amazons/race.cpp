#include "engines/amazons/race.hpp"

#include <algorithm>

namespace sparring::amazons {
namespace {

using bits::Board;

constexpr std::int64_t kShutEffort = 64;  // nodes; shut-off squares are few

/// Moves that the amazon makes if it enters the squares, shooting back at once.
int moves_inside(int amazon, Board squares, Filler& filler) {
    const int most = squares.count();
    int best = 0;
    Board steps = bits::spread(Board::of(amazon)) & squares;
    for (; steps.any() && best < most; steps.remove_lowest()) {
        const Board step = Board::of(steps.lowest());
        best = std::max(best, 1 + filler.count(step, squares ^ step, kShutEffort).least);
    }
    return best;
}

/// Moves that one side can rely on: `shut` are the squares that border on its amazons alone. Each
/// amazon serves one set of them.
int reliable_moves(Board amazons, Board shut, Filler& filler) {
    int moves = 0;
    for (Board free = amazons; shut.any() && free.any();) {
        const Board region = flood(Board::of(shut.lowest()), shut);
        shut &= ~region;
        int best = 0, guard = -1;
        for (Board near = bits::spread(region) & free; near.any(); near.remove_lowest()) {
            const int inside = moves_inside(near.lowest(), region, filler);
            if (inside > best) {
                best = inside;
                guard = near.lowest();
            }
        }
        moves += best;
        if (guard >= 0) free ^= Board::of(guard);
    }
    return moves;
}

}  // namespace

Race settle(const Ground& ground, Filler& filler, std::int64_t effort) {
    Race race{};
    ground.each_zone([&](const Ground& zone) {
        if (zone.contested()) {
            race.fight.own |= zone.own;
            race.fight.opp |= zone.opp;
            race.fight.empty |= zone.empty;
        } else if (zone.own.any()) {
            const Count moves = filler.count(zone.own, zone.empty, effort);
            race.reserve.least += moves.least;
            race.reserve.most += moves.most;
        } else {
            const Count moves = filler.count(zone.opp, zone.empty, effort);
            race.reserve.least -= moves.most;
            race.reserve.most -= moves.least;
        }
    });
    return race;
}

Count prospects(const Ground& fight, Filler& filler) {
    const Board ours = flood(fight.own, fight.empty) & fight.empty;
    Board only_ours, only_theirs;
    for (Board left = fight.empty; left.any();) {
        const Board region = flood(Board::of(left.lowest()), fight.empty);
        left &= ~region;
        const Board border = bits::spread(region);
        if (!(border & fight.opp).any()) {
            only_ours |= region;
        } else if (!(border & fight.own).any()) {
            only_theirs |= region;
        }
    }
    const Board theirs = flood(fight.opp, fight.empty) & fight.empty;
    return {reliable_moves(fight.own, only_ours, filler) - theirs.count(),
            ours.count() - reliable_moves(fight.opp, only_theirs, filler)};
}

}  // namespace sparring::amazons
