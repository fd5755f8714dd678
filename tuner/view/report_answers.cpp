// What came out: the answers, what the test says of them and what it cannot say, and which
// parameters mattered.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "referee/statistics/elo.hpp"
#include "referee/view/number_text.hpp"
#include "tuner/view/estimates.hpp"
#include "tuner/view/report_parts.hpp"

namespace sparring::tuner {
namespace {

using referee::code;
using referee::Document;
using referee::DocumentTable;
using referee::number_text;
using referee::signed_number;
using referee::strong;
using referee::TableColumn;
using referee::Text;

constexpr auto kLeft = TableColumn::Align::left;

std::string percent(double share, int decimals = 1) {
    return number_text(100 * share, decimals) + " %";
}

/// What a row of the test says, in a sentence without a subject.
std::string verdict(const Measured& row) {
    if (total(row.pairs) == 0) return "was not measured: no pair counted";
    const Estimate elo = elo_estimate(row.pairs);
    const std::string numbers = elo_text(row.pairs) + " Elo (95 %)";
    if (elo.low > 0) return "is stronger than the " + row.opponent + ": " + numbers;
    if (elo.high < 0) return "is weaker than the " + row.opponent + ": " + numbers;
    return "is not shown to differ from the " + row.opponent + ": " + numbers;
}

/// Within 5 % of a bound: the range may have decided, not the games.
bool near_bound(const Parameter& parameter, double value) {
    constexpr std::uint64_t kFew = 20;  // with fewer values, one of the outermost is no surprise
    return parameter.levels() > kFew &&
           std::min(value - parameter.min, parameter.max - value) < 0.05 * parameter.range();
}

/// Whether the interval leaves zero out.
bool clear(const std::optional<Effect>& effect) {
    return effect && std::abs(effect->slope) > effect->error;
}

const Individual* champion_of(const History& history) {
    if (history.answers.empty() || history.answers.back().champion == kNobody) return nullptr;
    for (const Individual& individual : history.individuals)
        if (individual.candidate.id == history.answers.back().champion) return &individual;
    return nullptr;
}

DocumentTable measurements(const std::vector<Measured>& rows) {
    DocumentTable table{{{"", kLeft},
                         {"Pairs"},
                         {"Won"},
                         {"Drawn"},
                         {"Lost"},
                         {"Points"},
                         {"Elo (95 %)"},
                         {"Normalized Elo"},
                         {"Lost to faults"}},
                        {}};
    for (const Measured& row : rows) {
        table.rows.push_back(
            {row.subject + " vs " + row.opponent, count_text(total(row.pairs)),
             count_text(row.games[2]), count_text(row.games[1]), count_text(row.games[0]),
             total(row.pairs) > 0 ? percent(share(row.pairs)) : "–", elo_text(row.pairs),
             normalized_elo_text(row.pairs), count_text(row.dropped)});
    }
    return table;
}

void add_gap(Document& document, const History& history, const Measured& row) {
    document.subsection("Training against test");
    const Individual* champion = champion_of(history);
    if (champion == nullptr || total(champion->pairs) == 0) {
        document.paragraph(
            "The champion played no games of its own in the training (the strategy computed it), "
            "so "
            "there is no training score to compare with.");
        return;
    }
    const Estimate training = elo_estimate(champion->pairs), test = elo_estimate(row.pairs);
    const Estimate gap = difference(training, test);
    document.paragraph(fmt::format(
        "In all its {} of the training the champion made {} of the points, {} Elo over those "
        "it met. That number is biased: the champion was chosen for it. Against the start on "
        "held-out openings it has {} Elo.",
        counted(total(champion->pairs), "pair", "pairs"), percent(share(champion->pairs)),
        elo_text(champion->pairs), elo_text(row.pairs)));
    if (std::isfinite(gap.value)) {
        document.paragraph(
            Text{"The gap is "} + strong(text(gap, 0) + " Elo") +
            ". It has three causes that these games cannot tell apart: luck that was selected, "
            "opponents that were not the start, and what holds on the training's openings alone. "
            "Only the last is overfitting.");
    }
}

}  // namespace

void add_summary(Document& document, const History& history, const std::string& directory) {
    document.section("In short");
    if (!history.whole) {
        document.warning(Text{"The run is not over: it is still going on, or was interrupted. "} +
                         code("tuner resume " + directory) + " goes on.");
    }
    if (history.answers.empty()) {
        document.paragraph("No generation has ended yet, so there is no answer.");
        return;
    }
    std::vector<Text> points;
    for (const char* subject : {"champion", "mean"}) {
        const Measured* row = history.test ? find(*history.test, subject, "start") : nullptr;
        if (row != nullptr) {
            points.push_back(Text{"On held-out openings the "} +
                             strong(std::string{subject} + " " + verdict(*row)) +
                             fmt::format(", {}.", counted(total(row->pairs), "pair", "pairs")));
        }
    }
    if (points.empty())
        points.push_back(Text{"There is no test yet. "} +
                         strong("Nothing is known about the answer's strength") +
                         ": the score that selected it is biased.");
    const StoredAnswer& answer = history.answers.back();
    points.push_back(fmt::format("The champion was selected with {} of the points (biased).",
                                 percent(answer.selection_score)));
    const Spent all = history.in_all();
    points.push_back(fmt::format(
        "{} of the strategy {} over {}; {} in all, {} by the clock.",
        counted(history.generation_count(), "generation", "generations"),
        configured(history, "strategy", "name", "–"),
        counted(static_cast<std::int64_t>(history.space.size()), "parameter", "parameters"),
        counted(all.games, "game", "games"), duration_text(all.wall_seconds)));
    document.list(std::move(points));
}

void add_answers(Document& document, const History& history) {
    if (history.answers.empty()) return;
    document.section("Answers");
    const StoredAnswer& answer = history.answers.back();
    document.paragraph(
        fmt::format("The strategy answers with its champion and with the mean of those who "
                    "survived. The champion "
                    "was selected with {} of the points, a score that is biased upwards because it "
                    "was selected "
                    "for being high; the section Test has what it is worth.",
                    percent(answer.selection_score)));
    const auto last =
        std::find_if(history.generations.rbegin(), history.generations.rend(),
                     [](const Generation& generation) { return !generation.closing; });
    DocumentTable table{{{"Parameter", kLeft},
                         {"Start"},
                         {"Champion"},
                         {"Change"},
                         {"Mean"},
                         {"Middle half at the end"},
                         {"Range"},
                         {"Near a bound", kLeft}},
                        {}};
    bool edges = false;
    for (std::size_t i = 0; i < history.space.size(); ++i) {
        const Parameter& parameter = history.space[i];
        const double champion = answer.champion_point.at(i), mean = answer.mean_point.at(i);
        const double start = parameter.snapped(parameter.start);
        const bool first = near_bound(parameter, champion), second = near_bound(parameter, mean);
        edges = edges || first || second;
        std::string half = "–";
        if (last != history.generations.rend() && i < last->parameters.size()) {
            const Spread& spread = last->parameters[i];
            half = parameter.text(parameter.snapped(spread.low)) + " … " +
                   parameter.text(parameter.snapped(spread.high));
        }
        const int decimals = parameter.step == std::floor(parameter.step) ? 0 : 3;
        table.rows.push_back(
            {code(parameter.name), parameter.text(start), strong(parameter.text(champion)),
             parameter.words.empty() ? signed_number(champion - start, decimals) : "",
             parameter.text(mean), half,
             parameter.text(parameter.min) + " … " + parameter.text(parameter.max),
             first && second ? "both"
             : first         ? "champion"
             : second        ? "mean"
                             : ""});
    }
    document.table(std::move(table));
    if (edges) {
        document.note(
            "Near a bound: within 5 % of the range. Where the bound is not the engine's own, a "
            "wider range may have a better value; where 0 switches a term off, it may be the "
            "answer.");
    }
}

void add_test(Document& document, const History& history, const std::vector<NamedChart>& charts) {
    document.section("Test");
    if (!history.test) {
        document.paragraph(
            "Not played: the run is not over, or the configuration has no test. Without it nothing "
            "is known about the strength of the answer.");
    } else {
        if (!history.test->ended)
            document.warning("The test is not over; its numbers are of the games so far.");
        document.paragraph(
            "Openings of the test were set aside when the run was created; no game of the training "
            "used them. Champion and mean are two answers tested on the same openings: taking the "
            "better one afterwards adds a small bias.");
        document.table(measurements(history.test->rows));
    }
    if (!history.further_tests.empty()) {
        document.subsection("Further tests");
        document.paragraph(Text{"Asked for afterwards by "} + code("tuner test") +
                           ". One that was stopped when a sequential test was decided leans away "
                           "from 0.");
        std::vector<Measured> rows;
        for (const Measurement& test : history.further_tests)
            rows.insert(rows.end(), test.rows.begin(), test.rows.end());
        document.table(measurements(rows));
    }
    add_figure(document, charts, "test");
    add_figure(document, charts, "pairs");
    if (const Measured* row = champion_in_test(history)) add_gap(document, history, *row);
}

void add_limits(Document& document, const History& history) {
    const Measured* row = champion_in_test(history);
    document.section("Not shown");
    std::vector<Text> points;
    if (row == nullptr) {
        points.push_back("That the answer is stronger than the start: there is no test.");
    } else {
        const auto pairs = total(row->pairs);
        const auto least = detectable_elo(row->pairs);
        points.push_back(
            least
                ? fmt::format("Small differences: {} of this variance show a difference of {} Elo "
                              "with 80 % probability (at 5 %, two-sided), smaller ones less often.",
                              counted(pairs, "pair", "pairs"), number_text(*least))
                : fmt::format("Hardly anything: {} of this variance show no difference "
                              "whatever with 80 % probability.",
                              counted(pairs, "pair", "pairs")));
        for (const double elo : {20.0, 5.0}) {
            const double needed = pairs_to_detect(row->pairs, elo);
            if (needed > static_cast<double>(pairs))
                points.push_back(fmt::format("A difference of {} Elo would need {} pairs.",
                                             number_text(elo), number_text(needed)));
        }
    }
    points.push_back(fmt::format(
        "Anything about other limits than {} a move, other openings, or opponents that it has not "
        "met. Tuned values often do not transfer to deeper searches.",
        configured(history, "engine", "limit", "these")));
    points.push_back(
        "That another run would end in the same place: this was one seed. The spread between seeds "
        "is often as large as the effect.");
    document.list(std::move(points));
}

void add_sensitivity(Document& document, const History& history,
                     const std::vector<NamedChart>& charts) {
    DocumentTable table{{{"Parameter", kLeft},
                         {"Slice (% of the points)"},
                         {"Jointly (% of the points)"},
                         {"", kLeft}},
                        {}};
    auto joint = history.effects;
    joint.resize(history.space.size());
    for (std::size_t i = 0; i < history.space.size(); ++i) {
        const auto effect_text = [](const std::optional<Effect>& effect, double unit,
                                    int decimals) {
            return effect ? fmt::format("{}\u00a0±\u00a0{}",
                                        signed_number(unit * effect->slope, decimals),
                                        number_text(unit * effect->error, decimals))
                          : std::string{"–"};
        };
        const auto alone = slice(history, i);
        const std::optional<Effect> jointly = joint[i];
        if (!alone && !jointly) continue;
        table.rows.push_back({code(history.space[i].name), effect_text(alone, 100, 1),
                              effect_text(jointly, 100, 1), clear(jointly) ? "clear of 0" : ""});
    }
    if (table.rows.empty()) return;
    document.section("Sensitivity");
    document.paragraph(fmt::format(
        "How the share of points changes from the least to the greatest value of a parameter, by "
        "straight lines with 95 % intervals, from {} of the training. Slices look at one parameter "
        "at a time; jointly, all others are held alike and the opponent's values count, so this is "
        "the column to trust. Of twenty parameters that do not matter, one will look as if it did. "
        "The search tries most values near its answer, so lines far from it rest on little.",
        counted(history.effect_pairs, "pair", "pairs")));
    document.table(std::move(table));
    add_figure(document, charts, "sensitivity");
    add_figure(document, charts, "slices");
}

}  // namespace sparring::tuner
