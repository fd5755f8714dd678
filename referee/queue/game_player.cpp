#include "referee/queue/game_player.hpp"

#include <fmt/format.h>

namespace sparring::referee {

namespace asio = boost::asio;

asio::awaitable<std::optional<GameReply>> GamePlayer::play(const GameJob& job) {
    GameReply reply;
    games::Choice choice;
    std::array<Seat, 2> seats;
    Seat judge;
    auto refused = find_game(job.game, choice);
    for (std::size_t i = 0; i < 2 && !refused; ++i)
        refused = seating_.assign(seats[i], job.sides[i]);
    if (!refused && job.prover) refused = seating_.assign(judge, *job.prover);
    if (!refused) {
        Prover prover;
        if (job.prover)
            prover = [&](std::string_view position) { return prove(judge, choice, position); };
        const PlyListener deaf;
        const GameSettings setup{choice, job.opening, job.rules, prover, deaf};
        refused = co_await play_seated(seats, setup, reply);
        for (Seat& seat : seats) seating_.clear(seat);
    }
    if (refused) {
        reply.refused = refused->why;
        reply.refusal = refused->refusal;
    }
    if (reply.result.interrupted || seating_.interrupted()) co_return std::nullopt;
    if (!job.traffic) reply.result.traffic = {};
    co_return reply;
}

/// A refusal where an engine does not take what it is to carry: then it cannot play at all.
asio::awaitable<std::optional<Refused>> GamePlayer::play_seated(std::array<Seat, 2>& seats,
                                                                const GameSettings& setup,
                                                                GameReply& reply) {
    for (const Side side : {Side::first, Side::second}) {
        const auto index = static_cast<std::size_t>(side);
        Seat& seat = seats[index];
        const auto fault = co_await seating_.fill(seat, setup.choice);
        if (seat.player)
            reply.identities[index] = {seat.player->id_name(), seat.player->id_author()};
        if (!fault) continue;
        if (fault->misconfigured)
            co_return Refused{fmt::format("engine {}: {}", seat.side->engine, fault->detail)};
        if (fault->reason == Reason::void_game) {
            reply.result.reason = fault->reason;
            reply.result.detail = fault->detail;
        } else {
            reply.result = forfeit(setup, side, *fault);
        }
        co_return std::nullopt;
    }
    reply.result = co_await play_game(*seats[0].player, *seats[1].player, setup);
    co_return std::nullopt;
}

/// Whatever goes wrong, nothing is proved.
asio::awaitable<std::optional<int>> GamePlayer::prove(Seat& seat, const games::Choice& choice,
                                                      std::string_view position) {
    if (co_await seating_.fill(seat, choice)) co_return std::nullopt;
    const Answer answer = co_await seat.player->consider(position);
    seating_.clear(seat);
    co_return final_score(answer);
}

}  // namespace sparring::referee
