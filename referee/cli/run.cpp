#include "referee/cli/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>
#include <csignal>
#include <cstdio>
#include <functional>

#include "referee/cli/configuration.hpp"
#include "referee/cli/console.hpp"
#include "referee/cli/engine_keys.hpp"
#include "referee/cli/records.hpp"

namespace sparring::referee {

namespace asio = boost::asio;

namespace {

int fail(int status, const std::string& text) {
    complain(text);
    return status;
}

/// Hands every event to the parts that want it.
class Desk final : public Observer {
  public:
    Desk(Console& console, Records& records) : console_{console}, records_{records} {}

    std::function<void(std::string)> give_up;  ///< called if there is no use in going on

    void finished(const FinishedGame& game) override {
        console_.finished(game);
        if (console_.deaf()) give_up("standard output is closed");
    }
    void finished_in_order(const FinishedGame& game) override {
        records_.add(game);
        if (records_.problem()) give_up(*records_.problem());
    }
    void warning(const std::string& text) override { console_.warning(text); }

  private:
    Console& console_;
    Records& records_;
};

int exit_status(const RunEnd& end, bool faults, bool strict, bool failed_starts) {
    switch (end.kind) {
        case RunEnd::Kind::bad_option:
            return kWrongUsage;
        case RunEnd::Kind::no_start:
            return kNoStart;
        case RunEnd::Kind::aborted:
            return kAborted;
        case RunEnd::Kind::interrupted:
            return kInterrupted;
        case RunEnd::Kind::complete:
            break;
    }
    if (failed_starts) return kNoStart;
    return strict && faults ? kCheckFailed : kPlayed;
}

int play(Configuration& configuration, const std::vector<ScheduledGame>& games,
         const std::vector<Opening>& openings) {
    Records records{configuration};
    if (const auto problem = records.open()) return fail(kWrongUsage, *problem);
    Console console{configuration, games.size()};
    Desk desk{console, records};

    asio::io_context context{1};
    ProcessTable table{context};
    Runner runner{table, configuration.match, desk};
    desk.give_up = [&](std::string why) {
        runner.interrupt(RunEnd::Kind::aborted, std::move(why));
    };
    asio::signal_set signals{context, SIGINT, SIGTERM};
    signals.async_wait([&](boost::system::error_code error, int) {
        if (!error) runner.interrupt(RunEnd::Kind::interrupted, "interrupted");
    });
    RunEnd end;
    asio::co_spawn(context, runner.run(games, openings), [&](std::exception_ptr error, RunEnd how) {
        end = error ? RunEnd{RunEnd::Kind::aborted, "the run failed"} : std::move(how);
        context.stop();
    });
    context.run();

    console.conclude();
    if (end.kind != RunEnd::Kind::complete) complain(end.why);
    return exit_status(end, console.faults(), configuration.strict, console.failed_starts());
}

}  // namespace

int run(std::span<const std::string> command_line) {
    std::signal(SIGPIPE, SIG_IGN);  // an engine that is gone is noticed by its pipe
    for (const std::string& word : command_line) {
        if (word == "-help" || word == "--help" || word == "-h") {
            fmt::print("{}", help_text());
            return kPlayed;
        }
        if (word == "-version" || word == "--version") {
            fmt::print("referee {}\n", SPARRING_VERSION);
            return kPlayed;
        }
    }
    auto configuration = parse_configuration(command_line);
    if (!configuration) {
        return fail(kWrongUsage, configuration.error() + " (referee -help lists the options)");
    }
    const auto games = next_stage(configuration->schedule, {});
    std::size_t openings_needed = 0;
    for (const ScheduledGame& game : games)
        openings_needed = std::max(openings_needed, game.opening + 1);
    const auto openings =
        make_openings(configuration->match.choice, configuration->openings, openings_needed);
    if (!openings) return fail(kWrongUsage, "-openings: " + openings.error());
    for (EngineSettings& engine : configuration->match.engines) {
        auto command = find_command(engine.command);
        if (!command)
            return fail(kNoStart, fmt::format("engine {}: {}", engine.name, command.error()));
        engine.command = *std::move(command);
    }
    return play(*configuration, games, *openings);
}

}  // namespace sparring::referee
