#include "referee/statistics/elo.hpp"

#include <fmt/format.h>

#include <cmath>

#include "referee/statistics/normal.hpp"

namespace sparring::referee {
namespace {

double standard_error(const Moments& moments) {
    return std::sqrt(moments.variance / moments.n);
}

/// Standard deviation of one game's score; a pair's score is the mean of two.
double deviation_of_game(const Moments& moments, std::size_t classes) {
    return std::sqrt(moments.variance * (classes == 5 ? 2 : 1));
}

}  // namespace

Moments moments(Counts counts) {
    Moments result;
    const auto score = [&](std::size_t i) {
        return static_cast<double>(i) / static_cast<double>(counts.size() - 1);
    };
    for (const auto count : counts) result.n += static_cast<double>(count);
    if (result.n == 0) return result;
    for (std::size_t i = 0; i < counts.size(); ++i) {
        result.score += score(i) * static_cast<double>(counts[i]) / result.n;
    }
    for (std::size_t i = 0; i < counts.size(); ++i) {
        const double deviation = score(i) - result.score;
        result.variance += deviation * deviation * static_cast<double>(counts[i]) / result.n;
    }
    return result;
}

double elo_of(double score) {
    return -400 * std::log10(1 / score - 1);
}

double score_of(double elo) {
    return 1 / (1 + std::pow(10, -elo / 400));
}

Interval wilson(double score, double n) {
    const double z2 = kZ95 * kZ95;
    const double centre = (score + z2 / (2 * n)) / (1 + z2 / n);
    const double half = kZ95 * std::sqrt(score * (1 - score) / n + z2 / (4 * n * n)) / (1 + z2 / n);
    return {centre - half, centre + half};
}

double elo_error(const Moments& moments) {
    const double half = kZ95 * standard_error(moments);
    return (elo_of(moments.score + half) - elo_of(moments.score - half)) / 2;
}

double normalized_elo(const Moments& moments, std::size_t classes) {
    return kNormalizedElo * (moments.score - 0.5) / deviation_of_game(moments, classes);
}

double normalized_elo_error(const Moments& moments, std::size_t classes) {
    return kNormalizedElo * kZ95 * standard_error(moments) / deviation_of_game(moments, classes);
}

double superiority(const Moments& moments) {
    return normal_distribution((moments.score - 0.5) / standard_error(moments));
}

double superiority_of_decisive(std::int64_t wins, std::int64_t losses) {
    return normal_distribution(static_cast<double>(wins - losses) /
                               std::sqrt(static_cast<double>(wins + losses)));
}

EloEstimate estimate_elo(Counts counts) {
    using Kind = EloEstimate::Kind;
    const Moments m = moments(counts);
    if (m.n == 0) return {};
    std::int64_t total = 0;
    for (const auto count : counts) total += count;
    const Interval bounds = wilson(m.score, m.n);
    EloEstimate estimate;
    estimate.interval = {elo_of(bounds.low), elo_of(bounds.high)};
    if (counts.back() == total || counts.front() == total) {
        estimate.kind = counts.back() == total ? Kind::all_won : Kind::all_lost;
        return estimate;
    }
    estimate.elo = elo_of(m.score);
    const double half = kZ95 * standard_error(m);
    for (const auto count : counts) {
        if (count != total) continue;
        estimate.kind = Kind::no_variance;
        return estimate;
    }
    if (m.score - half <= 0 || m.score + half >= 1) {
        estimate.kind = Kind::wide;
    } else {
        estimate.kind = Kind::plain;
        estimate.error = elo_error(m);
    }
    return estimate;
}

std::string signed_text(double value, int decimals) {
    const bool zero = std::abs(value) < 0.5 * std::pow(10, -decimals);
    return fmt::format("{:+.{}f}", zero ? 0.0 : value, decimals);
}

std::string to_text(const EloEstimate& estimate, int decimals) {
    switch (estimate.kind) {
        case EloEstimate::Kind::none:
            return "-";
        case EloEstimate::Kind::plain:
            return fmt::format("{} +/- {:.{}f}", signed_text(estimate.elo, decimals),
                               estimate.error, decimals);
        case EloEstimate::Kind::wide:
            return fmt::format("{} [{}, {}]", signed_text(estimate.elo, 0),
                               signed_text(estimate.interval.low, 0),
                               signed_text(estimate.interval.high, 0));
        case EloEstimate::Kind::no_variance:
            return signed_text(estimate.elo, decimals) + ", no variance yet";
        case EloEstimate::Kind::all_won:
            return "all won, over " + signed_text(estimate.interval.low, 0);
        case EloEstimate::Kind::all_lost:
            return "all lost, under " + signed_text(estimate.interval.high, 0);
    }
    return "-";
}

}  // namespace sparring::referee
