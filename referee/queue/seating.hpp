// Lets the engines that jobs name sit down for a game: finds them, starts them or takes them from a
// pool, and lets them carry the job's options.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <cstddef>
#include <optional>
#include <string_view>

#include "referee/play/player_pool.hpp"
#include "referee/queue/engine_list.hpp"
#include "referee/queue/job_side.hpp"

namespace sparring::referee {

class Seating {
  public:
    struct Seat {
        const JobSide* side = nullptr;
        PlayerPool::Engine engine{};
        PlayerPool::Loan player{};
    };

    /// `processes` are kept at a time. The references outlive it.
    Seating(ProcessTable& table, EngineList& engines, std::size_t processes)
        : engines_{engines}, pool_{table, processes} {}

    /// Whose seat it is; `side` outlives that. The refusal says why it cannot be.
    std::optional<Refused> assign(Seat& seat, const JobSide& side);

    /// Gives an assigned seat a player that carries what it is to carry and has been told of a new
    /// game, or says why there is none.
    boost::asio::awaitable<std::optional<Fault>> fill(Seat& seat, const games::Choice& choice);

    /// The player, if there is one, goes back to the pool.
    void clear(Seat& seat);

    /// Whose entry the seat's engine is. Precondition: it has been assigned.
    const EngineEntry& entry(const Seat& seat) const { return *engines_.entry_of(*seat.side); }

    /// Wakes everybody who waits for an engine, now and later.
    void interrupt();
    bool interrupted() const { return interrupted_; }

    /// Ends all processes and waits until they are gone.
    boost::asio::awaitable<void> close() { return pool_.close(); }

  private:
    EngineList& engines_;
    PlayerPool pool_;
    bool interrupted_ = false;
};

/// The game that a job names; the refusal says why nobody plays it here.
std::optional<Refused> find_game(std::string_view name, games::Choice& choice);

}  // namespace sparring::referee
