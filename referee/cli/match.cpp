#include "referee/cli/match.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>
#include <csignal>
#include <set>

#include "protocol/text.hpp"
#include "referee/archive/archive.hpp"
#include "referee/archive/sha256.hpp"
#include "referee/cli/balance.hpp"
#include "referee/cli/configuration.hpp"
#include "referee/cli/console.hpp"
#include "referee/cli/desk.hpp"
#include "referee/cli/dxp_seat.hpp"
#include "referee/cli/engine_keys.hpp"
#include "referee/cli/pairings_list.hpp"
#include "referee/cli/run.hpp"
#include "referee/cli/stored_run.hpp"
#include "referee/cli/toml_file.hpp"
#include "referee/play/cpu_set.hpp"

namespace sparring::referee {

namespace asio = boost::asio;

namespace {

int exit_status(const RunEnd& end, const Desk& desk, bool strict) {
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
    if (desk.failed_starts()) return kNoStart;
    return strict && desk.faults() ? kCheckFailed : kPlayed;
}

/// Engines that search to fixed depths play the same game again from the same opening.
bool deterministic(const EngineSettings& engine) {
    const bool threads =
        std::any_of(engine.options.begin(), engine.options.end(), [](const auto& option) {
            return text::equals_ignoring_case(option.first, "Threads") && option.second != "1";
        });
    return !engine.limits.timed() && !threads;
}

/// Why the first games of the schedule would be a waste, if so.
std::optional<std::string> duplicate_games(const Configuration& configuration,
                                           std::span<const ScheduledGame> first_stage,
                                           OpeningSuite& openings) {
    if (configuration.allow_duplicates) return {};
    const auto& engines = configuration.match.engines;
    std::set<std::tuple<int, int, std::string>> seen;
    for (const ScheduledGame& game : first_stage) {
        const auto& first = engines[static_cast<std::size_t>(game.first)];
        const auto& second = engines[static_cast<std::size_t>(game.second)];
        if (!deterministic(first) || !deterministic(second)) continue;
        const auto opening = openings.at(game.opening);
        if (!opening) return opening.error();
        if (seen.emplace(game.first, game.second, position_command(*opening)).second) continue;
        return fmt::format(
            "game {} would repeat an earlier game of {} and {}, which search to fixed depth or "
            "nodes, from the same opening: give more openings (-openings random plies=N), fewer "
            "games, or -allow-duplicates",
            game.number, first.name, second.name);
    }
    return {};
}

std::optional<std::string> choose_cpus(MatchSettings& match) {
    if (match.affinity.empty()) return {};
    Expected<std::vector<int>> cpus = std::vector<int>{};
    if (match.affinity == "all") {
        cpus = assign_cpus(read_topology(allowed_cpus()), match.concurrency);
    } else {
        const auto listed = parse_cpu_list(match.affinity);
        if (!listed) return listed.error();
        cpus = assign_cpus(*listed, allowed_cpus(), match.concurrency);
    }
    if (!cpus) return cpus.error();
    match.cpus = *std::move(cpus);
    return {};
}

/// A file of openings may not change from one resumption to the next.
std::optional<std::string> check_openings_file(Configuration& configuration) {
    const OpeningSettings& openings = configuration.openings;
    if (openings.source != OpeningSettings::Source::file) return {};
    const auto sha256 = sha256_of_file(openings.file);
    if (!sha256) return sha256.error();
    if (configuration.openings_sha256.empty()) {
        configuration.extend("openings", "sha256=" + *sha256);
    } else if (configuration.openings_sha256 != *sha256) {
        return fmt::format("'{}' is not the file that it was (SHA-256)",
                           text::printable(openings.file, 200));
    }
    return {};
}

/// Says which limits of an engine cannot be enforced here, where that is accepted.
void warn_of_limits(const EngineSettings& engine) {
    for (const std::string& what :
         unenforceable(engine.command.limits, engine.command.sandbox.enabled))
        complain(fmt::format("engine {}: {}", engine.name, what));
}

/// Reads what the configuration names: pairings, programs.
std::optional<std::string> load(Configuration& configuration, int& status) {
    status = kWrongUsage;
    if (auto problem = read_pairings(configuration)) return "-pairings: " + *problem;
    if (auto problem = choose_cpus(configuration.match)) return "-use-affinity: " + *problem;
    status = kNoStart;
    const auto find = [&](EngineSettings& engine) -> std::optional<std::string> {
        auto command = find_command(engine.command);
        if (!command) return fmt::format("engine {}: {}", engine.name, command.error());
        engine.command = *std::move(command);
        if (auto problem = seat_dxp(engine, configuration.match.choice)) {
            status = kWrongUsage;
            return fmt::format("engine {}: {}", engine.name, *problem);
        }
        return {};
    };
    for (EngineSettings& engine : configuration.match.engines) {
        if (auto problem = find(engine)) return problem;
        if (engine.command.limits.best_effort) warn_of_limits(engine);
    }
    if (configuration.match.prover) {
        if (auto problem = find(*configuration.match.prover)) return problem;
    }
    if (configuration.balance) return find(configuration.balance->judge);
    return {};
}

/// Opens the suite, lets balanced openings be chosen, and makes sure of those of the first stage.
Expected<OpeningSuite> prepare_openings(Configuration& configuration,
                                        std::span<const ScheduledGame> first_stage) {
    auto suite = OpeningSuite::open(configuration.match.choice, configuration.openings);
    if (!suite) return suite;
    if (auto problem = check_openings_file(configuration)) return Error{*problem};
    std::size_t last = 0;
    for (const ScheduledGame& game : first_stage) last = std::max(last, game.opening);
    if (configuration.balance) {
        // Of a Swiss or a knockout nobody knows yet how many openings it will want.
        const ScheduleSettings& schedule = configuration.schedule;
        const bool grows =
            schedule.tournament == Tournament::swiss || schedule.tournament == Tournament::knockout;
        const auto problem =
            choose_balanced(*suite, configuration.match.choice, *configuration.balance,
                            grows ? std::max(last + 1, games_at_most(schedule)) : last + 1);
        if (problem && suite->size() <= last) return Error{*problem};
    }
    if (const auto opening = suite->at(last); !opening) return Error{opening.error()};
    return suite;
}

/// Plays what has not been played yet, and says how it went.
int play(const Configuration& configuration, OpeningSuite& openings,
         std::unique_ptr<Archive> archive, const std::vector<RestoredGame>& done,
         const VenueMaker& make) {
    asio::io_context context{1};
    ProcessTable table{context};
    Archive* const kept = archive.get();
    Desk desk{context, configuration, openings, std::move(archive)};
    const auto venue = make({table, configuration, desk, kept});
    if (!venue) return fail(kNoStart, venue.error());
    Runner runner{context, configuration.match, **venue, desk};
    desk.give_up = [&](RunEnd::Kind kind, std::string why) {
        runner.interrupt(kind, std::move(why));
    };
    if (const auto problem = desk.open(done)) return fail(kWrongUsage, *problem);
    Programme programme{configuration.schedule,
                        [&](std::size_t number) { return openings.at(number); }, desk.restored()};

    asio::signal_set signals{context, SIGINT, SIGTERM};
    signals.async_wait([&](boost::system::error_code error, int) {
        if (!error) runner.interrupt(RunEnd::Kind::interrupted, "interrupted");
    });
    RunEnd end;
    asio::co_spawn(
        context, runner.run(std::move(programme)), [&](std::exception_ptr error, RunEnd how) {
            end = error ? RunEnd{RunEnd::Kind::aborted, "the run failed"} : std::move(how);
            context.stop();
        });
    context.run();

    desk.conclude(end, (*venue)->identities());
    if (end.kind != RunEnd::Kind::complete) complain(end.why);
    return exit_status(end, desk, configuration.strict);
}

}  // namespace

int match_command(std::span<const std::string> words) {
    auto configuration = parse_configuration(words);
    if (!configuration)
        return fail(kWrongUsage, configuration.error() + " (referee -help lists the options)");
    if (configuration->dump) {
        fmt::print("{}", to_toml(configuration->arguments, true));
        return kPlayed;
    }
    return play_match(*std::move(configuration));
}

int play_match(Configuration configuration, const VenueMaker& make) {
    int status = kPlayed;
    if (const auto problem = load(configuration, status)) return fail(status, *problem);
    const auto first_stage = next_stage(configuration.schedule, {});
    auto openings = prepare_openings(configuration, first_stage);
    if (!openings) return fail(kWrongUsage, "-openings: " + openings.error());
    if (const auto problem = duplicate_games(configuration, first_stage, *openings))
        return fail(kWrongUsage, "-openings: " + *problem);
    std::unique_ptr<Archive> archive;
    if (!configuration.archive.empty()) {
        const auto run = stored_run(configuration);
        if (!run) return fail(kNoStart, run.error());
        auto made = Archive::create(configuration.archive, *run);
        if (!made) return fail(kWrongUsage, "-archive: " + made.error());
        archive = *std::move(made);
    }
    return play(configuration, *openings, std::move(archive), {}, make);
}

int resume_command(std::span<const std::string> words) {
    if (words.empty() || words.front().starts_with('-'))
        return fail(kWrongUsage, "resume: expected the archive's FILE");
    return resume_match(words.front(), words.subspan(1), [](Configuration&) {});
}

int resume_match(const std::string& file, std::span<const std::string> words,
                 const std::function<void(Configuration&)>& adjust, const VenueMaker& make) {
    auto archive = Archive::open(file);
    if (!archive) return fail(kWrongUsage, "resume: " + archive.error());
    auto configuration = resumed_configuration(**archive, words);
    if (!configuration) return fail(kWrongUsage, "resume: " + configuration.error());
    configuration->archive = file;
    adjust(*configuration);
    int status = kPlayed;
    if (const auto problem = load(*configuration, status)) return fail(status, *problem);
    if (!configuration->accept_changes) {
        const auto problem = changed_programs(**archive, *configuration);
        if (problem) return fail(kWrongUsage, "resume: " + *problem);
    }
    auto openings = prepare_openings(*configuration, next_stage(configuration->schedule, {}));
    if (!openings) return fail(kWrongUsage, "resume: -openings: " + openings.error());
    if (const auto problem = changed_openings(**archive, *openings))
        return fail(kWrongUsage, "resume: " + *problem);
    std::vector<RestoredGame> done;
    (*archive)->visit_games(true, [&](const StoredGame& game) {
        const auto opening = openings->at(game.scheduled.opening);
        done.push_back({game.scheduled, score_of(game, opening ? *opening : Opening{})});
    });
    return play(*configuration, *openings, *std::move(archive), done, make);
}

}  // namespace sparring::referee
