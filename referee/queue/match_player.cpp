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

asio::awaitable<std::optional<MatchResult>> MatchPlayer::play(const MatchJob& job,
                                                              std::function<bool()> wanted) {
    MatchResult result;
    games::Choice choice;
    Seat a, b;
    auto refused = find_game(job.game, choice);
    if (!refused) refused = seating_.assign(a, job.a);
    if (!refused) refused = seating_.assign(b, job.b);
    if (refused) {
        result.refused = refused->why;
        result.refusal = refused->refusal;
        co_return result;
    }
    AdjudicationRules rules;
    if (job.max_moves > 0) rules.max_moves = job.max_moves;
    const Prover nobody;
    const PlyListener deaf;
    for (const Opening& opening : job.openings) {
        const GameSettings setup{choice, opening, rules, nobody, deaf};
        for (const bool a_first : {true, false}) {
            if (!wanted()) {
                seating_.clear(a);
                seating_.clear(b);
                co_return std::nullopt;
            }
            std::array<Seat*, 2> seats{&a, &b};
            if (!a_first) std::swap(seats[0], seats[1]);
            auto game = co_await play_one(seats, setup);
            const bool over = !game || seating_.interrupted();
            for (Seat* seat : seats) {
                const bool keep = seat->player && !over && seat->player->usable() &&
                                  !seat->player->settings().restart;
                if (!keep) seating_.clear(*seat);
            }
            if (!game) {
                result.games.clear();
                result.refused = game.error();
                co_return result;
            }
            result.games.push_back(*std::move(game));
            if (seating_.interrupted()) co_return result;
        }
    }
    seating_.clear(a);
    seating_.clear(b);
    co_return result;
}

/// An Error where an engine does not take what it is to carry: then it cannot play at all.
asio::awaitable<Expected<JobGame>> MatchPlayer::play_one(std::array<Seat*, 2> seats,
                                                         const GameSettings& setup) {
    for (const Side side : {Side::first, Side::second}) {
        Seat& seat = *seats[static_cast<std::size_t>(side)];
        auto fault = co_await seating_.fill(seat, setup.choice);
        if (!fault) continue;
        if (fault->misconfigured)
            co_return Error{fmt::format("engine {}: {}", seat.side->engine, fault->detail)};
        co_return told(seats, setup, forfeit(setup, side, *fault));
    }
    co_return told(seats, setup, co_await play_game(*seats[0]->player, *seats[1]->player, setup));
}

/// With what people have to know about a fault.
JobGame MatchPlayer::told(std::array<Seat*, 2> seats, const GameSettings& setup,
                          const GameResult& result) const {
    JobGame game = job_game(result);
    if (!result.offender || !is_fault(result.reason)) return game;
    const Seat& seat = *seats[static_cast<std::size_t>(*result.offender)];
    game.detail = fmt::format("{}: {}", seat.side->engine, game.detail);
    game.moves = fmt::format("{}", fmt::join(setup.opening.moves, " "));
    for (const PlyRecord& ply : result.plies)
        game.moves += (game.moves.empty() ? "" : " ") + ply.move;
    const auto variants = setup.choice.game->variants();
    const bool other_rules = !variants.empty() && setup.choice.variant != variants.front();
    game.reproduce = reproduction(seating_.entry(seat), *seat.side,
                                  other_rules ? setup.choice.variant : std::string{}, setup.opening,
                                  result.plies);
    return game;
}

}  // namespace sparring::referee
