// `tuner test`: more games of a run's answer on held-out openings.
#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>

#include "protocol/text.hpp"
#include "referee/cli/event_file.hpp"
#include "referee/cli/stats.hpp"
#include "referee/statistics/elo.hpp"
#include "referee/statistics/stopped_test.hpp"
#include "tuner/cli/command_line.hpp"
#include "tuner/cli/commands.hpp"
#include "tuner/cli/console.hpp"
#include "tuner/cli/events.hpp"
#include "tuner/cli/observers.hpp"
#include "tuner/cli/run_files.hpp"
#include "tuner/cli/session.hpp"
#include "tuner/config/point_text.hpp"
#include "tuner/store/measured.hpp"

namespace sparring::tuner {
namespace {

/// Pairs of a sequential test that need not end for want of openings.
constexpr int kMostPairs = 1'000'000;

/// Who can be tested, by name.
class Entrants {
  public:
    /// `note` goes behind every name: what is unlike the run's own test.
    Entrants(const Experiment& experiment, const RunStore& store, std::string limits,
             std::string note)
        : experiment_{experiment},
          answers_{store.answers()},
          limits_{std::move(limits)},
          note_{std::move(note)} {}

    Expected<Entrant> find(const std::string& name) const {
        const Configuration& configuration = experiment_.configuration;
        if (name == "start") return entrant(name, experiment_.space().start());
        if (name == "champion" || name == "mean") {
            if (answers_.empty()) return Error{"no generation of the run has ended yet"};
            const StoredAnswer& answer = answers_.back();
            return entrant(name, name == "mean" ? answer.mean_point : answer.champion_point);
        }
        std::vector<std::string> names{"champion", "mean", "start"};
        for (const Opponent& opponent : configuration.opponents) {
            names.push_back(opponent.name);
            if (opponent.name != name) continue;
            return Entrant{name + note_,
                           {opponent.name, {}, limits_.empty() ? opponent.limits : limits_}};
        }
        if (name.ends_with(".json")) return from_file(name);
        const auto near = text::nearest(name, names);
        return Error{fmt::format("'{}' is none of {}, and no FILE.json{}", text::printable(name),
                                 fmt::join(names, ", "),
                                 near ? fmt::format("; did you mean {}?", *near) : "")};
    }

  private:
    Entrant entrant(const std::string& name, const Point& point) const {
        const std::string& limits = limits_.empty() ? experiment_.configuration.limits : limits_;
        return {name + note_, experiment_.side(point, limits), point};
    }

    Expected<Entrant> from_file(const std::string& path) const {
        std::ifstream file{path, std::ios::binary};
        const std::string json{std::istreambuf_iterator<char>{file}, {}};
        if (!file) return Error{fmt::format("cannot read '{}'", text::printable(path, 200))};
        const auto point = parse_point(json, experiment_.parameters);
        if (!point) return Error{fmt::format("{}: {}", text::printable(path, 200), point.error())};
        return entrant(path, *point);
    }

