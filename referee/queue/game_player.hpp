// Plays what a game job asks for: one game, with all that is kept of it.
#pragma once

#include <optional>

#include "referee/queue/game_job.hpp"
#include "referee/queue/seating.hpp"

namespace sparring::referee {

class GamePlayer {
  public:
    /// It outlives the player.
    explicit GamePlayer(Seating& seating) : seating_{seating} {}

    /// Nothing, if the game was interrupted. What an engine does wrong is in the result; what our
    /// side lacks (processes, descriptors) makes it void.
    boost::asio::awaitable<std::optional<GameReply>> play(const GameJob& job);

  private:
    using Seat = Seating::Seat;

    boost::asio::awaitable<std::optional<Refused>> play_seated(std::array<Seat, 2>& seats,
                                                               const GameSettings& setup,
                                                               GameReply& reply);
    boost::asio::awaitable<std::optional<int>> prove(Seat& seat, const games::Choice& choice,
                                                     std::string_view position);

    Seating& seating_;
};

}  // namespace sparring::referee
