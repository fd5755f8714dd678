// Ends games early, by what the engines themselves say. Pure. Rules as in cutechess: `-draw`,
// `-resign`, `-maxmoves`.
#pragma once

#include <array>
#include <cstddef>
#include <optional>

#include "engines/games/types.hpp"
#include "protocol/ugi.hpp"

namespace sparring::referee {

/// Drawn when both sides' scores stayed within `score` for `move_count` moves each, not before
/// `move_number` moves of each side.
struct DrawRule {
    int move_number = 0;
    int move_count = 8;
    int score = 10;  ///< hundredths of the game's unit

    bool operator==(const DrawRule&) const = default;
};

/// Lost for a side that said so in `move_count` moves running.
struct ResignRule {
    int move_count = 3;
    int score = 1000;        ///< hundredths of the game's unit; at most minus this
    bool two_sided = false;  ///< and the other side said the opposite as long

    bool operator==(const ResignRule&) const = default;
};

/// Everything is off by default.
struct AdjudicationRules {
    std::optional<int> max_moves;  ///< of each side; then the game is drawn
    std::optional<DrawRule> draw;
    std::optional<ResignRule> resign;
    bool proof = false;  ///< final scores that both sides agree on, and a third engine confirms

    bool operator==(const AdjudicationRules&) const = default;
};

/// Follows the scores of one game.
class ScoreWatch {
  public:
    explicit ScoreWatch(const AdjudicationRules& rules) : rules_{rules} {}

    /// After a move of `side` that left `plies` plies on the board. The outcome, if a rule says so.
    Outcome add(Side side, const std::optional<ugi::Score>& score, std::size_t plies);

    /// The final score for the first player that both sides' last moves agree on.
    std::optional<int> agreed() const;

  private:
    struct Count {
        int level = 0, losing = 0, winning = 0;  // moves running
        std::optional<int> final;                // for the first player
    };

    const AdjudicationRules& rules_;
    std::array<Count, 2> counts_{};
};

}  // namespace sparring::referee
