// A game in progress: a start position and the moves played from it, under full rules, including
// the draws that need history.
#pragma once

#include <vector>

#include "engines/games/rules.hpp"

namespace sparring {

template <RulesLike R>
class Line {
  public:
    using Position = typename R::Position;
    using Move = typename R::Move;

    explicit Line(const Position& start) : start_{start}, current_{start} {}

    const Position& start() const { return start_; }
    const Position& current() const { return current_; }
    const std::vector<Move>& moves() const { return moves_; }

    /// Hashes of all positions before the current one, oldest first.
    const std::vector<std::uint64_t>& past() const { return past_; }

    /// Precondition: the move is legal in current().
    void play(Move move) {
        past_.push_back(current_.hash());
        moves_.push_back(move);
        current_.play(move);
    }

    Outcome outcome() const {
        if (current_.is_over()) {
            const int score = margin();
            return score > 0   ? Outcome::first_wins
                   : score < 0 ? Outcome::second_wins
                               : Outcome::draw;
        }
        if (current_.drawn_by_counter() || occurrences() >= 3) return Outcome::draw;
        return Outcome::none;
    }

    /// The final score for the first player. 0 if the game is drawn by rule or not over.
    int margin() const {
        if (!current_.is_over()) return 0;
        const int score = current_.final_score();
        return current_.side_to_move() == Side::first ? score : -score;
    }

  private:
    /// How often the current position has stood on the board, itself included.
    int occurrences() const {
        if constexpr (!R::repetition_draws) return 1;
        int count = 1;
        const auto reach = std::min<std::size_t>(past_.size(), current_.reversible_plies());
        for (std::size_t back = 2; back <= reach; back += 2) {
            if (past_[past_.size() - back] == current_.hash()) ++count;
        }
        return count;
    }

    Position start_;
    Position current_;
    std::vector<Move> moves_;
    std::vector<std::uint64_t> past_;
};

}  // namespace sparring
