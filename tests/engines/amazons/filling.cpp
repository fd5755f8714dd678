#include "engines/amazons/filling.hpp"

#include <algorithm>
#include <map>

#include "engines/amazons/notation.hpp"
#include "engines/amazons/race.hpp"
#include "tests/catch.hpp"
#include "tests/engines/amazons/late.hpp"

using namespace sparring;
using namespace sparring::amazons;
using namespace sparring::test;

namespace {

constexpr std::int64_t kUnlimited = std::int64_t{1} << 40;

/// The most moves that one side makes alone, by trying all.
class Longest {
  public:
    int operator()(const Position& position) {
        const auto seen = known_.find(position.hash());
        if (seen != known_.end()) return seen->second;
        Position::MoveList moves;
        position.generate(moves);
        int best = 0;
        for (const Move move : moves) {
            Position next = position;
            next.play(move);
            best = std::max(best, 1 + (*this)(passed(next)));
        }
        return known_[position.hash()] = best;
    }

    static Position passed(const Position& p) {
        return {p.amazons(Side::first), p.amazons(Side::second), p.arrows(),
                other(p.side_to_move()), p.variant()};
    }

  private:
    std::map<std::uint64_t, int> known_;
};

Position alone(Random& random, int most) {
    const Position p = late_position(random, most);
    return {
        p.amazons(Side::first), {}, p.arrows() | p.amazons(Side::second), Side::first, p.variant()};
}

/// Whether the side to move wins if it has so many moves besides (or, if negative, the other has).
bool wins_with(const Position& p, int reserve,
               std::map<std::pair<std::uint64_t, int>, bool>& known) {
    const std::pair key{p.hash(), reserve};
    if (const auto seen = known.find(key); seen != known.end()) return seen->second;
    bool win = reserve > 0 && !wins_with(Longest::passed(p), 1 - reserve, known);
    Position::MoveList moves;
    p.generate(moves);
    for (std::size_t i = 0; i < moves.size() && !win; ++i) {
        Position next = p;
        next.play(moves[i]);
        win = !wins_with(next, -reserve, known);
    }
    return known[key] = win;
}

}  // namespace

TEST_CASE("amazons: a zone is filled with as many moves as trying all finds") {
    Random random{7};
    Filler filler;
    int defects = 0;
    for (int i = 0; i < 300; ++i) {
        const Position p = alone(random, 8);
        Longest longest;
        const Count count = filler.count(p.own(), p.empty(), kUnlimited);
        REQUIRE(count.exact());
        REQUIRE(count.least == longest(p));
        defects += count.least < (flood(p.own(), p.own() | p.empty()) & p.empty()).count();
    }
    CHECK(defects > 10);
}

TEST_CASE("amazons: with little effort the bounds hold what they hold with much") {
    Random random{8};
    Filler exact;
    int open = 0;
    for (int i = 0; i < 200; ++i) {
        const Position p = alone(random, 14);
        Filler hasty;
        const Count bounds = hasty.count(p.own(), p.empty(), 1);
        const Count count = exact.count(p.own(), p.empty(), kUnlimited);
        REQUIRE(count.exact());
        REQUIRE(bounds.least <= count.least);
        REQUIRE(bounds.most >= count.most);
        open += !bounds.exact();
    }
    CHECK(open > 5);
}

TEST_CASE("amazons: what the bounds of contested zones decide is so") {
    Random random{9};
    Filler filler;
    int contests = 0, narrow = 0;
    for (int i = 0; i < 300; ++i) {
        const Position p = late_position(random, 6);
        const Ground fight = contested({p.own(), p.opp(), p.empty()});
        if (!fight.contested()) continue;
        ++contests;
        const Board rest = p.board() & ~(fight.own | fight.opp | fight.empty);
        const bool first = p.side_to_move() == Side::first;
        const Position ground{first ? fight.own : fight.opp, first ? fight.opp : fight.own, rest,
                              p.side_to_move(), p.variant()};
        const Count bounds = prospects(fight, filler);
        std::map<std::pair<std::uint64_t, int>, bool> known;
        for (int reserve = -7; reserve <= 7; ++reserve) {
            const Verdict said = verdict({reserve + bounds.least, reserve + bounds.most});
            if (said == Verdict::open) continue;
            INFO(Rules::to_fen(ground) << " reserve " << reserve);
            REQUIRE(wins_with(ground, reserve, known) == (said == Verdict::won));
        }
        narrow += bounds.most - bounds.least < fight.empty.count();
    }
    CHECK(contests > 50);
    CHECK(narrow > 10);
}
