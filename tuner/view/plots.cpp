#include "tuner/view/plots.hpp"

#include <fmt/format.h>

#include "referee/view/csv.hpp"

namespace sparring::tuner {
namespace {

struct Row {
    const char* name;
    const char* caption;
    std::optional<Chart> (*make)(const History& history);
};

template <auto make>
std::optional<Chart> any(const History& history) {
    if (auto chart = make(history)) return Chart{*std::move(chart)};
    return {};
}

const std::vector<Row>& rows() {
    static const std::vector<Row> table{
        {"test",
         "Openings and games that the training never saw. An interval across zero leaves open who "
         "is "
         "the stronger.",
         any<test_chart>},
        {"pairs",
         "A pair is one opening played twice, the first move changing sides. Many pairs of one "
         "point "
         "mean that openings, not engines, decide.",
         any<pairs_chart>},
        {"elo",
         "Bands and bars: 95 %. What the selection score has above the measured lines is luck that "
         "was selected, familiar openings and other opponents; where it is all of the points it "
         "has no Elo.",
         any<elo_chart>},
        {"score",
         "The selection score is the champion's own, after it was chosen for being high: biased "
         "upwards. Bands: 95 %. Where candidates only meet each other, a score of one half says "
         "nothing about progress.",
         any<score_chart>},
        {"parameters",
         "Band: the middle half of those who played. A line that runs along a bound asks for a "
         "wider "
         "range; a champion that jumps while the mean rests says that the parameter hardly "
         "matters.",
         any<parameters_chart>},
        {"diversity",
         "0: all alike. As a share of bits that differ, or of the range for parameters without "
         "bits. "
         "A population that falls to nearly 0 has stopped searching.",
         any<diversity_chart>},
        {"rates", "Means over the individuals of a generation.", any<rates_chart>},
        {"ages",
         "Old members show that new ones do not beat them; a hall that stays young, that strength "
         "goes round in circles or still grows.",
         any<ages_chart>},
        {"births", "Of those who were new in a generation. The first one is left out.",
         any<births_chart>},
        {"champions",
         "Only games of the training: few in each cell, and chosen by the strategy. Rows that are "
         "better against old champions than against new ones show progress.",
         any<champions_chart>},
        {"effort",
         "Games that were looked up cost neither nodes nor processor time. Time by the clock "
         "depends "
         "on the machine and on what else it did.",
         any<effort_chart>},
        {"strategy", "As the strategy itself reports them; its page says what they are.",
         any<notes_chart>},
        {"sensitivity",
         "All parameters at once, from pairs of games. A filled mark: the interval does not hold "
         "zero. A parameter with its best value inside the range can matter without a slope; "
         "the slices show that.",
         any<sensitivity_chart>},
        {"slices",
         "One parameter at a time, whoever the opponents were: a trend of a whole population can "
         "pass for an effect. Upwards: share of points; orange: means of eight equally large "
         "groups of individuals.",
         any<slices_chart>}};
    return table;
}

}  // namespace

std::vector<std::string> chart_names() {
    std::vector<std::string> names;
    for (const Row& row : rows()) names.emplace_back(row.name);
    return names;
}

std::vector<NamedChart> charts(const History& history) {
    std::vector<NamedChart> charts;
    for (const Row& row : rows())
        if (auto chart = row.make(history))
            charts.push_back({row.name, *std::move(chart), row.caption});
    return charts;
}

std::vector<referee::DocumentFile> files_of(const NamedChart& named, const std::string& folder) {
    return std::visit(
        [&](const auto& chart) {
            return std::vector<referee::DocumentFile>{
                {folder + "/" + named.name + ".svg", referee::svg(chart)},
                {folder + "/" + named.name + ".csv", referee::csv(chart)}};
        },
        named.chart);
}

std::string individuals_csv(const History& history) {
    std::vector<std::string> fields{"id", "born", "mother", "father", "pairs", "share"};
    for (const Parameter& parameter : history.space) fields.push_back(parameter.name);
    std::string text = referee::csv_line(fields);
    const auto id_text = [](Id id) { return id == kNobody ? std::string{} : std::to_string(id); };
    for (const Individual& individual : history.individuals) {
        const Candidate& candidate = individual.candidate;
        const auto pairs = total(individual.pairs);
        fields = {std::to_string(candidate.id),
                  std::to_string(candidate.born + 1),
                  id_text(candidate.parents[0]),
                  id_text(candidate.parents[1]),
                  std::to_string(pairs),
                  pairs > 0 ? referee::csv_number(share(individual.pairs)) : ""};
        for (std::size_t i = 0; i < history.space.size(); ++i)
            fields.push_back(history.space[i].text(candidate.point.at(i)));
        text += referee::csv_line(fields);
    }
    return text;
}

}  // namespace sparring::tuner
