#include "referee/view/standings_text.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "referee/statistics/stopped_test.hpp"
#include "referee/view/bracket_text.hpp"
#include "referee/view/ratings_text.hpp"
#include "referee/view/swiss_text.hpp"
#include "referee/view/table.hpp"

namespace sparring::referee {
namespace {

using Names = std::span<const std::string>;

/// Players up to whom everyone is compared with everyone.
constexpr int kMostInMatrix = 12;

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
    for (const char* title :
         {"first W-D-L", "second", "moves", "ms/move", "slowest", "CPU", "late", "depth"})
        table.column(title);
    for (const int player : standings.ranking()) {
        const Row& row = standings.row(player);
        const Effort& effort = row.effort;
        table.row({name(names, player), tally_text(row.as_first), tally_text(row.as_second),
                   fmt::format("{}", effort.moves), milliseconds(effort.time, effort.moves),
                   milliseconds(effort.slowest, effort.moves > 0 ? 1 : 0),
                   milliseconds(effort.cpu, effort.moves),
                   milliseconds(effort.latency, effort.with_latency),
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

/// What the tables do not say.
std::string notes(const Standings& standings, Names names) {
    std::string text;
    if (names.size() == 2) {
        const auto& pairs = standings.row(0).pairs;
        if (std::any_of(pairs.begin(), pairs.end(), [](auto count) { return count > 0; })) {
            text += fmt::format("Pairs of {} by points, 0 to 2: {} {} {} {} {}\n", names[0],
                                pairs[0], pairs[1], pairs[2], pairs[3], pairs[4]);
        }
        if (const auto margin = standings.margin(0); margin.games > 0) {
            text += fmt::format("Final score for {}: {:+.2f} +/- {:.2f} on average ({} games)\n",
                                names[0], margin.mean, margin.error, margin.games);
        }
    }
    if (standings.duplicates() > 0) {
        text += fmt::format("Games that repeat an earlier one move for move: {}\n",
                            standings.duplicates());
    }
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

/// The test's line, and what it says about the strength once it is decided.
std::string test_text(const Scoreboard& board) {
    const SprtState state = board.test_state();
    std::string text = sprt_line(state, *board.test()) + "\n";
    if (state.alike) text += "All results are alike: such a test can hardly tell anything.\n";
    if (state.decision == Decision::running) return text;
    if (const auto estimate = estimate_after_stop(board.test_counts(), *board.test())) {
        text += fmt::format("Corrected for the stop: {:+.1f} [{:+.1f}, {:+.1f}]\n", estimate->elo,
                            estimate->interval.low, estimate->interval.high);
    }
    return text;
}

std::string standings_text(const Scoreboard& board, bool colour) {
    const Standings& standings = board.standings();
    const Names names = board.names();
    if (standings.games() == 0 && standings.voids() == 0) return {};
    std::string text = main_table(standings, names, colour);
    if (board.schedule().tournament == Tournament::swiss) {
        text += "\n" + swiss_text(swiss_table(board.schedule(), board.played()), names, colour);
    } else if (board.schedule().tournament == Tournament::knockout) {
        text += "\n" + bracket_text(bracket(board.schedule(), board.played()), names, colour);
    } else if (standings.players() > 2) {
        text += cross_table(standings, names, colour);
    }
    if (board.test()) text += "\n" + test_text(board);
    if (standings.players() > 2) {
        const Ratings ratings = board.ratings();
        text += "\n" + ratings_text(ratings, names, colour);
        if (standings.players() <= kMostInMatrix) text += superiority_text(ratings, names, colour);
    }
    text += "\n" + effort_table(standings, names, colour);
    const Tally& first = standings.first_movers();
    text += fmt::format("\nThe side that moves first won {} of {} ({} %), drew {}, lost {}.\n",
                        first.wins, first.games(),
                        percent(static_cast<double>(first.wins), first.games()), first.draws,
                        first.losses);
    text += notes(standings, names);
    return text + forfeit_lines(standings, names);
}

std::string ranking_text(const Scoreboard& board, bool colour) {
    return main_table(board.standings(), board.names(), colour);
}

}  // namespace sparring::referee
