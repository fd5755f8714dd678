#include "engines/amazons/filling.hpp"

#include <algorithm>
#include <array>

#include "engines/games/types.hpp"

namespace sparring::amazons {
namespace {

using bits::Board;

/// Up to four squares as a number; no amazon stands on a1 and is called 0, so 1 is added.
std::uint32_t squares_code(Board squares) {
    std::uint32_t code = 0;
    for (; squares.any(); squares.remove_lowest()) {
        code = code << 7 | static_cast<std::uint32_t>(squares.lowest() + 1);
    }
    return code;
}

/// Squares by how many empty neighbours they have: at most one, two, more. Dead ends are best shot
/// at first, for they are what is cut off last.
std::array<Board, 3> by_openness(Board squares, Board empty) {
    Board one, two, three;
    for (const int step : bits::kAxes) {
        for (const Board neighbours : {empty << step, empty >> step}) {
            three |= two & neighbours;
            two |= one & neighbours;
            one |= neighbours;
        }
    }
    return {squares & ~two, squares & two & ~three, squares & three};
}

struct Way {
    Board amazons, empty;
};

/// Calls `visit` with what every move leaves, promising ones first, until it returns true.
template <class Visit>
bool each_way(Board amazons, Board empty, Visit visit) {
    for (const Board targets : by_openness(empty | amazons, empty)) {
        for (Board left = amazons; left.any(); left.remove_lowest()) {
            const int from = left.lowest();
            const Board vacated = empty | Board::of(from);
            const Board steps = bits::reach(from, empty);
            const Board near = bits::spread(Board::of(from));
            for (Board ways : {steps & near, steps & ~near}) {
                for (; ways.any(); ways.remove_lowest()) {
                    const int to = ways.lowest();
                    const Board moved = amazons ^ Board::of(from) ^ Board::of(to);
                    const Board open = vacated ^ Board::of(to);
                    for (Board arrows = bits::reach(to, vacated) & targets; arrows.any();
                         arrows.remove_lowest()) {
                        if (visit(Way{moved, open ^ Board::of(arrows.lowest())})) return true;
                    }
                }
            }
        }
    }
    return false;
}

int reachable(Board amazons, Board empty) {
    return (flood(amazons, amazons | empty) & empty).count();
}

}  // namespace

Filler::Filler() : entries_{std::make_unique<Entry[]>(kEntries)} {}

Count Filler::count(Board amazons, Board empty, std::int64_t effort) {
    Count sum;
    Ground{amazons, {}, empty}.each_zone([&](const Ground& zone) {
        const Count moves = count_zone(zone.own, zone.empty, effort);
        sum.least += moves.least;
        sum.most += moves.most;
    });
    return sum;
}

Count Filler::count_zone(Board amazons, Board empty, std::int64_t effort) {
    Count bounds{1, empty.count()};
    if (const Entry& known = entry(amazons, empty); known.most > 0) {
        bounds = {known.least, known.most};
    }
    if (bounds.exact()) return bounds;
    bounds.least = std::max(bounds.least, walk(amazons, empty));
    left_ = effort;
    while (bounds.least < bounds.most) {
        if (zone_reaches(amazons, empty, bounds.most)) {
            bounds.least = bounds.most;
        } else if (left_ < 0) {
            break;
        } else {
            --bounds.most;
        }
    }
    Entry& known = entry(amazons, empty);
    known.least = static_cast<std::int8_t>(bounds.least);
    known.most = static_cast<std::int8_t>(bounds.most);
    return bounds;
}

/// The moves of one way that gives up as little as it can at every step.
int Filler::walk(Board amazons, Board empty) const {
    int moves = 0;
    for (;; ++moves) {
        const int most = reachable(amazons, empty) - 1;
        int best = -1;
        Way chosen{};
        each_way(amazons, empty, [&](const Way& way) {
            const int open = reachable(way.amazons, way.empty);
            if (open > best) {
                best = open;
                chosen = way;
            }
            return best == most;
        });
        if (best < 0) return moves;
        amazons = chosen.amazons;
        empty = chosen.empty;
    }
}

/// Whether so many moves can be made in all zones together; also false when it gives up.
bool Filler::reaches(Board amazons, Board empty, int moves) {
    if (moves <= 0) return true;
    std::array<Ground, 4> zones;
    std::size_t count = 0;
    int spare = -moves;  // squares that need not be used
    Ground{amazons, {}, empty}.each_zone([&](const Ground& zone) {
        zones[count++] = zone;
        spare += zone.empty.count();
    });
    if (spare < 0) return false;
    if (count == 1) return zone_reaches(zones[0].own, zones[0].empty, moves);
    for (std::size_t i = 0; i < count; ++i) {
        const int size = zones[i].empty.count();
        for (int most = size; !zone_reaches(zones[i].own, zones[i].empty, most); --most) {
            if (left_ < 0 || --spare < 0) return false;
        }
    }
    return true;
}

bool Filler::zone_reaches(Board amazons, Board empty, int moves) {
    if (moves <= 1) return true;
    Entry& known = entry(amazons, empty);
    if (moves <= known.least) return true;
    if (moves > known.most) return false;
    if (--left_ < 0) return false;
    ++nodes_;
    const bool can = any_move_reaches(amazons, empty, moves);
    if (left_ < 0 && !can) return false;
    Entry& found = entry(amazons, empty);
    if (can) {
        found.least = std::max(found.least, static_cast<std::int8_t>(moves));
    } else {
        found.most = std::min(found.most, static_cast<std::int8_t>(moves - 1));
    }
    return can;
}

bool Filler::any_move_reaches(Board amazons, Board empty, int moves) {
    return each_way(amazons, empty, [&](const Way& way) {
        return left_ >= 0 && reaches(way.amazons, way.empty, moves - 1);
    });
}

/// The memory's entry for a zone, which it holds afterwards: with nothing known, if it is new.
Filler::Entry& Filler::entry(Board amazons, Board empty) {
    const std::uint32_t code = squares_code(amazons);
    const std::uint64_t hash = mix64(empty.low ^ mix64(empty.high ^ mix64(code)));
    Entry& slot = entries_[hash % kEntries];
    if (slot.amazons != code || !(slot.empty == empty)) {
        slot = {empty, code, 1, static_cast<std::int8_t>(empty.count())};
    }
    return slot;
}

}  // namespace sparring::amazons
