#include "referee/statistics/sprt.hpp"

#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "referee/statistics/distribution.hpp"
#include "referee/statistics/rao_kupper.hpp"
#include "tests/catch.hpp"

namespace {

using namespace sparring::referee;

using Results = std::vector<std::int64_t>;

double llr(const Results& counts, double elo0, double elo1, EloModel model) {
    return log_likelihood_ratio(counts, {.elo0 = elo0, .elo1 = elo1, .model = model});
}

// Closed forms, which the exact values approach where results vary (not used otherwise).

double closed_logistic(const Results& counts, double elo0, double elo1) {
    const auto [n, seen] = observed(counts);
    const Moments m = moments(seen);
    const double s0 = score_of(elo0), s1 = score_of(elo1);
    return n * (s1 - s0) * (2 * m.score - s0 - s1) / (2 * m.variance);
}

double closed_normalized(const Results& counts, double elo0, double elo1) {
    const auto [n, seen] = observed(counts);
    const Moments m = moments(seen);
    const double games = seen.classes == 5 ? 2 : 1;
    const double ratio = (m.score - 0.5) / std::sqrt(games * m.variance);
    const auto square = [&](double elo) {
        return (ratio - elo / kNormalizedElo) * (ratio - elo / kNormalizedElo);
    };
    return games * n / 2 * std::log((1 + square(elo0)) / (1 + square(elo1)));
}

/// cutechess: half a game is added to each class, Elo is logistic and rescaled to the model.
double cutechess(double wins, double losses, double draws, double elo0, double elo1) {
    const double n = wins + losses + draws + 1.5;
    const auto fitted = rao_kupper_of({(losses + 0.5) / n, (draws + 0.5) / n, (wins + 0.5) / n});
    const double scale = rao_kupper_slope(fitted->draw_elo);
    const GameChances p0 = rao_kupper(elo0 / scale, fitted->draw_elo);
    const GameChances p1 = rao_kupper(elo1 / scale, fitted->draw_elo);
    return (losses + 0.5) * std::log(p1.loss / p0.loss) +
           (draws + 0.5) * std::log(p1.draw / p0.draw) + (wins + 0.5) * std::log(p1.win / p0.win);
}

struct Known {
    Results counts;
    double elo0, elo1, normalized, closed_normalized, logistic, closed_logistic;
};

// Printed by fishtest's LLRcalc.py (exact, alt and alt2); fastchess's own code agrees within 1e-6
// in the normalized model and 1e-4 of the value in the logistic one.
const std::vector<Known> kKnown{
    {{3, 10, 20, 12, 5}, 0, 5, 0.107367065, 0.107330001, 0.141396399, 0.142618507},
    {{39, 8843, 26675, 9240, 44}, 0.5, 2.5, 2.941675208, 2.941877262, 0.555517069, 0.555662988},
    {{379, 10170, 21828, 10640, 343}, 0, 2, 2.945495431, 2.946104641, 3.125676351, 3.126559823},
    {{0, 4, 30, 12, 0}, 0, 10, 0.513691662, 0.517972021, 1.128242970, 1.209201700},
    {{96, 111, 136}, 0, 5, 0.664488060, 0.659325642, 0.799005446, 0.814883881},
    {{1351, 2942, 1477}, 0, 10, 2.790915707, 2.791333600, 2.524245607, 2.526105341},
    {{5, 0, 30, 0, 10}, 0, 10, 0.315929188, 0.316985628, 0.378950768, 0.390179600},
    {{0, 0, 45, 0, 0}, 0, 10, -0.070024028, -0.037266851, -1.306167981, -335.385146604},
};

TEST_CASE("the bounds of a sequential test are Wald's") {
    const Interval even = sprt_bounds({.alpha = 0.05, .beta = 0.05});
    CHECK(even.low == Approx(-2.944438979).epsilon(1e-9));
    CHECK(even.high == Approx(2.944438979).epsilon(1e-9));
    const Interval uneven = sprt_bounds({.alpha = 0.05, .beta = 0.10});
    CHECK(uneven.low == Approx(-2.251291799).epsilon(1e-9));
    CHECK(uneven.high == Approx(2.890371758).epsilon(1e-9));
}

TEST_CASE("how long a test takes between its hypotheses") {
    // -lower upper / w pairs, w = (s1 - s0)^2 / v: about 2,100 for [0, 10] and v = 0.05
    const double step = score_of(10) - score_of(0);
    const Interval bounds = sprt_bounds({});
    CHECK(step == Approx(0.01439).margin(5e-6));
    CHECK(step * step / 0.05 == Approx(0.00414).margin(5e-6));
    CHECK(-bounds.low * bounds.high / (step * step / 0.05) == Approx(2100).epsilon(0.01));
}

TEST_CASE("log-likelihood ratios are fishtest's") {
    for (const Known& known : kKnown) {
        CAPTURE(known.logistic);
        // fishtest ends its fixed point iteration after 10 rounds, hence the wider margin.
        CHECK(llr(known.counts, known.elo0, known.elo1, EloModel::normalized) ==
              Approx(known.normalized).margin(2e-6));
        CHECK(llr(known.counts, known.elo0, known.elo1, EloModel::logistic) ==
              Approx(known.logistic).margin(1e-8));
        CHECK(closed_normalized(known.counts, known.elo0, known.elo1) ==
              Approx(known.closed_normalized).margin(1e-8));
        CHECK(closed_logistic(known.counts, known.elo0, known.elo1) ==
              Approx(known.closed_logistic).margin(1e-8));
    }
}

TEST_CASE("log-likelihood ratios of games in the other runners' models") {
    // fastchess, whose root finder stops at 1e-3: about 1e-4 of the value.
    CHECK(llr({96, 111, 136}, 0, 5, EloModel::bayes_elo) == Approx(0.717746357).epsilon(2e-4));
    CHECK(llr({1351, 2942, 1477}, 0, 10, EloModel::logistic) == Approx(2.524371614).epsilon(2e-4));
    // cutechess
    CHECK(cutechess(136, 96, 111, 0, 5) == Approx(0.804449775).margin(1e-8));
    CHECK(cutechess(1477, 1351, 2942, 0, 10) == Approx(2.523585020).margin(1e-8));
    CHECK(cutechess(555, 555, 298, 0, 10) == Approx(-0.740594757).margin(1e-8));
    CHECK(cutechess(3, 149, 1, 0, 10) == Approx(-4.690026036).margin(1e-8));
    // c-chess-cli: the closed logistic form
    CHECK(closed_logistic({96, 111, 136}, 0, 5) == Approx(0.814883881).margin(1e-8));
    CHECK(closed_logistic({1351, 2942, 1477}, 0, 10) == Approx(2.526105341).margin(1e-8));
}

TEST_CASE("the root of a likelihood is found where Newton's first step ends beside a pole") {
    // worked out by bisection
    CHECK(llr({0, 11, 8, 1, 1}, 0, 50, EloModel::logistic) == Approx(-2.499947042).margin(1e-8));
    CHECK(llr({0, 11, 8, 1, 1}, 0, 70, EloModel::normalized) == Approx(-3.026057447).margin(1e-8));
}

TEST_CASE("a test of pairs that are all alike is seen as such and decides late") {
    const auto after = [](std::int64_t pairs, EloModel model) {
        return sprt(Results{0, 0, pairs, 0, 0}, {.elo0 = 0, .elo1 = 10, .model = model});
    };
    CHECK(after(45, EloModel::logistic).alike);
    // The closed form accepts H0 after 5 pairs; the exact ratio after 102.
    CHECK(closed_logistic({0, 0, 5, 0, 0}, 0, 10) < -2.944438979);
    CHECK(after(101, EloModel::logistic).decision == Decision::running);
    CHECK(after(102, EloModel::logistic).decision == Decision::accept_h0);
    CHECK(after(1000, EloModel::normalized).decision == Decision::running);
    CHECK_FALSE(sprt(Results{0, 0, 45, 1, 0}, {}).alike);
    CHECK_FALSE(sprt(Results{0, 0, 0}, {}).alike);
}

TEST_CASE("a test decides at its bounds") {
    const SprtSettings settings{.elo0 = 0, .elo1 = 2};
    const Results passing{379, 10170, 21828, 10640, 343};
    const Results failing(passing.rbegin(), passing.rend());
    CHECK(sprt(passing, settings).decision == Decision::accept_h1);
    CHECK(sprt(failing, settings).decision == Decision::accept_h0);
    CHECK(sprt(Results{39, 8843, 26675, 9240, 44}, {.elo0 = 0.5, .elo1 = 2.5}).decision ==
          Decision::running);
}

TEST_CASE("a ratio changes its sign with the players and with the hypotheses") {
    for (const EloModel model : {EloModel::logistic, EloModel::normalized}) {
        const double here = llr({3, 10, 20, 12, 5}, -2, 7, model);
        CHECK(llr({5, 12, 20, 10, 3}, -7, 2, model) == Approx(-here));
        CHECK(llr({3, 10, 20, 12, 5}, -2, 3, model) + llr({3, 10, 20, 12, 5}, 3, 7, model) ==
              Approx(here));
    }
}

TEST_CASE("counts with zeros give a finite ratio in every model") {
    for (const EloModel model : {EloModel::logistic, EloModel::normalized, EloModel::bayes_elo}) {
        for (const Results& counts :
             {Results{0, 0, 0}, Results{0, 0, 7}, Results{7, 0, 0}, Results{0, 7, 0},
              Results{1, 0, 1}, Results{0, 0, 1'000'000'000'000}, Results{0, 1'000'000'000'000, 0},
              Results{1'000'000'000'000, 0, 1}}) {
            CAPTURE(word(model), counts);
            for (const double reach : {5.0, 100.0, 1000.0})
                CHECK(std::isfinite(llr(counts, -reach, reach, model)));
        }
    }
    CHECK(llr({0, 0, 0}, 0, 5, EloModel::logistic) == 0);
    CHECK(llr({0, 3, 7}, 0, 5, EloModel::bayes_elo) == 0);
    CHECK(llr({0, 0, 0, 0, 9}, 0, 50, EloModel::normalized) > 0);
    CHECK(llr({0, 0, 0, 0, 9}, 0, 50, EloModel::logistic) > 0);
}

TEST_CASE("the likeliest distribution meets its hypothesis, and no near one is likelier") {
    std::mt19937_64 random{1};
    for (int i = 0; i < 2000; ++i) {
        Results counts(i % 2 == 0 ? 3 : 5);
        const std::vector<std::int64_t> sizes{0, 0, 1, 1, 2, 3, 5, 8, 11, 30, 1000};
        for (auto& count : counts) count = sizes[random() % sizes.size()];
        const Distribution seen = observed(counts).distribution;
        // 1/2 is where poles are symmetric, and the mean that is asked for most.
        const double mean =
            i % 3 == 0 ? 0.5 : 0.02 + 0.96 * static_cast<double>(random() % 1000) / 1000;
        const double ratio = 3 * (static_cast<double>(random() % 2001) / 1000 - 1);
        CAPTURE(counts, mean, ratio);

        const Distribution with_mean = likeliest_with_mean(seen, mean);
        const Distribution with_ratio = likeliest_with_ratio(seen, ratio);
        CHECK(moments(with_mean).score == Approx(mean).margin(1e-9));
        const Moments m = moments(with_ratio);
        CHECK((m.score - 0.5) / std::sqrt(m.variance) == Approx(ratio).margin(1e-8));
        for (const Distribution& each : {with_mean, with_ratio}) {
            double sum = 0;
            for (const double share : each.used()) {
                CHECK(share > 0);
                sum += share;
            }
            CHECK(sum == Approx(1).margin(1e-9));
        }

        // Moving along the mean's own constraint (0.5, -1, 0.5 on three neighbours) lowers it.
        const auto likelihood = [&](const Distribution& p) {
            double result = 0;
            for (std::size_t k = 0; k < p.classes; ++k)
                result += seen.shares[k] * std::log(p.shares[k]);
            return result;
        };
        for (const double sign : {-1.0, 1.0}) {
            Distribution moved = with_mean;
            double room = 1;
            for (const std::size_t k : {0u, 1u, 2u}) room = std::min(room, moved.shares[k]);
            for (const std::size_t k : {0u, 1u, 2u})
                moved.shares[k] += sign * 0.01 * room * (k == 1 ? -1 : 0.5);
            CHECK(likelihood(moved) < likelihood(with_mean));
        }
    }
}

TEST_CASE("settings of a test that make no sense are refused with the reason") {
    const auto reason = [](SprtSettings settings) { return fault(settings).value_or("fine"); };
    const double nan = std::numeric_limits<double>::quiet_NaN();
    CHECK(reason({}) == "fine");
    CHECK(reason({.elo0 = 5, .elo1 = 5}) == "elo0=5 must be less than elo1=5");
    CHECK(reason({.elo0 = -2000}) == "elo0 and elo1 must lie between -1000 and 1000");
    CHECK(reason({.elo0 = nan}) == "elo0 and elo1 must lie between -1000 and 1000");
    CHECK(reason({.alpha = 0.5, .beta = 0.5}) ==
          "alpha=0.5 and beta=0.5 must be positive, their sum less than 1");
    CHECK(reason({.alpha = 0}) == "alpha=0 and beta=0.05 must be positive, their sum less than 1");
    CHECK(reason({.beta = nan}) != "fine");
}

TEST_CASE("models and decisions have words") {
    for (const EloModel model : {EloModel::logistic, EloModel::normalized, EloModel::bayes_elo})
        CHECK(parse_elo_model(word(model)) == model);
    CHECK_FALSE(parse_elo_model("Logistic"));
    CHECK(word(Decision::running) == "running");
    CHECK(word(Decision::accept_h0) == "H0 accepted");
    CHECK(word(Decision::accept_h1) == "H1 accepted");
}

TEST_CASE("Rao and Kupper's parameters and chances are inverse") {
    const GameChances chances = rao_kupper(35, 120);
    CHECK(chances.win + chances.draw + chances.loss == Approx(1));
    const auto back = rao_kupper_of(chances);
    CHECK(back->elo == Approx(35));
    CHECK(back->draw_elo == Approx(120));
    CHECK(rao_kupper(50, 0).draw == Approx(0).margin(1e-12));
    CHECK(rao_kupper(50, 0).win == Approx(score_of(50)));
    CHECK_FALSE(rao_kupper_of({0, 0.5, 0.5}));
    CHECK(rao_kupper_slope(100.971530605) == Approx(0.920077977).margin(1e-8));  // BayesElo
}

}  // namespace
