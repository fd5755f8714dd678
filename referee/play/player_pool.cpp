#include "referee/play/player_pool.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <system_error>

namespace sparring::referee {

namespace asio = boost::asio;

namespace {

/// Starting engines is a burst of work; while it lasts the clocks of other games run.
constexpr int kMostStarting = 8;

}  // namespace

void PlayerPool::Forget::operator()(Player* player) const {
    pool->lent_.erase(player);
    delete player;
}

PlayerPool::PlayerPool(ProcessTable& table, std::size_t most)
    : table_{table}, most_{most}, change_{table.context()} {}

asio::awaitable<PlayerPool::Taken> PlayerPool::take(Engine engine, games::Choice choice) {
    const auto lend = [&](std::unique_ptr<Player> player) {
        lent_.emplace(player.get(), engine);
        return Loan{player.release(), Forget{this}};
    };
    // The most recently used one is likeliest to be in the caches.
    for (auto idle = idle_.rbegin(); idle != idle_.rend(); ++idle) {
        if (idle->engine != engine || idle->player->choice() != choice) continue;
        Loan loan = lend(std::move(idle->player));
        idle_.erase(std::next(idle).base());
        co_return Taken{std::move(loan), {}, false};
    }
    while (!idle_.empty() && idle_.size() + lent_.size() >= most_) {
        end(std::move(idle_.front()));
        idle_.pop_front();
    }
    Loan loan = lend(std::make_unique<Player>(table_, *engine, choice));
    auto fault = co_await start(*loan);
    if (fault) {
        end(returned(std::move(loan)));
        co_return Taken{{}, std::move(fault), true};
    }
    co_return Taken{std::move(loan), {}, true};
}

asio::awaitable<std::optional<Fault>> PlayerPool::start(Player& player) {
    // Those that do not want to go still hold their memory: their number is bounded, too.
    while (starting_ >= kMostStarting || quitting_ > most_ + kMostStarting) co_await changed();
    if (interrupted_) player.interrupt();
    ++starting_;
    std::optional<Fault> fault;
    try {
        fault = co_await player.start();
    } catch (const std::system_error& error) {
        // Our own shortage (descriptors, processes, memory) is nobody's loss.
        fault = Fault{Reason::void_game, error.what()};
    }
    --starting_;
    change_.give();
    co_return fault;
}

PlayerPool::Owned PlayerPool::returned(Loan loan) {
    auto lent = lent_.extract(loan.get());
    return {std::move(lent.mapped()), std::unique_ptr<Player>{loan.release()}};
}

void PlayerPool::give_back(Loan loan) {
    Owned owned = returned(std::move(loan));
    if (owned.player->usable() && !owned.engine->restart && !interrupted_) {
        idle_.push_back(std::move(owned));
    } else {
        end(std::move(owned));
    }
}

void PlayerPool::interrupt() {
    interrupted_ = true;
    for (const auto& [player, engine] : lent_) player->interrupt();
}

void PlayerPool::end(Owned owned) {
    ++quitting_;
    asio::co_spawn(table_.context(), quit(std::move(owned)), asio::detached);
}

asio::awaitable<void> PlayerPool::quit(Owned owned) {
    co_await owned.player->quit();
    owned.player.reset();
    --quitting_;
    change_.give();
}

asio::awaitable<void> PlayerPool::changed() {
    co_await change_.wait();
}

asio::awaitable<void> PlayerPool::close() {
    for (Owned& idle : idle_) end(std::move(idle));
    idle_.clear();
    while (quitting_ > 0) co_await changed();
    // Orphans that were killed a moment ago end within milliseconds.
    asio::steady_timer pause{table_.context()};
    for (int tries = 0; tries < 100 && table_.sweep() > 0; ++tries) {
        pause.expires_after(std::chrono::milliseconds{10});
        co_await pause.async_wait(asio::use_awaitable);
    }
}

}  // namespace sparring::referee