    const Experiment& experiment_;
    std::vector<StoredAnswer> answers_;
    std::string limits_, note_;
};

/// `0,10` or `elo0=0,elo1=10,model=logistic`.
Expected<std::optional<referee::SprtSettings>> read_sprt(const CommandLine& line) {
    if (!line.has("sprt")) return std::optional<referee::SprtSettings>{};
    std::vector<std::string> words;
    std::string text = line.text("sprt");
    std::replace(text.begin(), text.end(), ',', ' ');
    for (const auto word : text::words(text)) {
        const bool bare = word.find('=') == word.npos && words.size() < 2;
        words.push_back((bare ? words.empty() ? "elo0=" : "elo1=" : "") + std::string{word});
    }
    const auto settings = referee::parse_sprt(words);
    if (!settings) return Error{"--sprt: " + settings.error()};
    if (const auto problem = referee::fault(*settings)) return Error{"--sprt: " + *problem};
    if (settings->model == referee::EloModel::bayes_elo)
        return Error{"--sprt: model=bayeselo is for single games; these are pairs"};
    return std::optional{*settings};
}

Expected<Role> read_role(const CommandLine& line) {
    const std::string name = line.text("openings", "test");
    for (const Role role : {Role::train, Role::validation, Role::test})
        if (word(role) == name) return role;
    return Error{
        fmt::format("--openings: '{}' is none of test, validation, train", text::printable(name))};
}

Expected<std::string> read_limits(const CommandLine& line) {
    const std::string limits = line.text("limit");
    if (line.has("limit"))
        if (const auto read = referee::parse_limits(limits); !read)
            return Error{"--limit: " + read.error()};
    return limits;
}

/// Openings that the entrants have not met on, and how many pairs there will be.
std::optional<std::string> deal(FurtherTestPlan& plan, const Experiment& experiment, Role role,
                                const std::vector<StoredBatch>& before, const CommandLine& line) {
    const auto all = experiment.openings_of(role);
    if (all.empty()) return fmt::format("the run has no openings for {}", word(role));
    int used = 0;
    bool repeats = false;
    for (const Entrant& opponent : plan.against) {
        used = std::max(used, pairs_played(before, plan.subject.label, opponent.label));
        repeats = repeats || (referee::deterministic(plan.subject.side.limits) &&
                              referee::deterministic(opponent.side.limits));
    }
    const auto pairs = line.integer(
        "pairs", plan.sprt ? kMostPairs : std::max(1, experiment.configuration.test_pairs), 1,
        kMostPairs);
    if (!pairs) return pairs.error();
    plan.pairs = *pairs;
    const int left = static_cast<int>(all.size()) - used;
    if (repeats && left < plan.pairs) {
        // With a fixed depth the same opening is the same game: no news.
        if (line.has("pairs") || left <= 0)
            return fmt::format(
                "{} of the {} openings for {} are left that these have not met on, and engines "
                "with fixed limits would repeat their games: fewer --pairs, another --limit or "
                "other --openings",
                std::max(0, left), all.size(), word(role));
        plan.pairs = left;
    }
    for (std::size_t i = 0; i < all.size(); ++i)
        plan.openings.push_back(all[(i + static_cast<std::size_t>(used)) % all.size()]);
    return {};
}

Expected<FurtherTestPlan> plan_of(const Experiment& experiment, const RunStore& store,
                                  const CommandLine& line) {
    const auto sprt = read_sprt(line);
    if (!sprt) return Error{sprt.error()};
    const auto role = read_role(line);
    if (!role) return Error{role.error()};
    const auto limits = read_limits(line);
    if (!limits) return Error{limits.error()};
    std::vector<std::string> notes;
    if (!limits->empty() && *limits != experiment.configuration.limits) notes.push_back(*limits);
    if (*role != Role::test) notes.push_back(fmt::format("{} openings", word(*role)));
    const Entrants entrants{experiment, store, *limits,
                            notes.empty() ? "" : fmt::format(" ({})", fmt::join(notes, ", "))};
    auto subject = entrants.find(line.text("subject", "champion"));
    if (!subject) return Error{"--subject: " + subject.error()};
    FurtherTestPlan plan{.subject = *std::move(subject), .against = {}, .sprt = *sprt};
    auto names = line.texts("against");
    if (names.empty()) names = {"start"};
    for (const std::string& name : names) {
        auto opponent = entrants.find(name);
        if (!opponent) return Error{"--against: " + opponent.error()};
        if (opponent->label == plan.subject.label)
            return Error{"--against: nobody plays against itself"};
        plan.against.push_back(*std::move(opponent));
    }
    if (plan.sprt && plan.against.size() > 1)
        return Error{"--sprt is a test between two; give one --against"};
    if (auto problem = deal(plan, experiment, *role, store.batches(true), line))
        return Error{*problem};
    return plan;
}

}  // namespace

int test_command(std::span<const std::string> words) {
    auto line = CommandLine::parse(
        words,
        "tuner test DIR [OPTIONS]\nMore games of a run's answer, on openings that the training has "
        "not seen; the run file keeps them.",
        {{"subject", "WHO", "champion (default), mean, start or FILE.json"},
         {"against", "WHO",
          "start (default), champion, mean, an opponent of the run or FILE.json; "
          "may be given again"},
         {"pairs,n", "N", "pairs of games with each (the run's test.pairs)"},
         {"sprt", "ELO0,ELO1",
          "until the sequential test is decided; also model=logistic, "
          "alpha=.., beta=.."},
         {"limit", "LIMIT", "of all sides, as in \"depth=4\" (the run's)"},
         {"openings", "ROLE", "test (default), validation or train"},
         {"workers,w", "N", "games at a time (processors)"},
         {"broker", "URL|FILE", "games are played by workers: docs/cluster.md"},
         {"quiet,q", "", "only the result"},
         {"json", "FILE", "events as JSON lines, - for standard output"},
         {"accept-changes", "", "although an engine's program has changed"}},
        1, 1);
    if (!line) return fail(kWrongUsage, "test: " + line.error());
    if (line->helped()) return kDone;
    auto store = RunStore::open(run_file(line->operands().front()));
    if (!store) return fail(kWrongUsage, store.error());
    auto experiment = restored((*store)->run(), program_folder(), line->has("accept-changes"));
    if (!experiment) return fail(kWrongUsage, experiment.error());
    const auto workers =
        line->integer("workers", experiment->configuration.concurrency, 0, kMostWorkers);
    if (!workers) return fail(kWrongUsage, "test: " + workers.error());
    experiment->configuration.concurrency = *workers;
    auto plan = plan_of(*experiment, **store, *line);
    if (!plan) return fail(kWrongUsage, "test: " + plan.error());
    referee::EventFile file;
    if (const auto problem = file.open(line->text("json")))
        return fail(kWrongUsage, "test: -" + *problem);
    std::FILE* out = line->text("json") == "-" ? stderr : stdout;
    Console console{*experiment, line->has("quiet"), out};
    Events events{*experiment, [&](const std::string& event) { file.write(event); }};
    Observers observers{{&console, &events}};
    events.run((*store)->path(), 0);
    const RunEnd end =
        test_session(*experiment, **store, observers, *std::move(plan), line->text("broker"));
    if (end.kind == RunEnd::Kind::no_start) return fail(kNoStart, "test: " + end.why);
    console.conclude();
    events.end(end);
    const StoredBatch batch = (*store)->batches(true).back();
    fmt::print(out, "{}", test_text(**store, batch));
    if (end.kind == RunEnd::Kind::complete) return kDone;
    return fail(end.kind == RunEnd::Kind::aborted ? kAborted : kInterrupted,
                end.why + "; what was played is in the run file");
}

}  // namespace sparring::tuner
