#include "referee/queue/match_player.hpp"

#include <fmt/format.h>

#include "referee/queue/reproduction.hpp"

namespace sparring::referee {

namespace asio = boost::asio;

namespace {

std::int64_t microseconds(Duration duration) {
    return std::chrono::duration_cast<std::chrono::microseconds>(duration).count();
}

JobGame job_game(const GameResult& result) {
    JobGame game{result.outcome, result.reason};
    if (result.interrupted) game = {Outcome::none, Reason::void_game};
    game.detail = result.detail;
    for (std::size_t i = 0; i < 2; ++i) game.cpu_us[i] = microseconds(result.cpu[i]);
    for (const PlyRecord& ply : result.plies)
        game.nodes[static_cast<std::size_t>(ply.side)] += ply.report.nodes.value_or(0);
    if (result.position) {
        game.plies = static_cast<int>(result.position->age());
        game.decided = static_cast<int>(result.position->decided());
    }
    return game;
}

}  // namespace

MatchPlayer::MatchPlayer(ProcessTable& table, EngineList& engines, const games::Choice& choice,
                         std::size_t processes)
    : engines_{engines}, choice_{choice}, pool_{table, choice.variant, processes} {}

void MatchPlayer::interrupt() {
    interrupted_ = true;
    pool_.interrupt();
}

/// What is to be started for a side; the error says why it cannot be.
std::optional<std::string> MatchPlayer::assign(Seat& seat, const JobSide& side) {
    auto engine = engines_.start_of(side.engine, side.options, side.limits);
    if (!engine) return engine.error();
    seat.side = &side;
    seat.engine = *std::move(engine);
    return {};
}

/// Gives the seat a player that carries what it is to carry and has been told of a new game.
asio::awaitable<std::optional<Fault>> MatchPlayer::fill(Seat& seat) {
    // The one that played the game before has been told all but that there is another.
    if (seat.player) {
        if (!co_await seat.player->new_game()) co_return std::nullopt;
        pool_.give_back(std::move(seat.player));
    }
    const bool by_options = engines_.find(seat.side->engine)->carry == Carry::setoption;
    for (;;) {
        auto taken = co_await pool_.take(seat.engine);
        if (taken.fault) co_return taken.fault;
        std::optional<Fault> fault;
        if (by_options) fault = taken.player->set_options(seat.side->options);
        if (!fault) fault = co_await taken.player->new_game();
        if (!fault) {
            seat.player = std::move(taken.player);
            co_return std::nullopt;
        }
        pool_.give_back(std::move(taken.player));
        // A process that was lost between two games costs no game.
        if (taken.fresh || fault->misconfigured || interrupted_) co_return fault;
    }
}

asio::awaitable<std::optional<MatchResult>> MatchPlayer::play(const MatchJob& job,
                                                              std::function<bool()> wanted) {
    MatchResult result;
    Seat a, b;
    auto problem = assign(a, job.a);
    if (!problem) problem = assign(b, job.b);
    if (problem) {
        result.refused = *problem;
        co_return result;
    }
    AdjudicationRules rules;
    if (job.max_moves > 0) rules.max_moves = job.max_moves;
    for (const Opening& opening : job.openings) {
        for (const bool a_first : {true, false}) {
            if (!wanted()) {
                leave(a, b);
                co_return std::nullopt;
            }
            std::array<Seat*, 2> seats{&a, &b};
            if (!a_first) std::swap(seats[0], seats[1]);
            auto game = co_await play_one(seats, opening, rules);
            const bool over = !game || interrupted_;
            for (Seat* seat : seats) {
                const bool keep = seat->player && !over && seat->player->usable() &&
                                  !seat->player->settings().restart;
                if (seat->player && !keep) pool_.give_back(std::move(seat->player));
            }
            if (!game) {
                result = {{}, game.error()};
                co_return result;
            }
            result.games.push_back(*std::move(game));
            if (interrupted_) co_return result;
        }
    }
    leave(a, b);
    co_return result;
}

void MatchPlayer::leave(Seat& a, Seat& b) {
    for (Seat* seat : {&a, &b})
        if (seat->player) pool_.give_back(std::move(seat->player));
}

/// An Error where an engine does not take what it is to carry: then it cannot play at all.
asio::awaitable<Expected<JobGame>> MatchPlayer::play_one(std::array<Seat*, 2> seats,
                                                         const Opening& opening,
                                                         const AdjudicationRules& rules) {
    const Prover nobody;
    const PlyListener deaf;
    const GameSettings setup{choice_, opening, rules, nobody, deaf};
    for (const Side side : {Side::first, Side::second}) {
        auto fault = co_await fill(*seats[static_cast<std::size_t>(side)]);
        if (!fault) continue;
        if (fault->misconfigured) {
            co_return Error{fmt::format("engine {}: {}",
                                        seats[static_cast<std::size_t>(side)]->side->engine,
                                        fault->detail)};
        }
        co_return told(seats, opening, forfeit(setup, side, *fault));
    }
    co_return told(seats, opening, co_await play_game(*seats[0]->player, *seats[1]->player, setup));
}

/// With what people have to know about a fault.
JobGame MatchPlayer::told(std::array<Seat*, 2> seats, const Opening& opening,
                          const GameResult& result) const {
    JobGame game = job_game(result);
    if (!result.offender || !is_fault(result.reason)) return game;
    const JobSide& side = *seats[static_cast<std::size_t>(*result.offender)]->side;
    const EngineEntry& engine = *engines_.find(side.engine);
    game.detail = fmt::format("{}: {}", side.engine, game.detail);
    game.moves = fmt::format("{}", fmt::join(opening.moves, " "));
    for (const PlyRecord& ply : result.plies)
        game.moves += (game.moves.empty() ? "" : " ") + ply.move;
    const auto variants = choice_.game->variants();
    const bool other_rules = !variants.empty() && choice_.variant != variants.front();
    game.reproduce = reproduction(engine, side, other_rules ? choice_.variant : std::string{},
                                  opening, result.plies);
    return game;
}

}  // namespace sparring::referee
