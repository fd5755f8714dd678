// Any game whose engines speak UGI, without rules of ours: `-game ugi`. The engines are asked whose
// turn it is, whether the game is over and who won; the position only keeps the moves.
#pragma once

#include <string>
#include <string_view>

#include "engines/games/catalogue.hpp"

namespace sparring::referee {

games::Choice any_ugi_game();
bool is_any_ugi_game(const games::Choice& choice);

/// Moves are any words. Side and outcome are what has been set.
class AskedPosition final : public games::Position {
  public:
    explicit AskedPosition(std::string fen) : fen_{std::move(fen)} {}

    void set_side(Side side) { side_ = side; }
    void set_outcome(Outcome outcome) { outcome_ = outcome; }

    std::unique_ptr<games::Position> clone() const override {
        return std::make_unique<AskedPosition>(*this);
    }
    Side side_to_move() const override { return side_; }
    Outcome outcome() const override { return outcome_; }
    int margin() const override { return 0; }
    std::uint64_t hash() const override { return std::hash<std::string>{}(fen() + moves_); }
    std::string symmetry_key() const override { return fen() + moves_; }
    std::size_t plies() const override { return plies_.size(); }
    std::vector<std::string> legal_moves() const override { return {}; }
    Expected<std::string> play(std::string_view move) override;
    Expected<std::string> canonical(std::string_view move) const override;
    std::string fen() const override { return fen_.empty() ? "startpos" : fen_; }
    std::string board() const override { return fen() + moves_ + "\n"; }
    std::string record(const RecordHeader& header) const override;

  private:
    std::string fen_, moves_;
    std::vector<std::string> plies_;
    Side side_ = Side::first;
    Outcome outcome_ = Outcome::none;
};

}  // namespace sparring::referee
