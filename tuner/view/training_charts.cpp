#include "tuner/view/training_charts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <set>

#include "referee/statistics/elo.hpp"
#include "tuner/view/estimates.hpp"

namespace sparring::tuner {
namespace {

using referee::Axis;
using referee::LineChart;
using referee::LinePoint;
using referee::LineSeries;
using referee::SmallMultiples;

using Value = std::function<LinePoint(const Generation&)>;

const Axis kGenerations{.title = "generation", .whole = true};

/// Over the training's generations, without closing games.
LineSeries over_generations(const History& history, const std::string& name, const Value& value) {
    LineSeries series{.name = name};
    for (const Generation& generation : history.generations) {
        if (generation.closing) continue;
        LinePoint point = value(generation);
        point.x = generation.number;
        series.points.push_back(point);
    }
    return series;
}

bool has_values(const LineSeries& series) {
    return std::any_of(series.points.begin(), series.points.end(),
                       [](const LinePoint& point) { return referee::drawable(point.y); });
}

/// What the strategy notes under a name; a gap where it does not.
LineSeries note(const History& history, const std::string& key, const std::string& name) {
    return over_generations(history, name, [&](const Generation& generation) {
        for (const auto& [each, value] : generation.notes)
            if (each == key) return LinePoint{.y = value};
        return LinePoint{};
    });
}

/// Shades the stages, if there is more than one. `to` is where on x a generation ends.
template <class End>
std::vector<referee::StageSpan> stages(const History& history, double from, const End& to) {
    std::vector<referee::StageSpan> stages;
    int stage = 0;
    for (const Generation& generation : history.generations) {
        if (generation.closing) continue;
        if (generation.stage != stage) {
            stage = generation.stage;
            stages.push_back({from, from, fmt::format("stage {}", stage)});
        }
        from = stages.back().to = to(generation);
    }
    if (stages.size() < 2) stages.clear();
    return stages;
}

std::vector<referee::StageSpan> stages_of_generations(const History& history) {
    return stages(history, 1, [](const Generation& generation) {
        return static_cast<double>(generation.number) + 0.5;
    });
}

/// A chart of notes with those names that there are.
std::optional<LineChart> notes_in_one(const History& history, LineChart chart,
                                      const std::vector<std::pair<std::string, std::string>>& all) {
    for (const auto& [key, name] : all) {
        LineSeries series = note(history, key, name);
        if (has_values(series)) chart.series.push_back(std::move(series));
    }
    if (chart.series.empty()) return {};
    chart.x = kGenerations;
    chart.stages = stages_of_generations(history);
    return chart;
}

const std::vector<std::pair<std::string, std::string>> kAges{
    {"hall_age_max", "oldest in the hall"},
    {"hall_age_mean", "mean of the hall"},
    {"survivor_age_max", "oldest of the population's better half"}};
const std::vector<std::pair<std::string, std::string>> kRates{{"p_c", "p_c (crossover)"},
                                                              {"p_m", "p_m (mutation)"}};

/// They have charts of their own.
const std::set<std::string> kShownElsewhere{"diversity",     "diversity_between", "hall_age_max",
                                            "hall_age_mean", "survivor_age_max",  "p_c",
                                            "p_m",           "migrants"};

}  // namespace

std::optional<LineChart> score_chart(const History& history) {
    LineSeries champion{.name = "champion when it was selected (biased)"};
    LineSeries all{.name = "everybody against the opponents"};
    for (const Generation& generation : history.generations) {
        if (generation.closing) continue;
        const auto games = static_cast<double>(generation.games_so_far);
        if (total(generation.against_opponents) > 0) {
            const Estimate share = share_estimate(generation.against_opponents);
            all.points.push_back({games, share.value, share.low, share.high});
        }
        if (!generation.answer) continue;
        const double score = generation.answer->selection_score;
        LinePoint point{games, score};
        if (const auto pairs = total(generation.of_champion); pairs > 0) {
            const auto interval = referee::wilson(score, static_cast<double>(pairs));
            point.low = interval.low;
            point.high = interval.high;
        }
        champion.points.push_back(point);
    }
    LineChart chart{
        .title = "Score in training",
        .description = "Share of points over the games of the training, with 95 % intervals",
        .x = {.title = "games of the training", .whole = true},
        .y = {.title = "share of points", .from = 0, .to = 1},
        .stages = stages(history, 0,
                         [](const Generation& generation) {
                             return static_cast<double>(generation.games_so_far);
                         }),
        .rules = {{.at = 0.5, .label = ""}}};
    for (LineSeries* series : {&champion, &all})
        if (has_values(*series)) chart.series.push_back(std::move(*series));
    if (chart.series.empty()) return {};
    return chart;
}

std::optional<SmallMultiples> parameters_chart(const History& history) {
    SmallMultiples chart{.title = "Parameters",
                         .description =
                             "Every parameter that moves over the generations: mean and "
                             "quartiles of those who played, champion, start, bounds",
                         .x = kGenerations,
                         .stages = stages_of_generations(history)};
    for (std::size_t i = 0; i < history.space.size(); ++i) {
        const Parameter& parameter = history.space[i];
        referee::Panel panel{.y = {.title = parameter.name}};
        panel.series.push_back(
            over_generations(history, "mean and quartiles", [&](const Generation& generation) {
                if (i >= generation.parameters.size()) return LinePoint{};
                const Spread& spread = generation.parameters[i];
                return LinePoint{.y = spread.mean, .low = spread.low, .high = spread.high};
            }));
        panel.series.push_back(
            over_generations(history, "champion (biased)", [&](const Generation& generation) {
                return generation.answer ? LinePoint{.y = generation.answer->champion_point.at(i)}
                                         : LinePoint{};
            }));
        panel.series.back().form = LineSeries::Form::steps;
        panel.rules = {{.at = parameter.start, .label = "start"},
                       {.at = parameter.min, .label = "bounds", .bound = true},
                       {.at = parameter.max, .label = "bounds", .bound = true}};
        if (has_values(panel.series[0])) chart.panels.push_back(std::move(panel));
    }
    if (chart.panels.empty()) return {};
    chart.columns = columns_for(chart.panels.size());
    return chart;
}

std::optional<LineChart> diversity_chart(const History& history) {
    LineChart chart{.title = "Diversity",
                    .description = "How far apart those who played in a generation are",
                    .x = kGenerations,
                    .y = {.title = "mean distance of two", .from = 0},
                    .stages = stages_of_generations(history)};
    chart.series.push_back(over_generations(
        history, "of all who played",
        [](const Generation& generation) { return LinePoint{.y = generation.diversity}; }));
    if (!has_values(chart.series.front())) return {};
    if (LineSeries between = note(history, "diversity_between", "between the islands' means");
        has_values(between)) {
        chart.series.push_back(note(history, "diversity", "within an island"));
        chart.series.push_back(std::move(between));
    }
    return chart;
}

std::optional<LineChart> ages_chart(const History& history) {
    return notes_in_one(history,
                        {.title = "Hall of fame",
                         .description = "Ages of members of the hall of fame over the generations",
                         .y = {.title = "age", .unit = "generations", .from = 0}},
                        kAges);
}

std::optional<LineChart> rates_chart(const History& history) {
    return notes_in_one(
        history,
        {.title = "Adaptive rates",
         .description = "Means of the crossover and mutation rates over the generations",
         .y = {.title = "mean rate", .from = 0}},
        kRates);
}

std::optional<LineChart> births_chart(const History& history) {
    LineChart chart{.title = "Where new individuals come from",
                    .description =
                        "Numbers of children, copies and random individuals that were "
                        "new in each generation",
                    .x = kGenerations,
                    .y = {.title = "new individuals", .from = 0, .whole = true},
                    .stages = stages_of_generations(history)};
    using Count = std::int64_t Births::*;
    bool others = false;
    for (const auto& [name, count] :
         {std::pair<const char*, Count>{"two parents", &Births::children},
          {"one parent (migrants, copies)", &Births::copies},
          {"random", &Births::random}}) {
        LineSeries series = over_generations(history, name, [&](const Generation& generation) {
            return generation.number == 1
                       ? LinePoint{}
                       : LinePoint{.y = static_cast<double>(generation.births.*count)};
        });
        const bool any = std::any_of(series.points.begin(), series.points.end(),
                                     [](const LinePoint& point) { return point.y > 0; });
        others = others || (any && count != &Births::children);
        if (any) chart.series.push_back(std::move(series));
    }
    if (chart.series.size() < 2 || !others) return {};
    return chart;
}

std::optional<SmallMultiples> effort_chart(const History& history) {
    SmallMultiples chart{.title = "Effort",
                         .description = "Games, time and nodes of each generation",
                         .x = kGenerations,
                         .stages = stages_of_generations(history),
                         .columns = 2};
    const auto panel = [&](const std::string& title, const std::string& unit, bool whole,
                           std::vector<std::pair<std::string, double (*)(const Spent&)>> all) {
        referee::Panel made{.y = {.title = title, .unit = unit, .from = 0, .whole = whole}};
        for (const auto& [name, value] : all) {
            made.series.push_back(
                over_generations(history, name, [value = value](const Generation& generation) {
                    return LinePoint{.y = value(generation.spent)};
                }));
        }
        chart.panels.push_back(std::move(made));
    };
    panel("Games", "", true,
          {{"in all", [](const Spent& spent) { return static_cast<double>(spent.games); }},
           {"looked up", [](const Spent& spent) { return static_cast<double>(spent.looked_up); }}});
    panel("Nodes", "", true,
          {{"in all", [](const Spent& spent) { return static_cast<double>(spent.nodes); }}});
    panel("Time by the clock", "s", false,
          {{"in all", [](const Spent& spent) { return spent.wall_seconds; }}});
    panel("Processor time of engines", "s", false,
          {{"in all", [](const Spent& spent) { return spent.cpu_seconds; }}});
    if (!has_values(chart.panels.front().series.front())) return {};
    return chart;
}

std::optional<SmallMultiples> notes_chart(const History& history) {
    SmallMultiples chart{.title = "What the strategy notes",
                         .description = "Further figures of the strategy over the generations",
                         .x = kGenerations,
                         .stages = stages_of_generations(history)};
    std::set<std::string> seen;
    for (const Generation& generation : history.generations) {
        for (const auto& [key, value] : generation.notes) {
            if (kShownElsewhere.contains(key) || !seen.insert(key).second) continue;
            referee::Panel panel{.y = {.title = key}, .series = {note(history, key, "")}};
            if (has_values(panel.series.front())) chart.panels.push_back(std::move(panel));
        }
    }
    if (chart.panels.empty()) return {};
    return chart;
}

std::optional<referee::HeatMap> champions_chart(const History& history) {
    constexpr std::size_t kMost = 20;
    std::vector<std::pair<Id, int>> champions;  // with the generation that first had it
    std::set<Id> known;
    for (const Generation& generation : history.generations) {
        if (generation.closing || !generation.answer) continue;
        const Id id = generation.answer->champion;
        const bool met =
            std::any_of(history.meetings.begin(), history.meetings.end(), [&](const auto& meeting) {
                return meeting.first.first == id || meeting.first.second == id;
            });
        if (met && known.insert(id).second) champions.emplace_back(id, generation.number);
    }
    if (champions.size() < 3) return {};
    if (champions.size() > kMost) {
        // The first and the last stay.
        std::vector<std::pair<Id, int>> some;
        for (std::size_t i = 0; i < kMost; ++i)
            some.push_back(champions[i * (champions.size() - 1) / (kMost - 1)]);
        champions = std::move(some);
    }
    referee::HeatMap chart{.title = "Champions against champions",
                           .description =
                               "Points, in per cent, of the row's champion in the games of "
                               "the training that it played with the column's",
                           .row_title = "champion since generation",
                           .column_title = "against the champion since generation",
                           .unit = "%",
                           .values = {},
                           .middle = 50,
                           .reach = 50};
    for (const auto& [id, generation] : champions) {
        chart.rows.push_back(std::to_string(generation));
        chart.columns.push_back(std::to_string(generation));
        chart.values.emplace_back();
        for (const auto& [other, unused] : champions) {
            const auto meeting = history.meetings.find({std::min(id, other), std::max(id, other)});
            const double points = meeting == history.meetings.end() ? referee::kNoValue
                                  : id < other                      ? 100 * share(meeting->second)
                                               : 100 * share(mirrored(meeting->second));
            chart.values.back().push_back(points);
        }
    }
    return chart;
}

}  // namespace sparring::tuner
