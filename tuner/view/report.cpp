#include "tuner/view/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "referee/view/number_text.hpp"
#include "tuner/view/report_parts.hpp"

namespace sparring::tuner {
namespace {

/// `depth 2, nodes 1000`.
std::string text_of(const Node& node) {
    if (const auto* text = std::get_if<std::string>(&node.value)) return *text;
    if (const auto* whole = std::get_if<std::int64_t>(&node.value)) return std::to_string(*whole);
    if (const auto* number = std::get_if<double>(&node.value)) return fmt::format("{}", *number);
    if (const auto* flag = std::get_if<bool>(&node.value)) return *flag ? "true" : "false";
    std::string all;
    const auto add = [&](const std::string& each) { all += (all.empty() ? "" : ", ") + each; };
    if (const auto* list = std::get_if<Node::List>(&node.value))
        for (const Node& each : *list) add(text_of(each));
    if (const auto* entries = std::get_if<Node::Entries>(&node.value))
        for (const auto& [name, value] : *entries) add(name + " " + text_of(value));
    return all;
}

}  // namespace

void add_figure(referee::Document& document, const std::vector<NamedChart>& charts,
                std::string_view name) {
    for (const NamedChart& named : charts) {
        if (named.name != name) continue;
        std::visit(
            [&](const auto& chart) {
                document.figure("plots/" + named.name, chart, named.caption);
            },
            named.chart);
    }
}

std::string configured(const History& history, std::string_view table, std::string_view key,
                       const std::string& fallback) {
    const Node* node = history.configuration.find(table);
    if (node != nullptr) node = node->find(key);
    const std::string text = node != nullptr ? text_of(*node) : "";
    return text.empty() ? fallback : text;
}

std::string duration_text(double seconds) {
    if (seconds < 10) return fmt::format("{:.1f} s", seconds);
    const auto whole = static_cast<std::int64_t>(std::lround(seconds));
    if (whole < 60) return fmt::format("{} s", whole);
    if (whole < 3600) return fmt::format("{} min {} s", whole / 60, whole % 60);
    return fmt::format("{} h {} min", whole / 3600, whole % 3600 / 60);
}

std::string count_text(std::int64_t count) {
    return referee::number_text(static_cast<double>(count));
}

std::string counted(std::int64_t count, const std::string& one, const std::string& many) {
    return count_text(count) + " " + (count == 1 ? one : many);
}

referee::Document run_report(const History& history, const std::string& directory,
                             const std::string& digest) {
    referee::Document document{"Tuning " + configured(history, "run", "name", "an engine")};
    const auto charts = tuner::charts(history);
    add_summary(document, history, directory);
    add_answers(document, history);
    add_test(document, history, charts);
    add_limits(document, history);
    if (!history.generations.empty()) {
        document.section("Training");
        document.paragraph(
            "Scores in this section come from games that also decided who lives on. They are "
            "biased and show how the search went, not how strong its result is.");
        for (const char* name : {"score", "elo", "parameters", "diversity", "rates", "ages",
                                 "births", "champions", "strategy"})
            add_figure(document, charts, name);
    }
    add_sensitivity(document, history, charts);
    add_subject(document, history);
    add_budget(document, history);
    add_figure(document, charts, "effort");
    add_faults(document, history);
    add_reproduction(document, history, directory, digest);
    return document;
}

}  // namespace sparring::tuner
