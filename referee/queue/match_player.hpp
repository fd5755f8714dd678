// Plays what a match job asks for: its pairs of games, between two engines that stay seated.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "referee/play/play_game.hpp"
#include "referee/queue/match_job.hpp"
#include "referee/queue/seating.hpp"

namespace sparring::referee {

class MatchPlayer {
  public:
    /// It outlives the player.
    explicit MatchPlayer(Seating& seating) : seating_{seating} {}

    /// What an engine does wrong is in the result; a process of it is never used again. Games that
    /// are interrupted end at once, as void. Nothing, if a game was due and `wanted` said no.
    boost::asio::awaitable<std::optional<MatchResult>> play(const MatchJob& job,
                                                            std::function<bool()> wanted);

  private:
    using Seat = Seating::Seat;

    boost::asio::awaitable<Expected<JobGame>> play_one(std::array<Seat*, 2> seats,
                                                       const GameSettings& setup);
    JobGame told(std::array<Seat*, 2> seats, const GameSettings& setup,
                 const GameResult& result) const;

    Seating& seating_;
};

}  // namespace sparring::referee
