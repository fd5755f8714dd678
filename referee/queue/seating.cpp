#include "referee/queue/seating.hpp"

#include "referee/archive/replay.hpp"

namespace sparring::referee {

namespace asio = boost::asio;

std::optional<Refused> Seating::assign(Seat& seat, const JobSide& side) {
    if (auto why = engines_.missing(side)) return Refused{*std::move(why), Refusal::digest_missing};
    auto engine = engines_.start_of(side);
    if (!engine) return Refused{engine.error()};
    seat.side = &side;
    seat.engine = *std::move(engine);
    return {};
}

asio::awaitable<std::optional<Fault>> Seating::fill(Seat& seat, const games::Choice& choice) {
    // The one that played the game before has been told all but that there is another.
    if (seat.player) {
        if (!co_await seat.player->new_game()) co_return std::nullopt;
        clear(seat);
    }
    const bool by_options = entry(seat).carry == Carry::setoption;
    for (;;) {
        auto taken = co_await pool_.take(seat.engine, choice);
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

void Seating::clear(Seat& seat) {
    if (seat.player) pool_.give_back(std::move(seat.player));
}

void Seating::interrupt() {
    interrupted_ = true;
    pool_.interrupt();
}

std::optional<Refused> find_game(std::string_view name, games::Choice& choice) {
    auto found = choice_of(name);
    if (!found) return Refused{found.error(), Refusal::unsupported_version};
    choice = *std::move(found);
    return {};
}

}  // namespace sparring::referee
