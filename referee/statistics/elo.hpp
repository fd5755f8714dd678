// What counts of results say about the difference between two players. Pure. Formulas: fastchess's
// and fishtest's; docs/statistics.md.
//
// Counts are listed from worst to best: losses, draws, wins of games (3 classes), or pairs of games
// with 0, 1/2, 1, 3/2, 2 points (5 classes). Scores lie in [0, 1].
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace sparring::referee {

using Counts = std::span<const std::int64_t>;

/// Mean and variance of the score of one game (3 classes) or pair (5 classes).
struct Moments {
    double n = 0;
    double score = 0;
    double variance = 0;
};

Moments moments(Counts counts);

/// Logistic Elo: the rating difference at which `score` is expected. Infinite at 0 and 1.
double elo_of(double score);
double score_of(double elo);

struct Interval {
    double low = 0, high = 0;
};

/// Wilson's 95 % interval of a proportion: stays inside [0, 1] and has a width at 0 and 1.
Interval wilson(double score, double n);

/// Half the width of the 95 % interval of Elo, from the normal approximation of the score.
/// Infinite or not a number where that leaves (0, 1).
double elo_error(const Moments& moments);

/// Normalized Elo of a score that lies one standard deviation of a game above one half: 800 /
/// ln 10.
inline constexpr double kNormalizedElo = 347.43558552260146;

/// Elo in units of the noise of one game. `classes` is 3 or 5. Not a number without variance.
double normalized_elo(const Moments& moments, std::size_t classes);
double normalized_elo_error(const Moments& moments, std::size_t classes);

/// Likelihood of superiority: how probable it is that the player is the stronger one.
double superiority(const Moments& moments);

/// The same from decisive games alone (cutechess).
double superiority_of_decisive(std::int64_t wins, std::int64_t losses);

/// An Elo difference that can be printed: never infinite, never without a number.
struct EloEstimate {
    enum class Kind {
        none,         ///< no result yet
        plain,        ///< `elo` and `error`
        wide,         ///< `elo` and `interval` by Wilson, as the plain one leaves (0, 1)
        no_variance,  ///< `elo`, but all results are alike
        all_won,      ///< at least interval.low
        all_lost,     ///< at most interval.high
    };
    Kind kind = Kind::none;
    double elo = 0, error = 0;
    Interval interval{};
};

EloEstimate estimate_elo(Counts counts);

/// `+20.9 +/- 50.2`, `+636 [+137, +1136]`, `all won, over +166`, `+0.0, no variance yet`, `-`.
std::string to_text(const EloEstimate& estimate, int decimals = 1);

/// A finite number with its sign; what is printed as zero has a plus.
std::string signed_text(double value, int decimals);

}  // namespace sparring::referee
