// Sequential test between two strengths: play on until the results say which of them it is. Pure.
// The log-likelihood ratio is the exact generalized one, not its usual closed form, which is wrong
// by orders of magnitude where results hardly vary; docs/statistics.md.
//
// The caller adds results up in schedule order: a pair counts when it and all before it have been
// played. In the order of finishing, short games come first and are not a fair sample.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "referee/statistics/elo.hpp"

namespace sparring::referee {

/// What `elo0` and `elo1` mean.
enum class EloModel : std::uint8_t {
    logistic,    ///< the Elo of the mean score
    normalized,  ///< normalized Elo: the score in units of the noise of a game
    bayes_elo,   ///< Rao and Kupper's rating difference, with the draws observed; games only
};

/// `logistic`, `normalized`, `bayeselo`.
std::string_view word(EloModel model);
std::optional<EloModel> parse_elo_model(std::string_view word);

struct SprtSettings {
    double elo0 = 0;      ///< H0: the strength is elo0 (or less)
    double elo1 = 5;      ///< H1: it is elo1 (or more)
    double alpha = 0.05;  ///< chance to accept H1 where H0 is true
    double beta = 0.05;   ///< chance to accept H0 where H1 is true
    EloModel model = EloModel::normalized;

    bool operator==(const SprtSettings&) const = default;
};

/// What is wrong with them, in words for the one who chose them; nothing if they are usable:
/// -1000 <= elo0 < elo1 <= 1000, 0 < alpha, 0 < beta, alpha + beta < 1.
std::optional<std::string> fault(const SprtSettings& settings);

enum class Decision : std::uint8_t { running, accept_h0, accept_h1 };

/// `running`, `H0 accepted`, `H1 accepted`.
std::string_view word(Decision decision);

struct SprtState {
    double llr = 0;     ///< natural logarithm; positive speaks for H1
    Interval bounds{};  ///< H0 is accepted at or below `low`, H1 at or above `high`
    Decision decision = Decision::running;
    bool alike = false;  ///< all results fall into one class: the test says little, however long
};

/// Wald's bounds: ln(beta / (1 - alpha)) and ln((1 - beta) / alpha).
Interval sprt_bounds(const SprtSettings& settings);

/// `counts` has 3 or 5 classes, 3 for EloModel::bayes_elo. Preconditions: no fault(settings). Zero
/// without results, and with the BayesElo model while one player has won no game.
double log_likelihood_ratio(Counts counts, const SprtSettings& settings);

SprtState sprt(Counts counts, const SprtSettings& settings);

/// The mean scores that the hypotheses stand for, given these results: of H0 `low`, of H1 `high`.
/// Nothing where the model finds none (BayesElo with no wins or no losses).
std::optional<Interval> hypothetical_scores(Counts counts, const SprtSettings& settings);

/// Whether there are results, and all fall into one class.
bool all_alike(Counts counts);

}  // namespace sparring::referee
