// `tuner compare`: two or more tuners by their runs, one observation each.
#include <fmt/format.h>

#include <numeric>

#include "protocol/text.hpp"
#include "referee/view/table.hpp"
#include "tuner/cli/command_line.hpp"
#include "tuner/cli/commands.hpp"
#include "tuner/cli/run_files.hpp"
#include "tuner/store/arm.hpp"

namespace sparring::tuner {
namespace {

/// Names the random numbers of the bootstrap and of large permutation tests.
constexpr std::uint64_t kSeed = 1;

struct Arm {
    std::string name;
    std::vector<Observation> runs;

    std::vector<double> effects() const {
        std::vector<double> effects;
        for (const Observation& run : runs) effects.push_back(effect(run.counts));
        return effects;
    }
    std::vector<PairCounts> counts() const {
        std::vector<PairCounts> counts;
        for (const Observation& run : runs) counts.push_back(run.counts);
        return counts;
    }
};

std::vector<std::string> split(const std::string& list) {
    std::vector<std::string> parts;
    for (std::size_t from = 0; from <= list.size();) {
        const auto comma = std::min(list.find(',', from), list.size());
        if (comma > from) parts.push_back(list.substr(from, comma - from));
        from = comma + 1;
    }
    return parts;
}

std::optional<std::string> add(std::vector<Arm>& arms, const std::string& path,
                               const std::string& subject, const std::string& label) {
    const auto store = open_run(path);
    if (!store) return store.error();
    auto run = observe(**store, subject);
    if (!run) return run.error();
    run->path = path;
    const std::string name = label.empty() ? run->strategy : label;
    for (Arm& arm : arms) {
        if (arm.name != name) continue;
        arm.runs.push_back(*std::move(run));
        return {};
    }
    arms.push_back({name, {*std::move(run)}});
    return {};
}

Expected<std::vector<Arm>> read(const CommandLine& line) {
    const std::string subject = line.text("subject", "champion");
    if (subject != "champion" && subject != "mean")
        return Error{
            fmt::format("--subject: '{}' is neither champion nor mean", text::printable(subject))};
    std::vector<Arm> arms;
    for (const std::string& path : line.operands())
        if (auto problem = add(arms, path, subject, "")) return Error{*problem};
    for (const std::string& label : line.texts("label")) {
        const auto equals = label.find('=');
        if (equals == label.npos || equals == 0)
            return Error{fmt::format("--label: '{}' is not NAME=DIR,DIR", text::printable(label))};
        for (const std::string& path : split(label.substr(equals + 1)))
            if (auto problem = add(arms, path, subject, label.substr(0, equals)))
                return Error{*problem};
    }
    if (arms.size() < 2)
        return Error{"runs of at least two tuners are needed: of two strategies, or with --label"};
    return arms;
}

/// What stands against comparing them.
std::optional<std::string> unfair(const std::vector<Arm>& arms) {
    const Observation& first = arms.front().runs.front();
    for (const Arm& arm : arms) {
        for (const Observation& run : arm.runs)
            if (auto problem = difference(first, run)) return problem;
        if (auto problem = not_one_arm(arm.runs)) return problem;
    }
    return {};
}

std::string arms_text(const std::vector<Arm>& arms, const std::string& subject) {
    referee::Table table;
    table.column("Tuner", referee::Table::Align::left);
    for (const char* title : {"runs", "Elo", "sd", "test pairs", "games", "nodes (M)"})
        table.column(title);
    for (const Arm& arm : arms) {
        const auto effects = arm.effects();
        std::int64_t pairs = 0, games = 0, nodes = 0;
        for (const Observation& run : arm.runs) {
            pairs += std::accumulate(run.counts.begin(), run.counts.end(), std::int64_t{0});
            games += run.games;
            nodes += run.nodes;
        }
        table.row({arm.name, std::to_string(arm.runs.size()),
                   referee::signed_text(mean(effects), 1),
                   arm.runs.size() > 1 ? fmt::format("{:.1f}", deviation(effects)) : "-",
                   std::to_string(pairs), std::to_string(games),
                   fmt::format("{:.1f}", static_cast<double>(nodes) / 1e6)});
    }
    return fmt::format(
        "The {} of each run against its start, on test openings; sd: between runs; games and "
        "nodes: "
        "of the training.\n\n{}",
        subject, table.text());
}

std::string comparisons_text(const std::vector<Arm>& arms) {
    struct Row {
        const Arm *a, *b;
    };
    std::vector<Row> rows;
    std::vector<double> permutation;
    for (std::size_t i = 0; i < arms.size(); ++i) {
        for (std::size_t j = i + 1; j < arms.size(); ++j) {
            rows.push_back({&arms[i], &arms[j]});
            permutation.push_back(permutation_test(arms[i].effects(), arms[j].effects(), kSeed));
        }
    }
    const auto corrected = holm(permutation);
    referee::Table table;
    table.column("Difference", referee::Table::Align::left);
    for (const char* title : {"Elo", "95 %", "p", "p (ranks)", "p (Holm)"}) table.column(title);
    std::string limits;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const auto a = rows[i].a->effects(), b = rows[i].b->effects();
        const auto interval = bootstrap_difference(rows[i].a->counts(), rows[i].b->counts(), kSeed);
        table.row({fmt::format("{} - {}", rows[i].b->name, rows[i].a->name),
                   referee::signed_text(mean(b) - mean(a), 1),
                   fmt::format("[{}, {}]", referee::signed_text(interval.low, 1),
                               referee::signed_text(interval.high, 1)),
                   fmt::format("{:.3g}", permutation[i]),
                   fmt::format("{:.3g}", mann_whitney(a, b, kSeed)),
                   fmt::format("{:.3g}", corrected[i])});
        const std::string between = fmt::format("{} runs of {} and {} of {}", a.size(),
                                                rows[i].a->name, b.size(), rows[i].b->name);
        const double least = smallest_p(a.size(), b.size()) * static_cast<double>(rows.size());
        if (least > 0.05)
            limits += fmt::format(
                "{} cannot be significant at 5 %, whatever they show: p is at "
                "least {:.3g}{}.\n",
                between, std::min(1.0, least), rows.size() > 1 ? " after Holm's correction" : "");
        if (a.size() > 1 && b.size() > 1) {
            limits += fmt::format(
                "{} miss a true difference of less than {:.0f} Elo in more than "
                "one of five comparisons.\n",
                between, detectable(deviation(a), a.size(), deviation(b), b.size()));
        } else {
            limits += fmt::format(
                "{} say nothing about how much runs differ: the interval is of "
                "the tests alone.\n",
                between);
        }
    }
    return fmt::format(
        "{}\n{} comparison{}. 95 %: bootstrap of runs, then pairs. p: permutation test; ranks: "
        "Mann-Whitney;\nHolm: p for this many comparisons.\n\n{}",
        table.text(), rows.size(), rows.size() == 1 ? "" : "s", limits);
}

}  // namespace

int compare_command(std::span<const std::string> words) {
    auto line =
        CommandLine::parse(words,
                           "tuner compare DIR... [OPTIONS]\nTuners by their runs: same engine, "
                           "parameters, openings and "
                           "budget, different seeds.",
                           {{"label", "NAME=DIR,...",
                             "an arm of these runs (arms are strategies); may be given again"},
                            {"subject", "WHO", "champion (default) or mean"},
                            {"force", "", "although the runs differ in what should be the same"}},
                           0, 10'000);
    if (!line) return fail(kWrongUsage, "compare: " + line.error());
    if (line->helped()) return kDone;
    const auto arms = read(*line);
    if (!arms) return fail(kWrongUsage, "compare: " + arms.error());
    if (const auto problem = unfair(*arms)) {
        if (!line->has("force"))
            return fail(kFailed, "compare: " + *problem + " (--force compares all the same)");
        fmt::print("Not a fair comparison: {}.\n\n", *problem);
    }
    fmt::print("{}\n{}", arms_text(*arms, line->text("subject", "champion")),
               comparisons_text(*arms));
    return kDone;
}

}  // namespace sparring::tuner
