#include "referee/statistics/scoreboard.hpp"

#include <algorithm>

namespace sparring::referee {
namespace {

/// Memory for the games is taken at once, so that a long run does not grow, but not for millions.
constexpr std::size_t kMostReserved = 100'000;

/// Half points of player 0 in a game of two players that is not void.
int points_of_first_player(const PlayedGame& played) {
    if (played.outcome == Outcome::draw) return 1;
    const Side side = played.game.first == 0 ? Side::first : Side::second;
    return played.outcome == win_of(side) ? 2 : 0;
}

}  // namespace

Scoreboard::Scoreboard(ScheduleSettings schedule, std::vector<std::string> names,
                       std::optional<SprtSettings> test)
    : schedule_{std::move(schedule)},
      names_{std::move(names)},
      standings_{schedule_.players, in_pairs(schedule_)},
      test_{test},
      test_counts_(test_ && (test_->model == EloModel::bayes_elo || !in_pairs(schedule_)) ? 3 : 5) {
    played_.resize(std::min(games_at_most(schedule_), kMostReserved));
    played_.clear();
}

void Scoreboard::add_in_order(const ScheduledGame& game, const Score& score) {
    played_.push_back({game, score.outcome});
    if (!test_ || decided_at_) return;
    if (test_counts_.size() == 3) {
        if (score.outcome == Outcome::none) return;
        ++test_counts_[static_cast<std::size_t>(points_of_first_player(played_.back()))];
    } else if (!half_pair_ || half_pair_->game.pair != game.pair) {
        half_pair_ = played_.back();
        return;
    } else {
        // A pair never enters half.
        if (score.outcome == Outcome::none || half_pair_->outcome == Outcome::none) return;
        ++test_counts_[static_cast<std::size_t>(points_of_first_player(*half_pair_) +
                                                points_of_first_player(played_.back()))];
    }
    if (test_state().decision != Decision::running) decided_at_ = game.number;
}

SprtState Scoreboard::test_state() const {
    return sprt(test_counts_, *test_);
}

Ratings Scoreboard::ratings() const {
    std::vector<RatedGame> games;
    games.reserve(played_.size());
    const bool pairs = in_pairs(schedule_);
    for (const PlayedGame& played : played_) {
        games.push_back({played.game.first, played.game.second, played.outcome,
                         pairs ? played.game.pair : kNoPair});
    }
    return rate(schedule_.players, games, {});
}

}  // namespace sparring::referee
