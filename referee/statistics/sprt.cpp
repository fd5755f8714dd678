#include "referee/statistics/sprt.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "referee/statistics/distribution.hpp"
#include "referee/statistics/rao_kupper.hpp"

namespace sparring::referee {
namespace {

constexpr std::array kModels{
    std::pair{EloModel::logistic, std::string_view{"logistic"}},
    std::pair{EloModel::normalized, std::string_view{"normalized"}},
    std::pair{EloModel::bayes_elo, std::string_view{"bayeselo"}},
};

/// The ratio of mean and deviation of one result (game or pair) at this normalized Elo.
double ratio_of(double normalized_elo, std::size_t classes) {
    return normalized_elo / kNormalizedElo * std::sqrt(classes == 5 ? 2.0 : 1.0);
}

std::int64_t total(Counts counts) {
    std::int64_t sum = 0;
    for (const auto count : counts) sum += count;
    return sum;
}

}  // namespace

std::string_view word(EloModel model) {
    for (const auto& [each, name] : kModels)
        if (each == model) return name;
    return "";
}

std::optional<EloModel> parse_elo_model(std::string_view word) {
    for (const auto& [each, name] : kModels)
        if (name == word) return each;
    return {};
}

std::string_view word(Decision decision) {
    switch (decision) {
        case Decision::running:
            break;
        case Decision::accept_h0:
            return "H0 accepted";
        case Decision::accept_h1:
            return "H1 accepted";
    }
    return "running";
}

std::optional<std::string> fault(const SprtSettings& settings) {
    constexpr double most = 1000;
    // Written so that what is not a number is at fault.
    if (!(std::abs(settings.elo0) <= most && std::abs(settings.elo1) <= most))
        return fmt::format("elo0 and elo1 must lie between -{0} and {0}", most);
    if (!(settings.elo0 < settings.elo1))
        return fmt::format("elo0={} must be less than elo1={}", settings.elo0, settings.elo1);
    if (!(settings.alpha > 0 && settings.beta > 0 && settings.alpha + settings.beta < 1)) {
        return fmt::format("alpha={} and beta={} must be positive, their sum less than 1",
                           settings.alpha, settings.beta);
    }
    return {};
}

Interval sprt_bounds(const SprtSettings& settings) {
    return {std::log(settings.beta / (1 - settings.alpha)),
            std::log((1 - settings.beta) / settings.alpha)};
}

bool all_alike(Counts counts) {
    const auto sum = total(counts);
    return sum > 0 && std::find(counts.begin(), counts.end(), sum) != counts.end();
}

std::optional<Interval> hypothetical_scores(Counts counts, const SprtSettings& settings) {
    switch (settings.model) {
        case EloModel::logistic:
            break;
        case EloModel::normalized: {
            const Moments m = moments(observed(counts).distribution);
            const double deviation = std::sqrt(m.variance);
            return Interval{0.5 + deviation * ratio_of(settings.elo0, counts.size()),
                            0.5 + deviation * ratio_of(settings.elo1, counts.size())};
        }
        case EloModel::bayes_elo: {
            const auto n = static_cast<double>(total(counts));
            const auto share = [&](std::size_t i) { return static_cast<double>(counts[i]) / n; };
            if (counts.front() == 0 || counts.back() == 0) return {};
            const auto fitted = rao_kupper_of({share(0), share(1), share(2)});
            return Interval{rao_kupper(settings.elo0, fitted->draw_elo).score(),
                            rao_kupper(settings.elo1, fitted->draw_elo).score()};
        }
    }
    return Interval{score_of(settings.elo0), score_of(settings.elo1)};
}

double log_likelihood_ratio(Counts counts, const SprtSettings& settings) {
    if (total(counts) == 0) return 0;
    const auto [n, seen] = observed(counts);
    Distribution under0, under1;
    if (settings.model == EloModel::normalized) {
        under0 = likeliest_with_ratio(seen, ratio_of(settings.elo0, counts.size()));
        under1 = likeliest_with_ratio(seen, ratio_of(settings.elo1, counts.size()));
    } else {
        const auto scores = hypothetical_scores(counts, settings);
        if (!scores) return 0;
        under0 = likeliest_with_mean(seen, scores->low);
        under1 = likeliest_with_mean(seen, scores->high);
    }
    double sum = 0;
    for (std::size_t i = 0; i < seen.classes; ++i)
        sum += seen.shares[i] * std::log(under1.shares[i] / under0.shares[i]);
    return n * sum;
}

SprtState sprt(Counts counts, const SprtSettings& settings) {
    SprtState state{log_likelihood_ratio(counts, settings), sprt_bounds(settings),
                    Decision::running, all_alike(counts)};
    if (state.llr <= state.bounds.low) state.decision = Decision::accept_h0;
    if (state.llr >= state.bounds.high) state.decision = Decision::accept_h1;
    return state;
}

}  // namespace sparring::referee
