#include "referee/view/swiss_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "referee/view/table.hpp"

namespace sparring::referee {
namespace {

using Names = std::span<const std::string>;

const std::string& name(Names names, const SwissRow& row) {
    return names[static_cast<std::size_t>(row.player)];
}

std::string main_table(std::span<const SwissRow> rows, Names names, bool colour) {
    Table table;
    table.column("#");
    table.column("Player", Table::Align::left);
    for (const char* title : {"Points", "Buchholz", "median", "S-B", "first", "byes"}) {
        table.column(title);
    }
    for (const SwissRow& row : rows) {
        table.row({fmt::format("{}", row.rank), name(names, row), fmt::format("{:.1f}", row.points),
                   fmt::format("{:.1f}", row.buchholz), fmt::format("{:.1f}", row.median_buchholz),
                   fmt::format("{:.2f}", row.sonneborn_berger), fmt::format("{}", row.first_moves),
                   row.byes > 0 ? fmt::format("{}", row.byes) : ""});
    }
    return table.text(colour);
}

/// In blocks of columns that fit.
std::string rounds_table(std::span<const SwissRow> rows, Names names, bool colour) {
    constexpr std::size_t columns = 7;
    std::size_t rounds = 0;
    std::map<int, int> ranks;
    for (const SwissRow& row : rows) {
        rounds = std::max(rounds, row.rounds.size());
        ranks[row.player] = row.rank;
    }
    const auto cell = [&](const SwissRow& row, std::size_t round) -> std::string {
        if (round >= row.rounds.size()) return "";
        const SwissRound& of = row.rounds[round];
        const std::string opponent =
            of.opponent == SwissRound::bye ? "bye" : fmt::format("{}", ranks[of.opponent]);
        return fmt::format("{}:{}", opponent, of.half_points / 2.0);
    };
    std::string text;
    for (std::size_t from = 0; from < rounds; from += columns) {
        const std::size_t to = std::min(from + columns, rounds);
        Table table;
        table.column("#");
        table.column("Player", Table::Align::left);
        for (std::size_t round = from; round < to; ++round) {
            table.column(fmt::format("R{}", round + 1));
        }
        for (const SwissRow& row : rows) {
            std::vector<std::string> cells{fmt::format("{}", row.rank), name(names, row)};
            for (std::size_t round = from; round < to; ++round) cells.push_back(cell(row, round));
            table.row(std::move(cells));
        }
        text += "\n" + table.text(colour);
    }
    return text;
}

}  // namespace

std::string swiss_text(std::span<const SwissRow> table, Names names, bool colour) {
    if (table.empty()) return {};
    return main_table(table, names, colour) + rounds_table(table, names, colour);
}

}  // namespace sparring::referee
