// What was done: what was tuned, what it cost, what went wrong, how to do it again.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "protocol/text.hpp"
#include "referee/archive/utc.hpp"
#include "tuner/view/report_parts.hpp"

namespace sparring::tuner {
namespace {

using referee::code;
using referee::Document;
using referee::DocumentTable;
using referee::hyperlink;
using referee::TableColumn;
using referee::Text;

/// `2026-11-21 07:20 UTC`.
std::string moment_text(const std::string& utc) {
    if (utc.size() < 16) return "–";
    return utc.substr(0, 10) + " " + utc.substr(11, 5) + " UTC";
}

}  // namespace

void add_subject(Document& document, const History& history) {
    document.section("Setup");
    std::array<std::int64_t, 3> openings{};
    for (const StoredOpening& opening : history.run.openings)
        ++openings[static_cast<std::size_t>(opening.role)];
    const auto fixed = static_cast<std::int64_t>(history.run.parameters.size()) -
                       static_cast<std::int64_t>(history.space.size());
    document.facts(
        {{"Game", configured(history, "game", "rules", "–")},
         {"Limits of a move", configured(history, "engine", "limit", "–")},
         {"Strategy", configured(history, "strategy", "name", "–")},
         {"Parameters", fmt::format("{} moved, {} fixed", history.space.size(), fixed)},
         {"Openings", fmt::format("{} training, {} validation, {} test", count_text(openings[0]),
                                  count_text(openings[1]), count_text(openings[2]))},
         {"Seed", configured(history, "run", "seed", "1")},
         {"Tuner", history.run.version},
         {"Begun", moment_text(history.started)},
         {"Last result", moment_text(history.ended)}});
    DocumentTable engines{{{"Engine", TableColumn::Align::left},
                           {"Command", TableColumn::Align::left},
                           {"SHA-256 of the program", TableColumn::Align::left}},
                          {}};
    for (const StoredEngine& engine : history.run.engines) {
        engines.rows.push_back({engine.name, code(engine.command),
                                engine.sha256.empty() ? Text{"–"} : code(engine.sha256)});
    }
    document.table(std::move(engines));
    for (const std::string& warning : history.run.warnings) document.warning(warning);
}

void add_budget(Document& document, const History& history) {
    document.section("Cost");
    DocumentTable table{{{"Games", TableColumn::Align::left},
                         {"In all"},
                         {"Looked up"},
                         {"Not counted"},
                         {"Nodes"},
                         {"Processor time"},
                         {"By the clock"}},
                        {}};
    const auto row = [&](const std::string& name, const Spent& spent) {
        if (spent.games == 0) return;
        table.rows.push_back({name, count_text(spent.games), count_text(spent.looked_up),
                              count_text(spent.uncounted), count_text(spent.nodes),
                              duration_text(spent.cpu_seconds), duration_text(spent.wall_seconds)});
    };
    row("Training", history.of(BatchKind::train));
    row("Validation", history.of(BatchKind::validation));
    row("Test", history.of(BatchKind::test));
    row("Sum", history.in_all());
    if (table.rows.empty()) {
        document.paragraph("No game has been written down yet.");
        return;
    }
    document.table(std::move(table));
    const Spent all = history.in_all();
    std::string text = fmt::format("{} and {} in the training. ",
                                   counted(history.generation_count(), "generation", "generations"),
                                   counted(static_cast<std::int64_t>(history.individuals.size()),
                                           "individual", "individuals"));
    text +=
        "Games of deterministic engines that had been played before were looked up; nodes and "
        "processor time (of the engines) are of the others, as the engines and the system report "
        "them. Games that do not count were faults.";
    if (all.wall_seconds > 0)
        text += fmt::format(" {:.3g} games were played in a second.",
                            static_cast<double>(all.games - all.looked_up) / all.wall_seconds);
    document.paragraph(text);
}

void add_faults(Document& document, const History& history) {
    constexpr std::size_t kMost = 8;
    document.section("Faults");
    std::vector<const StoredEvent*> faults;
    for (const StoredEvent& event : history.events)
        if (event.kind == "fault") faults.push_back(&event);
    if (faults.empty()) {
        document.paragraph("None: every game that was begun ended by the rules.");
        return;
    }
    const Spent all = history.in_all();
    document.paragraph(fmt::format(
        "{} in {} played games. A pair with a fault is played again as often as the configuration "
        "allows; {} in the end did not count. The first ones:",
        counted(static_cast<std::int64_t>(faults.size()), "fault", "faults"),
        count_text(all.games - all.looked_up), counted(all.uncounted, "game", "games")));
    std::vector<Text> items;
    for (std::size_t i = 0; i < std::min(kMost, faults.size()); ++i)
        items.push_back(moment_text(faults[i]->time) + ": " +
                        text::printable(faults[i]->text, 400));
    document.list(std::move(items));
}

void add_reproduction(Document& document, const History& history, const std::string& directory,
                      const std::string& digest) {
    document.section("Reproduce");
    document.paragraph(Text{"With "} + hyperlink("configuration.toml", "configuration.toml") +
                       ", which is all that was set:");
    document.code_block("tuner run configuration.toml --dir again\ntuner digest again", "sh");
    document.paragraph(
        Text{"This run's digest, over everything that its games decided, is "} + code(digest) +
        ". The same programs with limits that do not depend on time (depth, nodes) give the same; "
        "others give another run of the same experiment." +
        (history.whole ? "" : " The run was not over, so its digest is not the final one."));
    document.paragraph("This report, and its charts alone:");
    document.code_block(fmt::format("tuner report {0}\ntuner plot {0}", directory), "sh");
    document.subsection("Configuration");
    document.code_block(history.run.configuration, "toml");
}

}  // namespace sparring::tuner
