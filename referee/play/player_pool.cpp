#include "referee/play/player_pool.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/redirect_error.hpp>
#include <system_error>

namespace sparring::referee {

namespace asio = boost::asio;

namespace {

/// Starting engines is a burst of work; while it lasts the clocks of other games run.
constexpr int kMostStarting = 8;

}  // namespace

PlayerPool::PlayerPool(ProcessTable& table, std::span<const EngineSettings> engines,
                       std::string variant, std::size_t most)
    : table_{table},
      engines_{engines},
      variant_{std::move(variant)},
      most_{most},
      start_ended_{table.context(), Instant::max()},
      all_quit_{table.context(), Instant::max()} {}

asio::awaitable<PlayerPool::Taken> PlayerPool::take(int engine) {
    // The most recently used one is likeliest to be in the caches.
    for (auto idle = idle_.rbegin(); idle != idle_.rend(); ++idle) {
        if (idle->engine != engine) continue;
        std::unique_ptr<Player> player = std::move(idle->player);
        idle_.erase(std::next(idle).base());
        in_games_.insert(player.get());
        co_return Taken{std::move(player), {}, false};
    }
    while (!idle_.empty() && idle_.size() + in_games_.size() >= most_) {
        end(std::move(idle_.front().player));
        idle_.pop_front();
    }
    auto player =
        std::make_unique<Player>(table_, engines_[static_cast<std::size_t>(engine)], variant_);
    in_games_.insert(player.get());
    if (interrupted_) player->interrupt();
    auto fault = co_await start(*player);
    if (fault) {
        in_games_.erase(player.get());
        end(std::move(player));
        co_return Taken{nullptr, std::move(fault), true};
    }
    co_return Taken{std::move(player), {}, true};
}

asio::awaitable<std::optional<Fault>> PlayerPool::start(Player& player) {
    while (starting_ >= kMostStarting) {
        boost::system::error_code cancelled;
        co_await start_ended_.async_wait(asio::redirect_error(asio::use_awaitable, cancelled));
    }
    ++starting_;
    std::optional<Fault> fault;
    try {
        fault = co_await player.start();
    } catch (const std::system_error& error) {
        // Our own shortage (descriptors, processes, memory) is nobody's loss.
        fault = Fault{Reason::void_game, error.what()};
    }
    --starting_;
    start_ended_.cancel_one();
    co_return fault;
}

void PlayerPool::give_back(int engine, std::unique_ptr<Player> player) {
    in_games_.erase(player.get());
    if (player->usable() && !player->settings().restart && !interrupted_) {
        idle_.push_back({engine, std::move(player)});
    } else {
        end(std::move(player));
    }
}

void PlayerPool::interrupt() {
    interrupted_ = true;
    for (Player* player : in_games_) player->interrupt();
}

void PlayerPool::end(std::unique_ptr<Player> player) {
    ++quitting_;
    asio::co_spawn(table_.context(), quit(std::move(player)), asio::detached);
}

asio::awaitable<void> PlayerPool::quit(std::unique_ptr<Player> player) {
    co_await player->quit();
    player.reset();
    if (--quitting_ == 0) all_quit_.cancel();
}

asio::awaitable<void> PlayerPool::close() {
    for (Idle& idle : idle_) end(std::move(idle.player));
    idle_.clear();
    while (quitting_ > 0) {
        boost::system::error_code cancelled;
        co_await all_quit_.async_wait(asio::redirect_error(asio::use_awaitable, cancelled));
    }
    // Orphans that were killed a moment ago end within milliseconds.
    asio::steady_timer pause{table_.context()};
    for (int tries = 0; tries < 100 && table_.sweep() > 0; ++tries) {
        pause.expires_after(std::chrono::milliseconds{10});
        co_await pause.async_wait(asio::use_awaitable);
    }
}

}  // namespace sparring::referee
