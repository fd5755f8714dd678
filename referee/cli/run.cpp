#include "referee/cli/run.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>
#include <csignal>
#include <cstdio>
#include <ctime>

#include "referee/cli/configuration.hpp"
#include "referee/cli/console.hpp"
#include "referee/cli/engine_keys.hpp"
#include "referee/cli/records.hpp"

namespace sparring::referee {

namespace asio = boost::asio;

namespace {

int complain(int status, const std::string& text) {
    fmt::print(stderr, "referee: {}\n", text);
    return status;
}

/// Hands every event to the parts that want it.
class Desk final : public Observer {
  public:
    Desk(Console& console, Records& records) : console_{console}, records_{records} {}

    void finished(const FinishedGame& game) override { console_.finished(game); }
    void finished_in_order(const FinishedGame& game) override { records_.add(game); }
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

int play(Configuration& configuration, const std::vector<Opening>& openings) {
    const auto games = schedule(configuration.schedule);
    Records records{configuration};
    if (const auto problem = records.open()) return complain(kWrongUsage, *problem);
    Console console{configuration, games.size()};
    Desk desk{console, records};

    asio::io_context context{1};
    ProcessTable table{context};
    Runner runner{table, configuration.match, desk};
    asio::signal_set signals{context, SIGINT, SIGTERM};
    signals.async_wait([&](boost::system::error_code error, int) {
        if (!error) runner.interrupt();
    });
    RunEnd end;
    asio::co_spawn(context, runner.run(games, openings), [&](std::exception_ptr error, RunEnd how) {
        if (error) std::rethrow_exception(error);
        end = std::move(how);
        context.stop();
    });
    context.run();

    console.conclude();
    if (end.kind != RunEnd::Kind::complete) complain(0, end.why);
    if (const auto problem = records.close()) return complain(kAborted, *problem);
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
        return complain(kWrongUsage, configuration.error() + " (referee -help lists the options)");
    }
    const auto openings = make_openings(configuration->match.choice, configuration->openings,
                                        openings_needed(configuration->schedule));
    if (!openings) return complain(kWrongUsage, "-openings: " + openings.error());
    for (EngineSettings& engine : configuration->match.engines) {
        auto command = find_command(engine.command);
        if (!command)
            return complain(kNoStart, fmt::format("engine {}: {}", engine.name, command.error()));
        engine.command = *std::move(command);
    }
    return play(*configuration, *openings);
}

}  // namespace sparring::referee
