#include "referee/queue/queue_venue.hpp"

#include <fmt/format.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/post.hpp>

#include "protocol/text.hpp"
#include "referee/archive/sha256.hpp"
#include "referee/play/limit_words.hpp"
#include "referee/queue/game_replay.hpp"

namespace sparring::referee {

namespace asio = boost::asio;

namespace {

/// Between two looks whether the queue has room again.
constexpr std::chrono::milliseconds kPatience{500};

JobSide side_of(const EngineSettings& engine, const std::string& digest) {
    return {engine.name, engine.options, limit_words(engine.limits),
            digest,      engine.restart, engine.ponder};
}

bool is_refused(const JobResult& result) {
    const auto reply = parse_game_reply(result.body);
    return reply && !reply->refused.empty();
}

/// One that does not count, and why.
GameResult void_result(const GameSettings& setup, std::string why) {
    GameResult result;
    result.reason = Reason::void_game;
    result.detail = std::move(why);
    if (auto position = set_up(setup.choice, setup.opening)) result.position = *std::move(position);
    return result;
}

}  // namespace

QueueVenue::QueueVenue(asio::io_context& context, std::shared_ptr<JobQueue> queue,
                       const MatchSettings& settings, QueueRun run, Observer& observer)
    : context_{context},
      queue_{std::move(queue)},
      settings_{settings},
      run_{std::move(run)},
      observer_{observer},
      identities_(settings.engines.size()),
      received_{context} {}

asio::awaitable<std::optional<RunEnd>> QueueVenue::open() {
    receiving_ = true;
    asio::co_spawn(context_, receive(), [this](std::exception_ptr error) {
        receiving_ = false;
        received_.give();
        if (!error) return;
        try {
            std::rethrow_exception(error);
        } catch (const std::exception& what) {
            fail(what.what());
        }
    });
    co_return std::nullopt;
}

void QueueVenue::interrupt() {
    interrupted_ = true;
    queue_->interrupt();
    wake_all();
}

void QueueVenue::fail(const std::string& why) {
    if (!failure_) failure_ = {RunEnd::Kind::aborted, "the queue: " + why};
    wake_all();
}

void QueueVenue::wake_all() {
    for (const auto& [id, awaited] : awaited_) awaited->come.give();
}

asio::awaitable<void> QueueVenue::close(bool over) {
    interrupt();
    while (receiving_) co_await received_.wait();
    if (!over || failure_) co_return;
    // Results of games that the archive had before; nobody will ask for them.
    for (const auto& [id, result] : early_) let_go(id);
    try {
        queue_->cancel(run_.id, 0);
        co_await queue_->leave();
    } catch (const std::exception& error) {
        observer_.warning(fmt::format("the queue: {}", error.what()));
    }
}

/// Nobody wants to hear of the job again, unless it is submitted anew.
void QueueVenue::let_go(const std::string& id) {
    try {
        queue_->confirm(id);
        queue_->forget(id);
    } catch (const std::exception& error) {
        fail(error.what());
    }
}

// ---- jobs ---------------------------------------------------------------------------------------

GameJob QueueVenue::job_of(const ScheduledGame& game, const Opening& opening) const {
    const auto side = [&](int player) {
        const auto index = static_cast<std::size_t>(player);
        return side_of(settings_.engines[index], run_.digests[index]);
    };
    GameJob job{games::full_name(settings_.choice),
                {side(game.first), side(game.second)},
                opening,
                settings_.adjudication};
    if (settings_.prover) job.prover = side_of(*settings_.prover, run_.digests.back());
    job.traffic = !settings_.log_directory.empty();
    return job;
}

void QueueVenue::submit_soon() {
    if (std::exchange(submitting_, true)) return;
    asio::post(context_, [this] {
        submitting_ = false;
        submit();
    });
}

void QueueVenue::submit() {
    if (over() || outbox_.empty()) return;
    try {
        const auto taken = static_cast<std::ptrdiff_t>(queue_->submit(outbox_));
        outbox_.erase(outbox_.begin(), outbox_.begin() + taken);
    } catch (const std::exception& error) {
        fail(error.what());
    }
}

asio::awaitable<void> QueueVenue::receive() {
    while (!over()) {
        auto results = co_await queue_->results(kPatience);
        for (JobResult& result : results) take(std::move(result));
        submit();
    }
}

void QueueVenue::take(JobResult result) {
    const auto awaited = awaited_.find(result.id);
    if (awaited == awaited_.end()) {
        std::string id = result.id;
        early_.insert_or_assign(std::move(id), std::move(result));
    } else if (!awaited->second->result) {
        awaited->second->result = std::move(result);
        awaited->second->come.give();
    }
}

/// Nothing, if none will come in this run.
asio::awaitable<std::optional<JobResult>> QueueVenue::result_of(const Job& job) {
    if (auto early = early_.extract(job.id)) co_return std::move(early.mapped());
    Awaited awaited{Notice{context_}};
    awaited_.emplace(job.id, &awaited);
    outbox_.push_back(job);
    submit_soon();
    while (!awaited.result && !over()) co_await awaited.come.wait();
    awaited_.erase(job.id);
    co_return std::move(awaited.result);
}

// ---- games --------------------------------------------------------------------------------------

asio::awaitable<Venue::Played> QueueVenue::play(const ScheduledGame& game, const Opening& opening,
                                                int) {
    std::string body = to_json(job_of(game, opening));
    Sha256 sum;
    sum.add(body);
    std::vector<std::string>& ids = ids_[game.number];
    ids.push_back(fmt::format("{}.{}.{}", game.number, ids.size() + 1, sum.finish().substr(0, 16)));
    const Job job{ids.back(), run_.id, 0, std::move(body)};
    auto result = co_await result_of(job);
    if (run_.resumed && result && is_refused(*result)) {
        // There may be other workers since.
        let_go(job.id);
        result = co_await result_of(job);
    }
    Played played;
    if (result) {
        played = read(*result, game, opening);
    } else {
        played.end = failure_;
    }
    co_return played;
}

Venue::Played QueueVenue::read(const JobResult& result, const ScheduledGame& game,
                               const Opening& opening) {
    const Prover nobody;
    const PlyListener listener = observer_.plies_of(game);
    const GameSettings setup{settings_.choice, opening, settings_.adjudication, nobody, listener};
    if (result.abandoned) {
        return {void_result(
            setup, fmt::format("handed out {} times, and no result came", result.deliveries))};
    }
    auto reply = parse_game_reply(result.body);
    if (reply && !reply->refused.empty()) {
        // Not the last word: a run that goes on may find other workers.
        kept(game);
        const auto kind = reply->refusal == Refusal::digest_missing ? RunEnd::Kind::no_start
                          : reply->refusal == Refusal::unsupported_version
                              ? RunEnd::Kind::aborted
                              : RunEnd::Kind::bad_option;
        return {{},
                RunEnd{kind, fmt::format("game {}, worker {}: {}", game.number, result.worker,
                                         text::printable(reply->refused, 300))}};
    }
    observer_.began(game, opening);
    Expected<GameResult> replay = Error{reply ? "" : reply.error()};
    if (reply) {
        const auto limits = [&](int player) {
            return settings_.engines[static_cast<std::size_t>(player)].limits;
        };
        replay =
            replayed(std::move(reply->result), setup, {limits(game.first), limits(game.second)});
    }
    if (!replay) {
        return {void_result(setup, fmt::format("what worker {} says cannot be: {}", result.worker,
                                               replay.error()))};
    }
    for (std::size_t i = 0; i < 2; ++i) {
        auto& known = identities_[static_cast<std::size_t>(i == 0 ? game.first : game.second)];
        if (!reply->identities[i].first.empty()) known = reply->identities[i];
    }
    return {*std::move(replay)};
}

void QueueVenue::kept(const ScheduledGame& game) {
    const auto ids = ids_.extract(game.number);
    if (ids.empty()) return;
    for (const std::string& id : ids.mapped()) let_go(id);
}

}  // namespace sparring::referee
