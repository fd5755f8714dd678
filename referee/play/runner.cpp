#include "referee/play/runner.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/redirect_error.hpp>

namespace sparring::referee {

namespace asio = boost::asio;

namespace {

/// An engine that fails to start so often in a row will not start at all.
constexpr int kMostFailedStarts = 3;

}  // namespace

/// One side of a game while it is being set up and played.
struct Runner::Seat {
    int engine;
    Side side;
    PlayerPool::Loan player{};
};

Runner::Runner(ProcessTable& table, const MatchSettings& settings, Observer& observer)
    : table_{table},
      settings_{settings},
      observer_{observer},
      pool_{table, settings.engines, settings.choice.variant,
            2 * static_cast<std::size_t>(settings.concurrency)},
      all_done_{table.context(), Instant::max()},
      failed_starts_(settings.engines.size()) {}

const std::string& Runner::name(int engine) const {
    return settings_.engines[static_cast<std::size_t>(engine)].name;
}

void Runner::stop(RunEnd::Kind kind, std::string why) {
    if (!stopping_) end_ = {kind, std::move(why)};
    stopping_ = true;
}

void Runner::interrupt(RunEnd::Kind kind, std::string why) {
    stop(kind, std::move(why));
    pool_.interrupt();
}

asio::awaitable<RunEnd> Runner::run(std::span<const ScheduledGame> games,
                                    std::span<const Opening> openings) {
    games_ = games;
    openings_ = openings;
    if (co_await try_engines()) {
        working_ = std::min(settings_.concurrency, static_cast<int>(games.size()));
        for (int i = 0, workers = working_; i < workers; ++i) {
            asio::co_spawn(table_.context(), work(), asio::detached);
        }
        while (working_ > 0) {
            boost::system::error_code cancelled;
            co_await all_done_.async_wait(asio::redirect_error(asio::use_awaitable, cancelled));
        }
    }
    for (const auto& [index, result] : early_) observer_.finished_in_order({games_[index], result});
    co_await pool_.close();
    co_return end_;
}

asio::awaitable<bool> Runner::try_engines() {
    for (int engine = 0; engine < static_cast<int>(settings_.engines.size()); ++engine) {
        auto taken = co_await pool_.take(engine);
        if (taken.fault) {
            const RunEnd::Kind kind = taken.fault->misconfigured ? RunEnd::Kind::bad_option
                                      : taken.fault->reason == Reason::no_start
                                          ? RunEnd::Kind::no_start
                                          : RunEnd::Kind::aborted;
            stop(kind, fmt::format("engine {}: {}", name(engine), taken.fault->detail));
            co_return false;
        }
        pool_.give_back(engine, std::move(taken.player));
    }
    co_return !stopping_;
}

asio::awaitable<void> Runner::work() {
    try {
        while (!stopping_ && next_ < games_.size()) co_await play_next(next_++);
    } catch (const std::exception& error) {
        interrupt(RunEnd::Kind::aborted, error.what());
    }
    if (--working_ == 0) all_done_.cancel();
}

asio::awaitable<void> Runner::play_next(std::size_t index) {
    if (auto result = co_await play(games_[index])) deliver(index, *std::move(result));
}

/// Gives the seat a player that has been told of the new game, or says why there is none.
asio::awaitable<std::optional<Fault>> Runner::fill(Seat& seat) {
    for (;;) {
        auto taken = co_await pool_.take(seat.engine);
        if (taken.fault) co_return taken.fault;
        auto fault = co_await taken.player->new_game();
        if (!fault) {
            seat.player = std::move(taken.player);
            co_return std::nullopt;
        }
        pool_.give_back(seat.engine, std::move(taken.player));
        if (taken.fresh || stopping_) co_return fault;
        // A process that was lost between two games costs no game, if it may be replaced.
        const std::string what =
            fmt::format("engine {} between two games: {}", name(seat.engine), fault->detail);
        if (!settings_.recover) {
            stop(RunEnd::Kind::aborted, what);
            co_return Fault{Reason::void_game, what};
        }
        observer_.warning(what);
    }
}

asio::awaitable<std::optional<GameResult>> Runner::play(const ScheduledGame& game) {
    const GameSettings setup{settings_.choice, openings_[game.opening], settings_.max_moves};
    Seat seats[] = {{game.first, Side::first}, {game.second, Side::second}};
    std::optional<GameResult> result;
    for (Seat& seat : seats) {
        auto fault = co_await fill(seat);
        int& failed = failed_starts_[static_cast<std::size_t>(seat.engine)];
        failed = fault && fault->reason == Reason::no_start ? failed + 1 : 0;
        if (!fault) continue;
        if (fault->reason == Reason::void_game) {
            stop(RunEnd::Kind::aborted, fmt::format("game {}: {}", game.number, fault->detail));
            break;
        }
        result = forfeit(setup, seat.side, *fault);
        if (failed >= kMostFailedStarts) {
            stop(RunEnd::Kind::no_start,
                 fmt::format("engine {} failed to start {} times in a row: {}", name(seat.engine),
                             failed, fault->detail));
        }
        break;
    }
    if (seats[1].player) result = co_await play_game(*seats[0].player, *seats[1].player, setup);

    for (Seat& seat : seats) {
        const bool lost = !seat.player || seat.player->state() == PlayerState::lost;
        if (result && result->offender == seat.side && lost && !settings_.recover) {
            stop(
                result->reason == Reason::no_start ? RunEnd::Kind::no_start : RunEnd::Kind::aborted,
                fmt::format("engine {} was lost in game {} (-recover goes on): {}",
                            name(seat.engine), game.number, result->detail));
        }
        if (seat.player) pool_.give_back(seat.engine, std::move(seat.player));
    }
    if (result && result->interrupted) result.reset();
    co_return result;
}

void Runner::deliver(std::size_t index, GameResult result) {
    observer_.finished({games_[index], result});
    early_.emplace(index, std::move(result));
    for (auto next = early_.begin(); next != early_.end() && next->first == in_order_;
         next = early_.erase(next)) {
        observer_.finished_in_order({games_[in_order_++], next->second});
    }
}

}  // namespace sparring::referee
