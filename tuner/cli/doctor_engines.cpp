// What a doctor finds out by letting engines play.
#include <fmt/format.h>

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <chrono>
#include <exception>

#include "referee/play/player.hpp"
#include "referee/play/process_table.hpp"
#include "tuner/cli/doctor.hpp"
#include "tuner/cli/trial.hpp"
#include "tuner/run/batch_player.hpp"

namespace sparring::tuner {
namespace {

namespace asio = boost::asio;
using Clock = std::chrono::steady_clock;

constexpr int kChanges = 8;             // of parameters, of which the mean time is told
constexpr std::size_t kOpenings = 4;    // pairs that are played twice
constexpr double kMostSeconds = 10;     // for looking at parameters one by one
constexpr std::size_t kMostNamed = 12;  // parameters in one line

double seconds_since(Clock::time_point began) {
    return std::chrono::duration<double>(Clock::now() - began).count();
}

std::string milliseconds_text(double seconds) {
    return fmt::format("{:.{}f} ms", 1000 * seconds, seconds < 0.01 ? 2 : 0);
}

/// Each parameter at the end of its range that is further from the start.
Point far_from_start(const Space& space) {
    Point point = space.start();
    for (std::size_t i = 0; i < space.size(); ++i)
        point[i] = space[i].snapped(
            point[i] - space[i].min > space[i].max - point[i] ? space[i].min : space[i].max);
    return point;
}

struct Times {
    double start = 0, change = 0;  ///< seconds
    std::string name, fault;
};

asio::awaitable<void> measure(referee::ProcessTable& table, const referee::EngineSettings& settings,
                              const games::Choice& choice, std::array<Options, 2> carried,
                              Times& times) {
    referee::Player player{table, settings, choice};
    const auto began = Clock::now();
    auto fault = co_await player.start();
    times.start = seconds_since(began);
    times.name = player.id_name();
    const auto changing = Clock::now();
    for (int i = 0; i < kChanges && !fault && !carried[0].empty(); ++i) {
        fault = player.set_options(carried[static_cast<std::size_t>(i % 2)]);
        if (!fault) fault = co_await player.new_game();
    }
    times.change = seconds_since(changing) / kChanges;
    if (fault) times.fault = fault->detail;
    co_await player.quit();
}

Finding examine_start(Experiment& experiment, const std::string& name) {
    Configuration& configuration = experiment.configuration;
    const referee::EngineEntry& entry = *configuration.engines.find(name);
    const bool by_options = entry.carry == referee::Carry::setoption;
    const bool tuned = name == configuration.engine;
    const Space space = experiment.space();
    std::array<Options, 2> carried;
    if (tuned && by_options)
        carried = {experiment.parameters.options(space.start()),
                   experiment.parameters.options(far_from_start(space))};
    const auto start = configuration.engines.start_of(
        {name, tuned ? experiment.parameters.options(space.start()) : Options{}, "depth=1"});
    if (!start) return {Health::problem, "engine", name + ": " + start.error()};
    asio::io_context context{1};
    referee::ProcessTable table{context};
    Times times;
    asio::co_spawn(context, measure(table, **start, configuration.choice, carried, times),
                   [](std::exception_ptr error) {
                       if (error) std::rethrow_exception(error);
                   });
    context.run();
    if (!times.fault.empty()) return {Health::problem, "engine", name + ": " + times.fault};
    std::string text = fmt::format("{}: {}, starts in {}", name,
                                   times.name.empty() ? "without a name" : times.name,
                                   milliseconds_text(times.start));
    if (tuned && by_options)
        text += fmt::format(", takes other parameters in {}", milliseconds_text(times.change));
    else if (tuned)
        text += ", anew for other parameters";
    return {Health::ok, "engine", text};
}

bool same(const referee::JobGame& a, const referee::JobGame& b) {
    return a.outcome == b.outcome && a.plies == b.plies && a.decided == b.decided &&
           a.nodes == b.nodes;
}

/// Games that have come out otherwise.
int differences(const Trial& a, const Trial& b) {
    int count = 0;
    const std::size_t games = std::min(a.result.games.size(), b.result.games.size());
    for (std::size_t i = 0; i < games; ++i)
        count += same(a.result.games[i], b.result.games[i]) ? 0 : 1;
    return count;
}

class Sparring {
  public:
    explicit Sparring(Experiment& experiment)
        : experiment_{experiment},
          limits_{experiment.configuration.stages.front().limits},
          start_{experiment.space().start()} {}

    std::vector<Finding> examine() {
        // The second time in another order, in the same processes: what an engine keeps from game
        // to game comes out, and so does chance.
        auto jobs = jobs_of(start_, kOpenings);
        for (std::size_t i = kOpenings; i-- > 0;) jobs.push_back(referee::MatchJob{jobs[i]});
        auto first = play_trials(experiment_, jobs);
        for (const Trial& trial : first) {
            const std::string faults = faults_of(trial, experiment_.configuration.match);
            if (!faults.empty()) return {{Health::problem, "games", faults}};
            seconds_ += trial.seconds / 2;
        }
        const std::vector<Trial> again{first.rbegin(), first.rbegin() + kOpenings};
        first.resize(kOpenings);
        std::vector<Finding> findings;
        if (referee::deterministic(limits_)) {
            findings.push_back(repeats(first, again));
            if (findings.back().health == Health::ok) findings.push_back(matters(first));
        } else {
            findings.push_back({Health::ok, "repeats",
                                "not looked at: with limits of time no two games need be equal"});
        }
        findings.push_back(speed());
        return findings;
    }

