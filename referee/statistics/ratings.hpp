// Ratings of many players together, by maximum likelihood over all their games. Pure.
// Formulas and sources: docs/statistics.md.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "engines/games/types.hpp"

namespace sparring::referee {

inline constexpr int kNoPair = -1;

/// A game as ratings see it. Void ones (Outcome::none) are passed over.
struct RatedGame {
    int first = 0, second = 0;  ///< two different players, numbered from 0
    Outcome outcome = Outcome::none;
    /// Games with the same number depend on each other (they share opening and players); kNoPair:
    /// on no other game.
    int pair = kNoPair;
};

enum class DrawModel : std::uint8_t {
    rao_kupper,  ///< a draw is a result of its own, as in BayesElo
    half_wins,   ///< a draw is half a win: Bradley and Terry's model, as in Ordo
};

struct RatingSettings {
    DrawModel draws = DrawModel::rao_kupper;
    /// What the first move is worth, in Elo; nothing: estimated. 0 leaves it out.
    std::optional<double> advantage{};
    /// Rao and Kupper's draw parameter, in Elo, positive; nothing: estimated.
    std::optional<double> draw_elo{};
    /// Virtual draws of each player, spread over its opponents as its games are (BayesElo: 2). They
    /// give players a finite rating who have won or lost all their games.
    double prior_draws = 0;
};

struct PlayerRating {
    enum class Kind : std::uint8_t {
        rated,
        above,  ///< no finite rating: no rated player scored against it, directly or through others
        below,  ///< no finite rating: it did not score against any rated player, nor through others
        apart,  ///< nothing connects it with the rated players
        idle,   ///< no games
    };
    Kind kind = Kind::idle;
    double elo = 0;    ///< the mean of all rated players is 0
    double error = 0;  ///< half its 95 % interval; 0 without variance (all pairs alike)
    double points = 0;
    std::int64_t games = 0;
};

/// A parameter that all games share, in Elo.
struct CommonParameter {
    double elo = 0, error = 0;  ///< error: half the 95 % interval; 0 if it is fixed
    bool estimated = false;
};

struct Ratings {
    std::vector<PlayerRating> players;
    /// Of the ratings, in Elo^2, row by row; 0 where a player is not rated.
    std::vector<double> covariance;
    /// How draws were taken; half_wins also where there are none, or where the other model has no
    /// maximum.
    DrawModel draws = DrawModel::half_wins;
    bool drawn = false;                        ///< there were draws
    std::optional<CommonParameter> advantage;  ///< nothing: the games do not tell; 0 was used
    std::optional<CommonParameter> draw_elo;   ///< nothing with half_wins
    bool from_pairs = false;  ///< errors come from pairs of games, else each game is for itself

    double covariance_of(int player, int other) const;

    /// Half the 95 % interval of the difference of two ratings, which is not the sum of their
    /// errors. Nothing if one is not rated, or without variance.
    std::optional<double> error_of_difference(int player, int other) const;

    /// How probable it is that `player` is the stronger one of two rated players; nothing as above.
    std::optional<double> superiority(int player, int other) const;

    /// Best first: those above, the rated by rating, those below, the rest; equals by points.
    std::vector<int> ranking() const;
};

/// Rates the largest group of players of whom everyone is connected with everyone in both
/// directions by results (wins and draws, virtual ones too). Where the likelihood has no maximum
/// with all that is to be estimated, draws become half wins; where it still has none, the advantage
/// is left out.
Ratings rate(int players, std::span<const RatedGame> games, const RatingSettings& settings);

}  // namespace sparring::referee
