// Statistics between arms of runs. Check values: counted by hand, or by enumerating in Python.
#include <cmath>

#include "tests/catch.hpp"
#include "tuner/statistics/arms.hpp"

namespace {

using namespace sparring;
using namespace sparring::tuner;

using Values = std::vector<double>;

TEST_CASE("the effect of a run is its Elo, and a number even if everything was won") {
    CHECK(effect({0, 0, 10, 0, 0}) == Approx(0));
    CHECK(effect({0, 0, 5, 0, 5}) == Approx(400 * std::log10(3.0)));
    // 10 pairs won: as if an eighth of a pair's point were missing.
    CHECK(effect({0, 0, 0, 0, 10}) == Approx(400 * std::log10(79.0)));
    CHECK(effect({10, 0, 0, 0, 0}) == Approx(-effect({0, 0, 0, 0, 10})));
}

TEST_CASE("Mann-Whitney is exact for few runs") {
    CHECK(mann_whitney(Values{1, 2, 3}, Values{4, 5, 6}, 1) == Approx(2.0 / 20));
    // U = 2 of five and five: 4 of the 252 ways are as low; the tables' 5 % point.
    CHECK(mann_whitney(Values{1, 2, 3, 4, 7}, Values{5, 6, 8, 9, 10}, 1) == Approx(8.0 / 252));
    CHECK(mann_whitney(Values{1, 4}, Values{2, 3}, 1) == Approx(1));
    SECTION("only the order matters") {
        CHECK(mann_whitney(Values{-1e6, 2, 3}, Values{4, 5, 1e6}, 1) == Approx(2.0 / 20));
    }
    SECTION("equals share their ranks") {
        // Ranks 1, 2.5 against 2.5, 4: of the six sums 3.5 3.5 5 5 6.5 6.5 four are as far from 5.
        CHECK(mann_whitney(Values{1, 2}, Values{2, 3}, 1) == Approx(4.0 / 6));
        CHECK(mann_whitney(Values{2, 2, 2}, Values{2, 2}, 1) == Approx(1));
    }
}

TEST_CASE("the permutation test counts differences of means") {
    // Of the ten sums of two, 3 and 13 lie 5 from the expected 8, no other as far.
    CHECK(permutation_test(Values{1, 2}, Values{4, 6, 7}, 1) == Approx(2.0 / 10));
    CHECK(permutation_test(Values{0, 1, 2, 3}, Values{10, 11, 12, 13}, 1) == Approx(2.0 / 70));
    CHECK(permutation_test(Values{5}, Values{5, 5}, 1) == Approx(1));
    SECTION("with many runs random ways come near the exact number") {
        // 12 and 12 have 2.7 million ways. All of one arm above all of the other is two of them.
        Values a, b, c;
        for (int i = 0; i < 12; ++i) {
            a.push_back(i);
            b.push_back(100 + i);
            c.push_back(i + 0.5);
        }
        CHECK(permutation_test(a, b, 1) < 1e-4);
        CHECK(permutation_test(a, b, 1) > 0);
        // A shift of 0.5 with a deviation of 3.6: 300,000 random ways in Python gave 0.756.
        CHECK(permutation_test(a, c, 1) == Approx(0.756).margin(0.01));
        CHECK(permutation_test(a, c, 1) == permutation_test(a, c, 1));
    }
}

TEST_CASE("few runs cannot be significant, whatever they show") {
    CHECK(smallest_p(3, 3) == Approx(0.1));
    CHECK(smallest_p(1, 1) == Approx(1));
    CHECK(smallest_p(4, 4) == Approx(2.0 / 70));
    CHECK(smallest_p(2, 5) == Approx(1.0 / 21));
    // Nothing is below it.
    CHECK(permutation_test(Values{1, 2}, Values{4, 6, 7, 8, 90}, 1) >= smallest_p(2, 5));
}

TEST_CASE("Holm's correction") {
    // The example of Holm's paper in the usual form: 0.01 0.04 0.03 0.005 of four.
    const auto p = holm(Values{0.01, 0.04, 0.03, 0.005});
    CHECK(p[0] == Approx(0.03));
    CHECK(p[1] == Approx(0.06));
    CHECK(p[2] == Approx(0.06));
    CHECK(p[3] == Approx(0.02));
    CHECK(holm(Values{0.7, 0.9}) == Values{1, 1});
    CHECK(holm(Values{0.2}) == Values{0.2});
}

TEST_CASE("the bootstrap's interval has the width of runs and of pairs") {
    // Runs that are all alike: only the pairs vary. 400 pairs with half their scores 1/2 and 1:
    // the standard error of one run's score is 0.25 / sqrt(400).
    const PairCounts counts{0, 0, 200, 0, 200};
    const std::vector<PairCounts> a(4, PairCounts{0, 0, 400, 0, 0}), b(4, counts);
    const auto interval = bootstrap_difference(a, b, 7);
    const double slope = 400 / std::log(10) / (0.75 * 0.25);  // of Elo at 0.75
    const double error = slope * 0.25 / std::sqrt(400) / std::sqrt(4);
    const double middle = effect(counts);
    CHECK(interval.low == Approx(middle - 1.96 * error).margin(0.15 * error * 1.96));
    CHECK(interval.high == Approx(middle + 1.96 * error).margin(0.15 * error * 1.96));

    SECTION("runs that differ widen it") {
        const std::vector<PairCounts> spread{{0, 0, 400, 0, 0}, counts, {0, 0, 0, 0, 400}, counts};
        const auto wide = bootstrap_difference(a, spread, 7);
        CHECK(wide.high - wide.low > 3 * (interval.high - interval.low));
    }
    SECTION("the same seed gives the same interval") {
        const auto again = bootstrap_difference(a, b, 7);
        CHECK(again.low == interval.low);
        CHECK(again.high == interval.high);
    }
}

TEST_CASE("what a comparison can detect") {
    // 40 runs an arm with 16 Elo between runs show 10 Elo.
    CHECK(detectable(16, 40, 16, 40) == Approx(10.02).margin(0.01));
    CHECK(detectable(16, 10, 16, 10) == Approx(20.05).margin(0.01));
}

}  // namespace