  private:
    /// Pairs of a point against the start, the point moving first in the first game.
    std::vector<referee::MatchJob> jobs_of(const Point& point, std::size_t openings) const {
        std::vector<referee::MatchJob> jobs;
        for (std::size_t i = 0; i < openings; ++i)
            jobs.push_back(trial_job(experiment_, experiment_.side(point, limits_),
                                     experiment_.side(start_, limits_), i));
        return jobs;
    }

    std::vector<Trial> play(const Point& point, std::size_t openings) {
        return play_trials(experiment_, jobs_of(point, openings));
    }

    Finding repeats(const std::vector<Trial>& first, const std::vector<Trial>& second) const {
        int others = 0;
        for (std::size_t i = 0; i < first.size(); ++i) others += differences(first[i], second[i]);
        if (others == 0)
            return {Health::ok, "repeats",
                    fmt::format("{} games were the same when played again", 2 * kOpenings)};
        return {Health::problem, "repeats",
                fmt::format("{} of {} games were others when played again, although the limit is "
                            "{}: does the engine keep something over uginewgame, or use threads or "
                            "chance? If it must: match.cache = false, and runs do not repeat",
                            others, 2 * kOpenings, limits_)};
    }

    /// Do the parameters change anything, all of them and each alone?
    Finding matters(const std::vector<Trial>& first) {
        const Space space = experiment_.space();
        const auto far = play(far_from_start(space), kOpenings);
        int others = 0;
        for (std::size_t i = 0; i < first.size(); ++i) others += differences(first[i], far[i]);
        if (others == 0)
            return {Health::problem, "parameters",
                    fmt::format(
                        "none changes a result, a length or a count of nodes in {} games: does the "
                        "engine read them, does a book or a solver play (Solve = 0), is "
                        "the limit too low?",
                        2 * kOpenings)};
        const double one = seconds_ / static_cast<double>(kOpenings);
        if (one * 2 * static_cast<double>(space.size()) > kMostSeconds)
            return {Health::ok, "parameters",
                    "all together change what it plays; too slow to look at each"};
        std::vector<std::string> idle;
        for (std::size_t i = 0; i < space.size(); ++i) {
            Point point = start_;
            point[i] = far_from_start(space)[i];
            const auto trials = play(point, 2);
            if (differences(first[0], trials[0]) + differences(first[1], trials[1]) == 0)
                idle.push_back(space[i].name);
        }
        if (idle.empty())
            return {Health::ok, "parameters", "each of them changes what the engine plays"};
        const std::size_t count = idle.size();
        if (count > kMostNamed) idle.resize(kMostNamed);
        return {Health::warning, "parameters",
                fmt::format("{} of {} changed nothing in 4 games when they were at the end of "
                            "their range: {}{}; is that so in all games?",
                            count, space.size(), fmt::join(idle, " "),
                            count > kMostNamed ? " ..." : "")};
    }

    /// As tuner check does: a pair with everybody whom candidates will meet.
    Finding speed() {
        const auto foes = foes_of(experiment_);
        std::vector<referee::MatchJob> jobs;
        for (const Foe& foe : foes)
            jobs.push_back(trial_job(experiment_, foe.candidate, foe.side, jobs.size()));
        double seconds = 0;
        const auto trials = play_trials(experiment_, jobs);
        for (std::size_t i = 0; i < trials.size(); ++i) {
            const std::string faults = faults_of(trials[i], experiment_.configuration.match);
            if (!faults.empty()) return {Health::problem, "games", foes[i].name + ": " + faults};
            seconds += trials[i].seconds;
        }
        const double games_a_second = 2 * static_cast<double>(trials.size()) /
                                      std::max(seconds, 1e-6) *
                                      experiment_.configuration.processors();
        return {Health::ok, "speed",
                fmt::format(
                    "{:.{}f} games/s; time of the training: {}", games_a_second,
                    games_a_second < 10 ? 1 : 0,
                    time_text(experiment_, games_of_a_generation(experiment_), games_a_second))};
    }

    Experiment& experiment_;
    std::string limits_;
    Point start_;
    double seconds_ = 0;  // of the first games
};

}  // namespace

std::vector<Finding> examine_engines(Experiment& experiment) {
    std::vector<Finding> findings;
    bool all = true;
    std::vector<std::string> programs;
    for (const auto& [name, entry] : experiment.configuration.engines.entries()) {
        // Opponents that are the tuned engine with other options start as it does.
        const std::string& program = entry.settings.command.program;
        const bool known = std::find(programs.begin(), programs.end(), program) != programs.end();
        if (known && name != experiment.configuration.engine) continue;
        programs.push_back(program);
        findings.push_back(examine_start(experiment, name));
        all = all && findings.back().health == Health::ok;
    }
    if (!all) return findings;
    for (Finding& finding : Sparring{experiment}.examine()) findings.push_back(std::move(finding));
    return findings;
}

}  // namespace sparring::tuner
