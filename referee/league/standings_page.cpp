#include <fmt/format.h>

#include <algorithm>

#include "referee/league/pages.hpp"
#include "referee/league/submission.hpp"
#include "referee/statistics/elo.hpp"
#include "referee/view/report_json.hpp"
#include "referee/view/small_multiples.hpp"

namespace sparring::referee::league {
namespace {

TableColumn left(std::string title) {
    return {std::move(title), TableColumn::Align::left};
}

std::string points_words(double points, int games) {
    return fmt::format("{:.1f} of {}", points, games);
}

Text night_link(const Night& night) {
    return night.games.empty() ? Text{night.name}
                               : hyperlink(night.name, "results/" + night.name + ".html");
}

DocumentTable standings_table(const League& league) {
    DocumentTable table;
    table.columns = {left("Submission"), {"#"},     {"Version"}, {"Elo"},        {"± 95 %"},
                     {"Change"},         {"Games"}, {"Score"},   {"Last night"}, {"Faults"}};
    int rank = 0;
    for (const Standing& standing : league.standings) {
        if (!standing.current) continue;
        const CarriedRating& rating = standing.rating;
        const bool rated = !standing.player.empty() && rating.rated;
        const auto version = split_player_name(standing.player).version;
        table.rows.push_back(
            {strong(standing.submitter), rated ? fmt::format("{}", ++rank) : "",
             version > 0 ? fmt::format("{}", version) : "", rated ? signed_text(rating.elo, 0) : "",
             rated ? fmt::format("{:.0f}", rating.error) : "",
             standing.change ? signed_text(*standing.change, 0) : "",
             rating.games > 0 ? fmt::format("{}", rating.games) : "",
             rating.games > 0 ? fmt::format("{:.0f} %", 100 * rating.points / rating.games) : "",
             standing.last && standing.last->games > 0
                 ? Text{points_words(standing.last->points, standing.last->games)}
                 : Text{standing.left_out.empty() ? "" : "left out"},
             standing.last && standing.last->faults > 0
                 ? strong(fmt::format("{}", standing.last->faults))
                 : Text{}});
    }
    return table;
}

std::vector<Text> left_out_list(const League& league) {
    std::vector<Text> items;
    for (const Entry& entry : league.entries) {
        if (!entry.left_out.empty())
            items.push_back(strong(entry.name) + Text{": " + entry.left_out});
    }
    return items;
}

/// One panel a submitter, all on the same scale.
SmallMultiples history_chart(const League& league) {
    SmallMultiples chart;
    chart.title = "Elo after each night";
    chart.description = "Rating of each submission over the nights, with its 95 % interval";
    // Room for the last label.
    chart.x = {"night", "", 0.8, static_cast<double>(league.nights.size()) + 0.2, true};
    Extent extent;
    for (const Standing& standing : league.standings) {
        const auto past = league.past.find(standing.submitter);
        if (!standing.current || past == league.past.end()) continue;
        LineSeries series;
        for (const NightResult& result : past->second) {
            if (!result.rating || !result.rating->rated) continue;
            const CarriedRating& rating = *result.rating;
            series.points.push_back({static_cast<double>(result.night + 1), rating.elo,
                                     rating.elo - rating.error, rating.elo + rating.error});
            extent.add(rating.elo - rating.error);
            extent.add(rating.elo + rating.error);
        }
        if (series.points.empty()) continue;
        chart.panels.push_back({{standing.submitter}, {std::move(series)}, {{0, "", true}}});
    }
    const auto [low, high] = extent.shown({}, 0.05);
    for (Panel& panel : chart.panels) {
        panel.y.from = low;
        panel.y.to = high;
    }
    return chart;
}

DocumentTable nights_table(const League& league) {
    DocumentTable table{
        {left("Night"), {"#"}, {"Players"}, {"Games"}, {"Faults"}, left("Most points")}, {}};
    for (std::size_t i = league.nights.size(); i-- > 0;) {
        const Night& night = league.nights[i];
        const NightResult* best = nullptr;
        int faults = 0;
        for (const auto& [submitter, results] : league.past) {
            for (const NightResult& result : results) {
                if (result.night != i) continue;
                faults += result.faults;
                if (result.games > 0 && (best == nullptr || result.points > best->points))
                    best = &result;
            }
        }
        Text games{fmt::format("{}", night.games.size())};
        const auto pages = page_names(night.name, night.games.size());
        for (std::size_t page = 1; page < pages.size(); ++page)
            games += Text{", "} + hyperlink(fmt::format("from {}", page * json::kMostRecords + 1),
                                            "results/" + pages[page]);
        table.rows.push_back(
            {night_link(night), fmt::format("{}", i + 1), fmt::format("{}", night.players.size()),
             night.finished ? games : games + Text{" (unfinished)"}, fmt::format("{}", faults),
             best == nullptr ? Text{}
                             : Text{fmt::format("{}, {}", best->player,
                                                points_words(best->points, best->games))}});
    }
    return table;
}

std::string zero_text(const League& league) {
    return league.rules.anchor.empty() ? "0 is the mean of all submissions"
                                       : fmt::format("0 is what {} has", league.rules.anchor);
}

}  // namespace

std::vector<std::string> page_names(const std::string& night, std::size_t games) {
    std::vector<std::string> names{night + ".html"};
    for (std::size_t from = json::kMostRecords; from < games; from += json::kMostRecords)
        names.push_back(fmt::format("{}-games-from-{}.html", night, from + 1));
    return names;
}

std::string replay_link(const Night& night, std::size_t index) {
    const auto names = page_names(night.name, night.games.size());
    return fmt::format("{}#game-{}", names[index / json::kMostRecords], night.games[index].number);
}

Document standings_page(const League& league, const Terms& terms) {
    Document page{terms.title};
    Text summary{fmt::format("{}, {}. ", terms.game, terms.form)};
    if (league.nights.empty()) {
        summary += Text{"No night has been played yet."};
    } else {
        const Night& last = league.nights.back();
        summary += Text{"Last night: "} + night_link(last) +
                   Text{fmt::format(", {} players, {} games, each to be replayed there. ",
                                    last.players.size(), last.games.size())} +
                   hyperlink("standings.csv", "standings.csv") + Text{" has this table."};
    }
    page.paragraph(std::move(summary));
    page.section("Standings");
    page.table(standings_table(league));
    page.paragraph(fmt::format(
        "Elo is a joint rating over the last {} night{}; {}. A changed submission is a new version "
        "with a rating of its own, which begins near that of the version before. Change is what "
        "the last night did. Faults are games lost in the last night by a crash, an illegal move, "
        "overdrawn time and the like.",
        league.rules.nights, league.rules.nights == 1 ? "" : "s", zero_text(league)));
    if (auto items = left_out_list(league); !items.empty()) {
        page.section("Left out").list(std::move(items));
        page.paragraph("The submitter's log says what would be right.");
    }
    if (!league.nights.empty()) {
        const auto chart = history_chart(league);
        page.section("Ratings over the nights");
        page.figure("results/history", chart,
                    "The night's numbers stand in the table below; the bands are 95 % intervals.");
        page.section("Nights");
        page.table(nights_table(league));
    }
    std::vector<Text> gone;
    for (const Standing& standing : league.standings) {
        if (standing.current) continue;
        const auto& past = league.past.at(standing.submitter);
        std::string text = fmt::format("{}, last played on {}", past.back().player,
                                       league.nights[past.back().night].name);
        if (past.back().rating && past.back().rating->rated)
            text += fmt::format(" with {}", signed_text(past.back().rating->elo, 0));
        gone.emplace_back(std::move(text));
    }
    if (!gone.empty()) page.section("No longer handed in").list(std::move(gone));
    page.section("How it is played");
    page.facts({{"Game", terms.game}, {"Form", terms.form}, {"Each engine", code(terms.each)}});
    return page;
}

}  // namespace sparring::referee::league
