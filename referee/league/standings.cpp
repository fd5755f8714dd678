#include "referee/league/standings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "referee/league/submission.hpp"
#include "referee/statistics/elo.hpp"
#include "referee/view/csv.hpp"
#include "referee/view/table.hpp"

namespace sparring::referee::league {
namespace {

const CarriedRating* rated(const CarriedRatings& ratings, const std::string& player) {
    const auto found = ratings.find(player);
    return found == ratings.end() ? nullptr : &found->second;
}

std::optional<double> change_of(std::span<const NightResult> results) {
    std::vector<double> elo;
    for (const NightResult& result : results) {
        if (result.rating && result.rating->rated) elo.push_back(result.rating->elo);
    }
    if (elo.size() < 2) return {};
    return elo.back() - elo[elo.size() - 2];
}

int place(const Standing& standing) {
    return !standing.current ? 2 : standing.player.empty() || !standing.rating.rated ? 1 : 0;
}

std::string points_text(double points, int games) {
    return games == 0 ? "" : fmt::format("{:.1f}/{}", points, games);
}

}  // namespace

std::string newest_rated(const CarriedRatings& ratings, const std::string& submitter) {
    PlayerName best;
    std::string player;
    for (const auto& [name, rating] : ratings) {
        const PlayerName split = split_player_name(name);
        if (split.submitter != submitter || split.version < best.version) continue;
        best = split;
        player = name;
    }
    return player;
}

League make_league(std::vector<Night> nights, const CarryRules& rules, std::vector<Entry> entries) {
    League league{std::move(nights), rules, std::move(entries)};
    league.past = history(league.nights, rules);
    const CarriedRatings ratings = carry(league.nights, rules);

    std::set<std::string> submitters;
    std::map<std::string, const Entry*> current;
    for (const Entry& entry : league.entries) {
        submitters.insert(entry.name);
        current[entry.name] = &entry;
    }
    for (const auto& [submitter, results] : league.past) submitters.insert(submitter);
    for (const std::string& submitter : submitters) {
        Standing standing;
        standing.submitter = submitter;
        const auto entry = current.find(submitter);
        standing.current = entry != current.end();
        if (standing.current) {
            standing.left_out = entry->second->left_out;
            const auto& version = entry->second->version;
            const std::string player = version ? player_name(submitter, version->number) : "";
            if (rated(ratings, player) != nullptr) standing.player = player;
        }
        if (standing.player.empty()) standing.player = newest_rated(ratings, submitter);
        if (const auto* rating = rated(ratings, standing.player)) standing.rating = *rating;
        const auto past = league.past.find(submitter);
        if (past != league.past.end()) {
            standing.change = change_of(past->second);
            if (past->second.back().night + 1 == league.nights.size())
                standing.last = past->second.back();
        }
        league.standings.push_back(std::move(standing));
    }
    std::stable_sort(league.standings.begin(), league.standings.end(),
                     [](const Standing& a, const Standing& b) {
                         return place(a) != place(b) ? place(a) < place(b)
                                                     : place(a) == 0 && a.rating.elo > b.rating.elo;
                     });
    return league;
}

std::string standings_text(const League& league, bool colour) {
    Table table;
    table.column("#");
    table.column("Submission", Table::Align::left);
    for (const char* title : {"Elo", "+/-", "change", "games", "last night", "faults"})
        table.column(title);
    table.column("", Table::Align::left);
    int rank = 0;
    for (const Standing& standing : league.standings) {
        if (!standing.current) continue;
        const bool is_rated = place(standing) == 0;
        table.row({is_rated ? fmt::format("{}", ++rank) : "",
                   standing.player.empty() ? standing.submitter : standing.player,
                   is_rated ? signed_text(standing.rating.elo, 0) : "",
                   is_rated ? fmt::format("{:.0f}", standing.rating.error) : "",
                   standing.change ? signed_text(*standing.change, 0) : "",
                   standing.rating.games > 0 ? fmt::format("{}", standing.rating.games) : "",
                   standing.last ? points_text(standing.last->points, standing.last->games) : "",
                   standing.last ? fmt::format("{}", standing.last->faults) : "",
                   standing.left_out.empty() ? "" : "left out"});
    }
    return table.text(colour);
}

std::string standings_csv(const League& league) {
    std::string text = csv_line(std::vector<std::string>{
        "rank", "submission", "version", "elo", "error", "change", "games", "points",
        "last_night_games", "last_night_points", "last_night_faults", "current", "left_out"});
    int rank = 0;
    for (const Standing& standing : league.standings) {
        const bool is_rated = place(standing) == 0;
        const auto number = [](auto value) { return fmt::format("{}", value); };
        text += csv_line(std::vector<std::string>{
            is_rated ? number(++rank) : "", standing.submitter,
            standing.player.empty() ? "" : number(split_player_name(standing.player).version),
            is_rated ? fmt::format("{:.1f}", standing.rating.elo) : "",
            is_rated ? fmt::format("{:.1f}", standing.rating.error) : "",
            standing.change ? fmt::format("{:.1f}", *standing.change) : "",
            number(standing.rating.games), number(standing.rating.points),
            standing.last ? number(standing.last->games) : "",
            standing.last ? number(standing.last->points) : "",
            standing.last ? number(standing.last->faults) : "", standing.current ? "1" : "0",
            standing.left_out});
    }
    return text;
}

}  // namespace sparring::referee::league
