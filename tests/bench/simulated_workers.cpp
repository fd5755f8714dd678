// Workers that take time and no processor: a program that connects as many machines to a broker as
// it is told, takes jobs of pairs like `referee worker`, lets games last so long, give or take a
// half, and sends results that are drawn. For measuring what coordinator and broker can carry
// (script/bench-broker).
//
//   simulated_workers URL|FILE MACHINES SLOTS GAME_MS
//
// Each machine is one connection with that many jobs at a time. SIGTERM ends it.
#include <fmt/format.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <variant>

#include "protocol/text.hpp"
#include "referee/broker/address.hpp"
#include "referee/play/notice.hpp"
#include "referee/queue/any_job.hpp"
#include "referee/queue/nats_source.hpp"

namespace {

using namespace sparring;
using namespace sparring::referee;
namespace asio = boost::asio;
using std::chrono::milliseconds;

constexpr milliseconds kPatience{20'000};

struct Machine {
    std::unique_ptr<broker::Connection> connection;
    std::unique_ptr<NatsSource> source;
};

class Simulation {
  public:
    explicit Simulation(milliseconds game) : game_{game} {}

    std::string connect(const broker::Address& address, int machines) {
        for (int i = 0; i < machines; ++i) {
            auto connection = broker::Connection::open(context_, address, "simulated");
            if (!connection) return connection.error();
            machines_.push_back({*std::move(connection), nullptr});
        }
        return {};
    }

    void run(int slots) {
        for (std::size_t i = 0; i < machines_.size(); ++i)
            asio::co_spawn(context_, machine(machines_[i], i, slots), asio::detached);
        asio::signal_set signals{context_, SIGTERM, SIGINT};
        signals.async_wait([this](boost::system::error_code, int) { context_.stop(); });
        context_.run();
        std::_Exit(0);  // nobody takes leave of thousands of jobs
    }

  private:
    asio::awaitable<void> machine(Machine& machine, std::size_t number, int slots) {
        auto opened = co_await NatsSource::open(*machine.connection, fmt::format("m{}", number));
        if (!opened) {
            fmt::print(stderr, "{}\n", opened.error());
            context_.stop();
            co_return;
        }
        machine.source = *std::move(opened);
        for (int i = 0; i < slots; ++i)
            asio::co_spawn(context_, slot(*machine.source), asio::detached);
        if (++ready_ < machines_.size()) co_return;
        fmt::print("at work\n");
        std::fflush(stdout);
    }

    asio::awaitable<void> slot(NatsSource& source) {
        asio::steady_timer timer{context_};
        for (;;) {
            const auto lease = co_await source.next(kPatience);
            if (!lease) continue;
            const AnyJob any = parse_job(lease->job().body);
            const auto* job = std::get_if<MatchJob>(&any);
            if (job == nullptr) {
                lease->give_back(kPatience);
                continue;
            }
            const std::size_t games = 2 * job->openings.size();
            const auto sign = source.lease() / 3;
            const auto mean = static_cast<std::int64_t>(games) * game_.count();
            std::uniform_int_distribution<std::int64_t> time{mean / 2, mean + mean / 2};
            for (milliseconds left{time(random_)}; left > milliseconds{0}; left -= sign) {
                co_await rest(timer, std::min(left, sign));
                lease->heartbeat();
            }
            lease->done(to_json(drawn(games)));
        }
    }

    /// A bit better for the first mover.
    MatchResult drawn(std::size_t games) {
        MatchResult result;
        for (std::size_t i = 0; i < games; ++i) {
            JobGame game;
            game.outcome = random_() % 100 < 55 ? Outcome::first_wins : Outcome::second_wins;
            game.plies = game.decided = 60;
            game.nodes = {1000, 1000};
            game.cpu_us = {1000, 1000};
            result.games.push_back(game);
        }
        return result;
    }

    asio::io_context context_{1};
    milliseconds game_;
    std::vector<Machine> machines_;
    std::size_t ready_ = 0;
    std::mt19937 random_{1};
};

}  // namespace

int main(int count, char** words) {
    const auto number = [&](int i) {
        return count == 5 ? text::number<int>(words[i]).value_or(0) : 0;
    };
    const int machines = number(2), slots = number(3), game_ms = number(4);
    if (machines < 1 || slots < 1 || game_ms < 1) {
        fmt::print(stderr, "usage: simulated_workers URL|FILE MACHINES SLOTS GAME_MS\n");
        return 2;
    }
    const auto address = broker::read_address(words[1]);
    if (!address) {
        fmt::print(stderr, "{}\n", address.error());
        return 2;
    }
    Simulation simulation{milliseconds{game_ms}};
    if (const std::string problem = simulation.connect(*address, machines); !problem.empty()) {
        fmt::print(stderr, "{}\n", problem);
        return 3;
    }
    simulation.run(slots);
    return 0;
}
