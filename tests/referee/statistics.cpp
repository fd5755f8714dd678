#include "referee/statistics/elo.hpp"

#include <array>
#include <cmath>
#include <vector>

#include "referee/statistics/standings.hpp"
#include "tests/catch.hpp"

namespace {

using namespace sparring;
using namespace sparring::referee;

struct Known {
    std::vector<std::int64_t> counts;
    double score, elo, error, nelo, nelo_error, los;
};

// Printed by fastchess's own code for these counts.
const std::vector<Known> kKnown{
    {{96, 111, 136},
     0.558309038,
     40.702458187,
     30.427217944,
     49.768415381,
     36.768450595,
     0.996010236},
    {{1351, 2942, 1477},
     0.510918544,
     7.588187907,
     6.276670955,
     10.842479464,
     8.964673621,
     0.991118274},
    {{3, 10, 20, 12, 5}, 0.53, 20.871204666, 50.236057158, 28.559029207, 68.096123457, 0.794460111},
    {{379, 10170, 21828, 10640, 343},
     0.502294742,
     1.594561046,
     1.208749731,
     3.050530459,
     2.312398903,
     0.995139463},
    {{5, 0, 30, 0, 10},
     0.555555556,
     38.764005203,
     58.807160601,
     48.180646866,
     71.779616651,
     0.905843655},
};

bool near(double value, double expected) {
    return std::abs(value - expected) < 1e-8;
}

TEST_CASE("scores, Elo, normalized Elo and superiority are fastchess's") {
    for (const Known& known : kKnown) {
        const Moments m = moments(known.counts);
        CAPTURE(known.score, m.score, elo_of(m.score), elo_error(m));
        CHECK(near(m.score, known.score));
        CHECK(near(elo_of(m.score), known.elo));
        CHECK(near(elo_error(m), known.error));
        CHECK(near(normalized_elo(m, known.counts.size()), known.nelo));
        CHECK(near(normalized_elo_error(m, known.counts.size()), known.nelo_error));
        CHECK(near(superiority(m), known.los));
    }
    CHECK(near(superiority_of_decisive(1477, 1351), 0.991090523));  // cutechess
}

TEST_CASE("Elo and score are inverse functions") {
    for (const double elo : {-800.0, -10.0, 0.0, 0.5, 200.0})
        CHECK(near(elo_of(score_of(elo)), elo));
    CHECK(near(score_of(0), 0.5));
}

TEST_CASE("Wilson's interval stays inside and has a width at the ends") {
    const Interval all = wilson(1, 10);
    CHECK(all.high == Approx(1));
    CHECK(all.low == Approx(0.722467));  // n/(n + z^2)
    const Interval none = wilson(0, 10);
    CHECK(none.low == Approx(0).margin(1e-12));
    CHECK(none.high == Approx(1 - 0.722467));
    const Interval half = wilson(0.5, 100);
    CHECK(half.low == Approx(0.403832));
    CHECK(half.high == Approx(0.596168));
}

std::string elo_text(std::vector<std::int64_t> counts) {
    return to_text(estimate_elo(counts));
}

TEST_CASE("an Elo estimate is always a number or a word") {
    CHECK(elo_text({0, 0, 0}) == "-");
    CHECK(elo_text({96, 111, 136}) == "+40.7 +/- 30.4");
    CHECK(elo_text({136, 111, 96}) == "-40.7 +/- 30.4");
    CHECK(elo_text({0, 0, 10}) == "all won, over +166");
    CHECK(elo_text({10, 0, 0}) == "all lost, under -166");
    CHECK(elo_text({0, 0, 45, 0, 0}) == "+0.0, no variance yet");
    CHECK(elo_text({0, 0, 0, 7, 0}) == "+190.8, no variance yet");
    CHECK(elo_text({1, 0, 1}) == "+0 [-393, +393]");
    CHECK(elo_text({0, 0, 0, 1, 9}) == "+636 [+137, +1136]");
    CHECK(to_text(estimate_elo(std::vector<std::int64_t>{96, 111, 136}), 2) == "+40.70 +/- 30.43");
}

TEST_CASE("what is printed as zero has no minus") {
    CHECK(signed_text(-0.04, 1) == "+0.0");
    CHECK(signed_text(-0.06, 1) == "-0.1");
    CHECK(signed_text(-0.4, 0) == "+0");
    CHECK(signed_text(1.005e3, 2) == "+1005.00");
}

Score score(Outcome outcome, Reason reason = Reason::normal, std::optional<Side> offender = {}) {
    return {outcome, reason, offender, {}};
}

TEST_CASE("standings add up games, pairs and forfeits") {
    Standings standings{2, true};
    standings.add({1, 1, 0, 1, 1, 0}, score(Outcome::first_wins));
    CHECK(standings.elo(0).kind == EloEstimate::Kind::all_won);  // no pair yet: from games
    standings.add({2, 1, 1, 0, 1, 0}, score(Outcome::first_wins));
    standings.add({3, 2, 0, 1, 2, 1}, score(Outcome::first_wins, Reason::time, Side::second));
    standings.add({4, 2, 1, 0, 2, 1}, score(Outcome::draw, Reason::max_moves));
    standings.add({5, 3, 0, 1, 3, 2}, score(Outcome::none, Reason::void_game));
    CHECK(standings.row(0).all.wins == 2);
    CHECK(standings.row(0).all.draws == 1);
    CHECK(standings.row(0).all.losses == 1);
    CHECK(standings.row(0).all.points() == 2.5);
    CHECK(standings.row(0).as_first.wins == 2);
    CHECK(standings.row(1).as_first.counts() == std::array<std::int64_t, 3>{0, 1, 1});
    CHECK(standings.row(0).pairs == std::array<std::int64_t, 5>{0, 0, 1, 1, 0});
    CHECK(standings.row(1).pairs == std::array<std::int64_t, 5>{0, 1, 1, 0, 0});
    CHECK(standings.row(1).forfeits[static_cast<std::size_t>(Reason::time)] == 1);
    CHECK(standings.between(1, 0).losses == 2);
    CHECK(standings.first_movers().wins == 3);
    CHECK(standings.games() == 4);
    CHECK(standings.voids() == 1);
    CHECK(standings.drawn_by_length() == 1);
    CHECK(standings.ranking() == std::vector<int>{0, 1});
}

TEST_CASE("pairs may end in any order, also interleaved") {
    Standings standings{2, true};
    standings.add({4, 2, 1, 0, 2, 1}, score(Outcome::first_wins));   // B wins as first
    standings.add({1, 1, 0, 1, 1, 0}, score(Outcome::second_wins));  // B wins as second
    standings.add({3, 2, 0, 1, 2, 1}, score(Outcome::second_wins));  // pair 2: B 2 of 2
    standings.add({2, 1, 1, 0, 1, 0}, score(Outcome::draw));         // pair 1: B 1.5 of 2
    CHECK(standings.row(1).pairs == std::array<std::int64_t, 5>{0, 0, 0, 1, 1});
    CHECK(standings.row(0).pairs == std::array<std::int64_t, 5>{1, 1, 0, 0, 0});
}

}  // namespace
