// Engine processes that outlive a game: taken for a game, given back after it, the longest unused
// ended first when there are too many.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <cstddef>
#include <list>
#include <map>
#include <memory>
#include <string>

#include "referee/play/notice.hpp"
#include "referee/play/player.hpp"

namespace sparring::referee {

class PlayerPool {
  public:
    /// Engines are told apart by their settings' place in memory.
    using Engine = std::shared_ptr<const EngineSettings>;

    /// `most` processes are kept at a time (more only while games need them). The pool outlives
    /// what it lends.
    PlayerPool(ProcessTable& table, std::size_t most);

    struct Forget {
        PlayerPool* pool;
        Forget() : pool{nullptr} {}
        explicit Forget(PlayerPool* of) : pool{of} {}
        void operator()(Player* player) const;
    };
    using Loan = std::unique_ptr<Player, Forget>;

    /// Either a player that is ready, or why there is none.
    struct Taken {
        Loan player;
        std::optional<Fault> fault;
        bool fresh = false;  ///< its process was started for this
    };
    boost::asio::awaitable<Taken> take(Engine engine, games::Choice choice);

    /// Keeps the player for later if it is usable and may be kept, else ends it in the background.
    void give_back(Loan loan);

    /// Wakes everybody who waits for a player of this pool, now and later.
    void interrupt();

    /// Ends all processes and waits until they are gone.
    boost::asio::awaitable<void> close();

  private:
    struct Owned {
        Engine engine;
        std::unique_ptr<Player> player;
    };

    Owned returned(Loan loan);
    boost::asio::awaitable<std::optional<Fault>> start(Player& player);
    void end(Owned owned);
    boost::asio::awaitable<void> quit(Owned owned);
    boost::asio::awaitable<void> changed();

    ProcessTable& table_;
    std::size_t most_;
    std::list<Owned> idle_;  // the longest unused first
    std::map<Player*, Engine> lent_;
    int starting_ = 0;
    std::size_t quitting_ = 0;
    bool interrupted_ = false;
    Notice change_;  // a start or a quit has ended
};

}  // namespace sparring::referee
