// Plays what a match job asks for: takes two engines from a pool, lets them carry the job's
// options, plays its pairs of games.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "referee/play/play_game.hpp"
#include "referee/play/player_pool.hpp"
#include "referee/queue/engine_list.hpp"
#include "referee/queue/match_job.hpp"

namespace sparring::referee {

class MatchPlayer {
  public:
    /// All games are of one variant; `processes` are kept at a time. The references outlive it.
    MatchPlayer(ProcessTable& table, EngineList& engines, const games::Choice& choice,
                std::size_t processes);

    /// What an engine does wrong is in the result; a process of it is never used again. After
    /// interrupt() games end at once, as void. Nothing, if a game was due and `wanted` said no.
    boost::asio::awaitable<std::optional<MatchResult>> play(const MatchJob& job,
                                                            std::function<bool()> wanted);

    void interrupt();
    bool interrupted() const { return interrupted_; }

    /// Ends all processes and waits until they are gone.
    boost::asio::awaitable<void> close() { return pool_.close(); }

  private:
    struct Seat {
        const JobSide* side = nullptr;
        PlayerPool::Engine engine{};
        PlayerPool::Loan player{};
    };

    boost::asio::awaitable<Expected<JobGame>> play_one(std::array<Seat*, 2> seats,
                                                       const Opening& opening,
                                                       const AdjudicationRules& rules);
    boost::asio::awaitable<std::optional<Fault>> fill(Seat& seat);
    void leave(Seat& a, Seat& b);
    JobGame told(std::array<Seat*, 2> seats, const Opening& opening,
                 const GameResult& result) const;
    std::optional<std::string> assign(Seat& seat, const JobSide& side);

    EngineList& engines_;
    games::Choice choice_;
    PlayerPool pool_;
    bool interrupted_ = false;
};

}  // namespace sparring::referee
