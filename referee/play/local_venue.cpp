#include "referee/play/local_venue.hpp"

#include <fmt/format.h>

#include "referee/play/cpu_set.hpp"

namespace sparring::referee {

namespace asio = boost::asio;

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

LocalVenue::LocalVenue(ProcessTable& table, const MatchSettings& settings, Observer& observer)
    : settings_{settings},
      observer_{observer},
      engines_{with_prover(settings)},
      pool_{table, (settings.prover ? 3 : 2) * static_cast<std::size_t>(settings.concurrency)} {}

void LocalVenue::interrupt() {
    interrupted_ = true;
    pool_.interrupt();
}

asio::awaitable<std::optional<RunEnd>> LocalVenue::open() {
    for (const PlayerPool::Engine& engine : engines_) {
        auto taken = co_await pool_.take(engine, settings_.choice);
        if (taken.fault && settings_.forfeit_starts && taken.fault->reason == Reason::no_start) {
            observer_.warning(fmt::format("engine {}: {}", engine->name, taken.fault->detail));
            identities_.emplace_back();
            continue;
        }
        if (taken.fault) {
            const RunEnd::Kind kind = taken.fault->misconfigured ? RunEnd::Kind::bad_option
                                      : taken.fault->reason == Reason::no_start
                                          ? RunEnd::Kind::no_start
                                          : RunEnd::Kind::aborted;
            co_return RunEnd{kind, fmt::format("engine {}: {}", engine->name, taken.fault->detail)};
        }
        identities_.emplace_back(taken.player->id_name(), taken.player->id_author());
        pool_.give_back(std::move(taken.player));
    }
    co_return std::nullopt;
}

/// Gives the seat a player that has been told of the new game, or says why there is none.
asio::awaitable<std::optional<Fault>> LocalVenue::fill(Seat& seat, Played& played) {
    for (;;) {
        auto taken = co_await pool_.take(engine(seat.engine), settings_.choice);
        if (taken.fault) co_return taken.fault;
        auto fault = co_await taken.player->new_game();
        if (!fault) {
            seat.player = std::move(taken.player);
            co_return std::nullopt;
        }
        pool_.give_back(std::move(taken.player));
        if (taken.fresh || interrupted_) co_return fault;
        // A process that was lost between two games costs no game, if it may be replaced.
        const std::string what = fmt::format("engine {} between two games: {}",
                                             engine(seat.engine)->name, fault->detail);
        if (!settings_.recover) {
            played.end = {RunEnd::Kind::aborted, what};
            co_return Fault{Reason::void_game, what};
        }
        observer_.warning(what);
    }
}

/// Asks the prover about a position; whatever goes wrong, nothing is proved.
asio::awaitable<std::optional<int>> LocalVenue::prove(std::string_view position, Played& played) {
    Seat seat{static_cast<int>(engines_.size()) - 1, Side::first};
    if (co_await fill(seat, played)) co_return std::nullopt;
    const Answer answer = co_await seat.player->consider(position);
    pool_.give_back(std::move(seat.player));
    co_return final_score(answer);
}

asio::awaitable<Venue::Played> LocalVenue::play(const ScheduledGame& game, const Opening& opening,
                                                int slot) {
    Played played;
    Prover prover;
    if (settings_.prover)
        prover = [&](std::string_view position) { return prove(position, played); };
    const PlyListener listener = observer_.plies_of(game);
    const GameSettings setup{settings_.choice, opening, settings_.adjudication, prover, listener};
    Seat seats[] = {{game.first, Side::first}, {game.second, Side::second}};
    for (Seat& seat : seats) {
        const auto fault = co_await fill(seat, played);
        if (!fault) continue;
        if (fault->reason != Reason::void_game) {
            played.result = forfeit(setup, seat.side, *fault);
        } else if (!played.end) {
            played.end = {RunEnd::Kind::aborted,
                          fmt::format("game {}: {}", game.number, fault->detail)};
        }
        break;
    }
    if (seats[1].player) {
        if (!settings_.cpus.empty()) {
            for (const Seat& seat : seats)
                set_affinity(seat.player->pid(), settings_.cpus[static_cast<std::size_t>(slot)]);
        }
        observer_.began(game, opening);
        played.result = co_await play_game(*seats[0].player, *seats[1].player, setup);
    }
    for (Seat& seat : seats)
        if (seat.player) pool_.give_back(std::move(seat.player));
    if (played.result && played.result->interrupted) played.result.reset();
    co_return played;
}

}  // namespace sparring::referee
