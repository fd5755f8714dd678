#include "referee/view/standings_text.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "referee/view/table.hpp"

namespace sparring::referee {
namespace {

using Names = std::span<const std::string>;

const std::string& name(Names names, int player) {
    return names[static_cast<std::size_t>(player)];
}

std::string percent(double part, std::int64_t whole) {
    return whole == 0 ? "-" : fmt::format("{:.1f}", 100 * part / static_cast<double>(whole));
}

std::string tally_text(const Tally& tally) {
    return fmt::format("{}-{}-{}", tally.wins, tally.draws, tally.losses);
}

std::string milliseconds(std::chrono::nanoseconds time, std::int64_t moves) {
    if (moves == 0) return "-";
    return fmt::format("{:.1f}",
                       static_cast<double>(time.count()) / 1e6 / static_cast<double>(moves));
}

std::string main_table(const Standings& standings, Names names, bool colour) {
    Table table;
    table.column("Player", Table::Align::left);
    for (const char* title : {"Games", "W", "D", "L", "Points", "%"}) table.column(title);
    table.column("Elo (95 %)", Table::Align::left);
    for (const int player : standings.ranking()) {
        const Tally& all = standings.row(player).all;
        table.row({name(names, player), fmt::format("{}", all.games()), fmt::format("{}", all.wins),
                   fmt::format("{}", all.draws), fmt::format("{}", all.losses),
                   fmt::format("{:.1f}", all.points()), percent(all.points(), all.games()),
                   to_text(standings.elo(player))});
    }
    return table.text(colour);
}

/// Points of each against each, in blocks of columns that fit.
std::string cross_table(const Standings& standings, Names names, bool colour) {
    constexpr std::size_t columns = 6;
    const auto order = standings.ranking();
    std::string text;
    for (std::size_t from = 0; from < order.size(); from += columns) {
        const std::size_t to = std::min(from + columns, order.size());
        Table table;
        table.column("W-D-L against", Table::Align::left);
        for (std::size_t i = from; i < to; ++i) table.column(fitted(name(names, order[i]), 9));
        for (const int player : order) {
            std::vector<std::string> cells{name(names, player)};
            for (std::size_t i = from; i < to; ++i) {
                const Tally& tally = standings.between(player, order[i]);
                cells.push_back(tally.games() == 0 ? "." : tally_text(tally));
            }
            table.row(std::move(cells));
        }
        text += "\n" + table.text(colour);
    }
    return text;
}

std::string effort_table(const Standings& standings, Names names, bool colour) {
    Table table;
    table.column("Player", Table::Align::left);
    for (const char* title : {"first W-D-L", "second", "moves", "ms/move", "slowest", "depth"}) {
        table.column(title);
    }
    for (const int player : standings.ranking()) {
        const Row& row = standings.row(player);
        const Effort& effort = row.effort;
        table.row({name(names, player), tally_text(row.as_first), tally_text(row.as_second),
                   fmt::format("{}", effort.moves), milliseconds(effort.time, effort.moves),
                   milliseconds(effort.slowest, effort.moves > 0 ? 1 : 0),
                   effort.with_depth == 0
                       ? "-"
                       : fmt::format("{:.1f}", static_cast<double>(effort.depths) /
                                                   static_cast<double>(effort.with_depth))});
    }
    return table.text(colour);
}

std::string forfeit_lines(const Standings& standings, Names names) {
    std::string text;
    for (const int player : standings.ranking()) {
        std::string reasons;
        for (std::size_t i = 0; i < kReasons; ++i) {
            const auto count = standings.row(player).forfeits[i];
            if (count == 0) continue;
            reasons += fmt::format("{}{} {}", reasons.empty() ? "" : ", ",
                                   word(static_cast<Reason>(i)), count);
        }
        if (!reasons.empty())
            text += fmt::format("Forfeits of {}: {}\n", name(names, player), reasons);
    }
    if (standings.drawn_by_length() > 0) {
        text += fmt::format("Drawn by -maxmoves: {}\n", standings.drawn_by_length());
    }
    if (standings.voids() > 0)
        text += fmt::format("Void games, not counted: {}\n", standings.voids());
    return text;
}

}  // namespace

std::string score_line(const Standings& standings, Names names) {
    const Tally& tally = standings.between(0, 1);
    const double score =
        tally.games() == 0 ? 0.5 : tally.points() / static_cast<double>(tally.games());
    return fmt::format("Score of {} vs {}: {} - {} - {} [{:.3f}] {}", names[0], names[1],
                       tally.wins, tally.losses, tally.draws, score, tally.games());
}

std::string standings_text(const Standings& standings, Names names, bool colour) {
    if (standings.games() == 0 && standings.voids() == 0) return {};
    std::string text = main_table(standings, names, colour);
    if (standings.players() > 2) text += cross_table(standings, names, colour);
    text += "\n" + effort_table(standings, names, colour);
    const Tally& first = standings.first_movers();
    text += fmt::format("\nThe side that moves first won {} of {} ({} %), drew {}, lost {}.\n",
                        first.wins, first.games(),
                        percent(static_cast<double>(first.wins), first.games()), first.draws,
                        first.losses);
    return text + forfeit_lines(standings, names);
}

}  // namespace sparring::referee
