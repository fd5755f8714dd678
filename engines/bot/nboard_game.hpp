// The game that an NBoard host has set, and its clocks, over the brain's.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "engines/bot/brain.hpp"
#include "protocol/ggf.hpp"

namespace sparring::bot {

class NboardGame {
  public:
    /// The position that the brain has.
    explicit NboardGame(Brain& brain) : brain_{brain}, board_{brain.fen()} {}

    /// If there is an Error, nothing has changed. What was learnt about positions stays as long as
    /// the game goes on, or goes back no further than a move of each side.
    std::optional<Error> set(const ggf::Game& game);

    /// In the GGF spelling, or another that cannot be mistaken.
    std::optional<Error> play(const ggf::Played& played);

    /// The brain is at the end of the game again, wherever it was.
    void restore();

    const std::vector<std::string>& moves() const { return moves_; }  ///< canonical

    /// What both players have left; nothing if the game has no time.
    std::optional<Clock> clock() const;

  private:
    std::optional<Error> take(const ggf::Played& played);
    void spend(Side side, const ggf::Played& played);
    std::optional<Error> set_variant(bool anti);
    bool goes_on(const std::string& board, const std::vector<std::string>& moves) const;

    Brain& brain_;
    bool anti_ = false;  // as the game's type has said, not as the user has set it
    std::string board_;
    std::vector<std::string> moves_;
    std::optional<ggf::Time> time_;
    std::array<std::int64_t, 2> left_ms_{};  // by Side
};

}  // namespace sparring::bot
