#include "referee/play/runner.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/redirect_error.hpp>

#include "referee/play/cpu_set.hpp"

namespace sparring::referee {

namespace asio = boost::asio;

namespace {

/// An engine that fails to start so often in a row will not start at all.
constexpr int kMostFailedStarts = 3;

/// Games that may have ended while one that comes before them has not; bounds our memory.
constexpr std::size_t kMostAhead = 4096;

/// Games that may wait for the disk.
constexpr std::size_t kMostUnkept = 256;

}  // namespace

/// One side of a game while it is being set up and played.
struct Runner::Seat {
    int engine;
    Side side;
    PlayerPool::Loan player{};
};

Score score_of(const GameResult& result) {
    Score score{result.outcome,   result.reason, result.offender, result.margin, {},
                result.moves_hash};
    for (const PlyRecord& ply : result.plies)
        score.efforts[static_cast<std::size_t>(ply.side)].add(ply);
    for (std::size_t i = 0; i < 2; ++i) score.efforts[i].cpu = result.cpu[i];
    return score;
}

namespace {

std::vector<PlayerPool::Engine> with_prover(const MatchSettings& settings) {
    std::vector<PlayerPool::Engine> engines;
    for (const EngineSettings& engine : settings.engines)
        engines.push_back(std::make_shared<const EngineSettings>(engine));
    if (settings.prover)
        engines.push_back(std::make_shared<const EngineSettings>(*settings.prover));
    return engines;
}

}  // namespace

Runner::Runner(ProcessTable& table, const MatchSettings& settings, Observer& observer)
    : table_{table},
      settings_{settings},
      observer_{observer},
      engines_{with_prover(settings)},
      pool_{table, settings.choice.variant,
            (settings.prover ? 3 : 2) * static_cast<std::size_t>(settings.concurrency)},
      change_{table.context(), Instant::max()},
      failed_starts_(engines_.size()) {
    if (settings.prover) prover_ = [this](std::string_view position) { return prove(position); };
}

const std::string& Runner::name(int engine) const {
    return engines_[static_cast<std::size_t>(engine)]->name;
}

void Runner::stop(RunEnd::Kind kind, std::string why) {
    if (!stopping_) end_ = {kind, std::move(why)};
    stopping_ = true;
    change_.cancel();
}

void Runner::interrupt(RunEnd::Kind kind, std::string why) {
    stop(kind, std::move(why));
    pool_.interrupt();
}

asio::awaitable<void> Runner::changed() {
    boost::system::error_code cancelled;
    co_await change_.async_wait(asio::redirect_error(asio::use_awaitable, cancelled));
}

asio::awaitable<RunEnd> Runner::run(Programme programme) {
    programme_ = &programme;
    if (co_await try_engines()) co_await play_stages();
    while (unkept_ > 0) co_await changed();
    // What came too early is lost to nobody: it is kept, and the tables shall show it.
    for (const auto& [index, entry] : early_)
        observer_.in_order(stage_[index], entry.score, entry.result.get());
    co_await pool_.close();
    co_return end_;
}

asio::awaitable<bool> Runner::try_engines() {
    for (int engine = 0; engine < static_cast<int>(engines_.size()); ++engine) {
        auto taken = co_await pool_.take(engines_[static_cast<std::size_t>(engine)]);
        if (taken.fault) {
            const RunEnd::Kind kind = taken.fault->misconfigured ? RunEnd::Kind::bad_option
                                      : taken.fault->reason == Reason::no_start
                                          ? RunEnd::Kind::no_start
                                          : RunEnd::Kind::aborted;
            stop(kind, fmt::format("engine {}: {}", name(engine), taken.fault->detail));
            co_return false;
        }
        identities_.emplace_back(taken.player->id_name(), taken.player->id_author());
        pool_.give_back(std::move(taken.player));
    }
    co_return !stopping_;
}

// ---- stages -------------------------------------------------------------------------------------

asio::awaitable<void> Runner::play_stages() {
    while (!stopping_) {
        stage_ = next_stage(programme_->schedule, played_);
        if (stage_.empty()) co_return;
        co_await play_stage();
    }
}

asio::awaitable<void> Runner::play_stage() {
    next_ = in_order_ = 0;
    // Memory for the results is taken at once, so that a long run does not grow.
    const std::size_t before = played_.size();
    played_.resize(before + stage_.size());
    played_.resize(before);
    for (std::size_t i = 0; i < stage_.size(); ++i) {
        const auto done = programme_->done.find(stage_[i].number);
        if (done != programme_->done.end()) early_.emplace(i, Entry{done->second, nullptr});
    }
    deliver();
    working_ = std::min(settings_.concurrency, static_cast<int>(stage_.size() - in_order_));
    for (int slot = 0, slots = working_; slot < slots && !stopping_; ++slot)
        asio::co_spawn(table_.context(), work(slot), asio::detached);
    if (stopping_) working_ = 0;
    while (working_ > 0 || unkept_ > 0) co_await changed();
}

asio::awaitable<void> Runner::work(int slot) {
    try {
        while (!stopping_) {
            while (next_ < stage_.size() && (next_ < in_order_ || early_.contains(next_))) ++next_;
            if (next_ == stage_.size()) break;
            if (next_ - in_order_ > kMostAhead || unkept_ > kMostUnkept) {
                co_await changed();
                continue;
            }
            co_await play_next(next_++, slot);
            if (settings_.wait > Duration{} && next_ < stage_.size() && !stopping_) {
                asio::steady_timer pause{table_.context(), settings_.wait};
                co_await pause.async_wait(asio::use_awaitable);
            }
        }
    } catch (const std::exception& error) {
        interrupt(RunEnd::Kind::aborted, error.what());
    }
    --working_;
    change_.cancel();
}

asio::awaitable<void> Runner::play_next(std::size_t index, int slot) {
    const ScheduledGame& game = stage_[index];
    auto result = co_await play(game, slot);
    if (result && result->reason == Reason::void_game && !stopping_) {
        observer_.warning(
            fmt::format("game {} is void and played again: {}", game.number, result->detail));
        result = co_await play(game, slot);
    }
    if (result) keep(index, *std::move(result));
}

void Runner::keep(std::size_t index, GameResult result) {
    ++unkept_;
    const auto shared = std::make_shared<const GameResult>(std::move(result));
    // The stage may not change before all of its games are kept.
    observer_.keep({stage_[index], *shared}, [this, index, shared](bool kept) {
        --unkept_;
        change_.cancel();
        if (!kept) return;
        observer_.finished({stage_[index], *shared});
        early_.emplace(index, Entry{score_of(*shared), shared});
        deliver();
    });
}

void Runner::deliver() {
    for (auto next = early_.begin(); next != early_.end() && next->first == in_order_;
         next = early_.erase(next)) {
        const ScheduledGame& game = stage_[in_order_++];
        played_.push_back({game, next->second.score.outcome});
        observer_.in_order(game, next->second.score, next->second.result.get());
    }
}

// ---- one game -----------------------------------------------------------------------------------

/// Gives the seat a player that has been told of the new game, or says why there is none.
asio::awaitable<std::optional<Fault>> Runner::fill(Seat& seat) {
    for (;;) {
        auto taken = co_await pool_.take(engines_[static_cast<std::size_t>(seat.engine)]);
        if (taken.fault) co_return taken.fault;
        auto fault = co_await taken.player->new_game();
        if (!fault) {
            seat.player = std::move(taken.player);
            co_return std::nullopt;
        }
        pool_.give_back(std::move(taken.player));
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

/// Asks the prover about a position; whatever goes wrong, nothing is proved.
asio::awaitable<std::optional<int>> Runner::prove(std::string_view position) {
    Seat seat{static_cast<int>(engines_.size()) - 1, Side::first};
    if (co_await fill(seat)) co_return std::nullopt;
    const Answer answer = co_await seat.player->consider(position);
    pool_.give_back(std::move(seat.player));
    const auto& score = answer.report.score;
    if (answer.fault || !score || score->kind != ugi::Score::Kind::final) co_return std::nullopt;
    co_return score->value;
}

asio::awaitable<std::optional<GameResult>> Runner::play(const ScheduledGame& game, int slot) {
    const auto opening = programme_->opening(game.opening);
    if (!opening) {
        stop(RunEnd::Kind::aborted, "-openings: " + opening.error());
        co_return std::nullopt;
    }
    const PlyListener listener = observer_.plies_of(game);
    const GameSettings setup{settings_.choice, *opening, settings_.adjudication, prover_, listener};
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
    if (seats[1].player) {
        if (!settings_.cpus.empty()) {
            for (const Seat& seat : seats)
                set_affinity(seat.player->pid(), settings_.cpus[static_cast<std::size_t>(slot)]);
        }
        observer_.began(game, *opening);
        result = co_await play_game(*seats[0].player, *seats[1].player, setup);
    }

    for (Seat& seat : seats) {
        const bool lost = !seat.player || seat.player->state() == PlayerState::lost;
        if (result && result->offender == seat.side && lost && !settings_.recover) {
            stop(
                result->reason == Reason::no_start ? RunEnd::Kind::no_start : RunEnd::Kind::aborted,
                fmt::format("engine {} was lost in game {} (-recover goes on): {}",
                            name(seat.engine), game.number, result->detail));
        }
        if (seat.player) pool_.give_back(std::move(seat.player));
    }
    if (result && result->interrupted) result.reset();
    co_return result;
}

}  // namespace sparring::referee
