#include "tuner/view/estimates.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "referee/statistics/distribution.hpp"
#include "referee/statistics/elo.hpp"
#include "referee/statistics/normal.hpp"
#include "referee/view/number_text.hpp"

namespace sparring::tuner {
namespace {

using referee::number_text;
using referee::signed_number;
using Kind = referee::EloEstimate::Kind;

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// 97.5 % and 80 % quantiles of the standard normal distribution.
constexpr double kPower = referee::kZ95 + 0.8416212335729143;

/// Of a pair's score. No class is taken to be impossible, so that there always is some.
double variance_of(const PairCounts& pairs) {
    return moments(referee::observed(pairs).distribution).variance;
}

}  // namespace

Estimate share_estimate(const PairCounts& pairs) {
    const referee::Moments m = referee::moments(pairs);
    if (m.n == 0) return {kNone, kNone, kNone};
    const double half = referee::kZ95 * std::sqrt(m.variance / m.n);
    if (m.variance > 0 && m.score - half >= 0 && m.score + half <= 1)
        return {m.score, m.score - half, m.score + half};
    const referee::Interval wilson = referee::wilson(m.score, m.n);
    return {m.score, wilson.low, wilson.high};
}

Estimate elo_estimate(const PairCounts& pairs) {
    const referee::EloEstimate elo = referee::estimate_elo(pairs);
    switch (elo.kind) {
        case Kind::none:
            return {kNone, kNone, kNone};
        case Kind::plain:
            return {elo.elo, elo.elo - elo.error, elo.elo + elo.error};
        case Kind::all_won:
            return {kNone, elo.interval.low, kInfinity};
        case Kind::all_lost:
            return {kNone, -kInfinity, elo.interval.high};
        case Kind::wide:
        case Kind::no_variance:
            break;
    }
    return {elo.elo, elo.interval.low, elo.interval.high};
}

std::string elo_text(const PairCounts& pairs) {
    const referee::EloEstimate elo = referee::estimate_elo(pairs);
    switch (elo.kind) {
        case Kind::none:
            return "no pair counts";
        case Kind::plain:
            return fmt::format("{}\u00a0±\u00a0{}", signed_number(elo.elo), number_text(elo.error));
        case Kind::all_won:
            return "all won, over " + signed_number(elo.interval.low);
        case Kind::all_lost:
            return "all lost, under " + signed_number(elo.interval.high);
        case Kind::wide:
        case Kind::no_variance:
            break;
    }
    return text({elo.elo, elo.interval.low, elo.interval.high}, 0);
}

std::string normalized_elo_text(const PairCounts& pairs) {
    const referee::Moments m = referee::moments(pairs);
    if (m.n == 0 || m.variance == 0) return "–";
    return fmt::format("{}\u00a0±\u00a0{}", signed_number(referee::normalized_elo(m, pairs.size())),
                       number_text(referee::normalized_elo_error(m, pairs.size())));
}

std::optional<double> detectable_elo(const PairCounts& pairs) {
    const auto n = static_cast<double>(total(pairs));
    if (n == 0) return {};
    const double share = kPower * std::sqrt(variance_of(pairs) / n);
    if (share >= 0.5) return {};
    return referee::elo_of(0.5 + share);
}

double pairs_to_detect(const PairCounts& pairs, double elo) {
    const double share = referee::score_of(elo) - 0.5;
    return std::ceil(variance_of(pairs) * (kPower / share) * (kPower / share));
}

Estimate difference(const Estimate& a, const Estimate& b) {
    const double value = a.value - b.value;
    const double below = std::hypot(a.value - a.low, b.high - b.value);
    const double above = std::hypot(a.high - a.value, b.value - b.low);
    return {value, value - below, value + above};
}

std::string text(const Estimate& estimate, int decimals) {
    const auto end = [&](double value) {
        return std::isfinite(value) ? signed_number(value, decimals) : std::string{"no bound"};
    };
    return fmt::format("{} ({} to {})", signed_number(estimate.value, decimals), end(estimate.low),
                       end(estimate.high));
}

}  // namespace sparring::tuner
