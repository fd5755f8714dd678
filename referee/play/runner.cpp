#include "referee/play/runner.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <utility>

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

Score score_of(const GameResult& result) {
    Score score{result.outcome,   result.reason, result.offender, result.margin, {},
                result.moves_hash};
    for (const PlyRecord& ply : result.plies)
        score.efforts[static_cast<std::size_t>(ply.side)].add(ply);
    for (std::size_t i = 0; i < 2; ++i) score.efforts[i].cpu = result.cpu[i];
    return score;
}

Runner::Runner(asio::io_context& context, const MatchSettings& settings, Venue& venue,
               Observer& observer)
    : context_{context},
      settings_{settings},
      venue_{venue},
      observer_{observer},
      change_{context},
      room_{context},
      failed_starts_(settings.engines.size()) {}

void Runner::stop(RunEnd::Kind kind, std::string why) {
    if (!std::exchange(stopping_, true)) {
        end_ = {kind, std::move(why)};
        venue_.wind_down();
    }
    change_.give();
    room_.give();
}

void Runner::interrupt(RunEnd::Kind kind, std::string why) {
    stop(kind, std::move(why));
    venue_.interrupt();
}

asio::awaitable<RunEnd> Runner::run(Programme programme) {
    programme_ = &programme;
    if (auto end = co_await venue_.open()) stop(end->kind, std::move(end->why));
    co_await play_stages();
    while (unkept_ > 0) co_await change_.wait();
    // What came too early is lost to nobody: it is kept, and the tables shall show it.
    for (const auto& [index, entry] : early_)
        observer_.in_order(stage_[index], entry.score, entry.result.get());
    co_await venue_.close(end_.kind == RunEnd::Kind::complete);
    co_return end_;
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
    working_ = static_cast<int>(
        std::min(static_cast<std::size_t>(venue_.room()), stage_.size() - in_order_));
    for (int slot = 0, slots = working_; slot < slots && !stopping_; ++slot)
        asio::co_spawn(context_, work(slot), asio::detached);
    if (stopping_) working_ = 0;
    while (working_ > 0 || unkept_ > 0) co_await change_.wait();
}

asio::awaitable<void> Runner::work(int slot) {
    try {
        while (!stopping_) {
            while (next_ < stage_.size() && (next_ < in_order_ || early_.contains(next_))) ++next_;
            if (next_ == stage_.size()) break;
            if (!has_room()) {
                co_await room_.wait();
                continue;
            }
            co_await play_next(next_++, slot);
            if (settings_.wait > Duration{} && next_ < stage_.size() && !stopping_) {
                asio::steady_timer pause{context_, settings_.wait};
                co_await pause.async_wait(asio::use_awaitable);
            }
        }
    } catch (const std::exception& error) {
        interrupt(RunEnd::Kind::aborted, error.what());
    }
    --working_;
    change_.give();
}

bool Runner::has_room() const {
    return next_ <= in_order_ + kMostAhead && unkept_ <= kMostUnkept;
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

asio::awaitable<std::optional<GameResult>> Runner::play(const ScheduledGame& game, int slot) {
    const auto opening = programme_->opening(game.opening);
    if (!opening) {
        stop(RunEnd::Kind::aborted, "-openings: " + opening.error());
        co_return std::nullopt;
    }
    auto played = co_await venue_.play(game, *opening, slot);
    if (played.end) stop(played.end->kind, std::move(played.end->why));
    if (played.result) look_at_loss(game, *played.result);
    co_return std::move(played.result);
}

/// Whether there is any use in further games after an engine was lost in this one.
void Runner::look_at_loss(const ScheduledGame& game, const GameResult& result) {
    if (!result.offender || !result.lost) {
        for (const int player : {game.first, game.second})
            failed_starts_[static_cast<std::size_t>(player)] = 0;
        return;
    }
    const bool first = result.offender == Side::first;
    const auto player = static_cast<std::size_t>(first ? game.first : game.second);
    const std::string& name = settings_.engines[player].name;
    const bool no_start = result.reason == Reason::no_start;
    int& failed = failed_starts_[player];
    failed = no_start ? failed + 1 : 0;
    // Where the first one does not start, the second is not tried.
    if (!first) failed_starts_[static_cast<std::size_t>(game.first)] = 0;
    if (failed >= kMostFailedStarts && !settings_.forfeit_starts) {
        stop(RunEnd::Kind::no_start, fmt::format("engine {} failed to start {} times in a row: {}",
                                                 name, failed, result.detail));
    }
    if (settings_.recover) return;
    stop(no_start ? RunEnd::Kind::no_start : RunEnd::Kind::aborted,
         fmt::format("engine {} was lost in game {} (-recover goes on): {}", name, game.number,
                     result.detail));
}

void Runner::keep(std::size_t index, GameResult result) {
    ++unkept_;
    const auto shared = std::make_shared<const GameResult>(std::move(result));
    // The stage may not change before all of its games are kept.
    observer_.keep({stage_[index], *shared}, [this, index, shared](bool kept) {
        const bool had_room = has_room();
        --unkept_;
        change_.give();
        if (kept) {
            venue_.kept(stage_[index]);
            observer_.finished({stage_[index], *shared});
            early_.emplace(index, Entry{score_of(*shared), shared});
            deliver();
        }
        if (!had_room && has_room()) room_.give();
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

}  // namespace sparring::referee
