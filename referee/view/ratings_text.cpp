#include "referee/view/ratings_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "referee/statistics/elo.hpp"
#include "referee/statistics/rao_kupper.hpp"
#include "referee/view/table.hpp"

namespace sparring::referee {
namespace {

using Kind = PlayerRating::Kind;
using Names = std::span<const std::string>;

const PlayerRating& rating(const Ratings& ratings, int player) {
    return ratings.players[static_cast<std::size_t>(player)];
}

const std::string& name_of(Names names, int player) {
    return names[static_cast<std::size_t>(player)];
}

std::string percent(std::optional<double> share) {
    return share ? fmt::format("{:.1f}", 100 * *share) : "-";
}

std::string rating_cell(const PlayerRating& player) {
    switch (player.kind) {
        case Kind::rated:
            return signed_text(player.elo, 1);
        case Kind::above:
            return "above";
        case Kind::below:
            return "below";
        case Kind::apart:
            return "apart";
        case Kind::idle:
            break;
    }
    return "-";
}

std::string parameter_text(const CommonParameter& parameter) {
    const std::string value = signed_text(parameter.elo, 1);
    if (!parameter.estimated) return value + " Elo (given)";
    return parameter.error > 0 ? fmt::format("{} +/- {:.1f} Elo", value, parameter.error)
                               : value + " Elo";
}

std::string parameter_lines(const Ratings& ratings) {
    std::string text;
    if (!ratings.advantage) {
        text += "First move: these games do not tell what it is worth.\n";
    } else if (ratings.advantage->estimated || ratings.advantage->elo != 0) {
        text += fmt::format("First move: worth {}.\n", parameter_text(*ratings.advantage));
    }
    if (ratings.draw_elo) {
        text += fmt::format("Draw parameter: {}; equals draw {} % of their games.\n",
                            parameter_text(*ratings.draw_elo),
                            percent(rao_kupper(0, ratings.draw_elo->elo).draw));
    } else if (ratings.drawn) {
        text += "Draws count as half wins.\n";
    }
    const bool errors = std::any_of(ratings.players.begin(), ratings.players.end(),
                                    [](const PlayerRating& player) { return player.error > 0; });
    if (!errors) return text + "No errors yet: results that are all alike have no variance.\n";
    return text + fmt::format("Errors: 95 %, from {}. LOS: chance to be stronger than the next.\n",
                              ratings.from_pairs ? "pairs of games" : "single games");
}

std::string kind_lines(const Ratings& ratings) {
    const auto any = [&](Kind kind) {
        return std::any_of(ratings.players.begin(), ratings.players.end(),
                           [&](const PlayerRating& player) { return player.kind == kind; });
    };
    const bool rated = any(Kind::rated);
    std::string text;
    if (any(Kind::above)) {
        text += rated ? "above: no finite rating, no rated player has scored against it.\n"
                      : "above: no finite rating, it has won all its games.\n";
    }
    if (any(Kind::below)) {
        text += rated ? "below: no finite rating, it has not scored against any rated player.\n"
                      : "below: no finite rating, it has lost all its games.\n";
    }
    if (any(Kind::apart))
        text += "apart: no results connect it with the others in both directions.\n";
    return text;
}

}  // namespace

std::string ratings_text(const Ratings& ratings, Names names, bool colour) {
    const auto played = [](const PlayerRating& player) { return player.games > 0; };
    if (std::none_of(ratings.players.begin(), ratings.players.end(), played)) return {};
    Table table;
    table.column("#");
    table.column("Player", Table::Align::left);
    for (const char* title : {"Elo", "+/-", "LOS %", "Points", "Games", "%"}) table.column(title);
    const auto order = ratings.ranking();
    int rank = 0;
    for (std::size_t i = 0; i < order.size(); ++i) {
        const PlayerRating& player = rating(ratings, order[i]);
        const bool ranked = player.kind != Kind::apart && player.kind != Kind::idle;
        const auto over_next = i + 1 < order.size() ? ratings.superiority(order[i], order[i + 1])
                                                    : std::optional<double>{};
        std::optional<double> share;
        if (player.games > 0) share = player.points / static_cast<double>(player.games);
        table.row({ranked ? fmt::format("{}", ++rank) : "-", name_of(names, order[i]),
                   rating_cell(player),
                   player.error > 0 ? fmt::format("{:.1f}", player.error) : "-", percent(over_next),
                   fmt::format("{:.1f}", player.points), fmt::format("{}", player.games),
                   percent(share)});
    }
    const bool any_rated = std::any_of(order.begin(), order.end(), [&](int player) {
        return rating(ratings, player).kind == Kind::rated;
    });
    return table.text(colour) + (any_rated ? parameter_lines(ratings) : "") + kind_lines(ratings);
}

std::string superiority_text(const Ratings& ratings, Names names, bool colour) {
    constexpr std::size_t columns = 7;
    std::vector<int> rated;
    for (const int player : ratings.ranking())
        if (rating(ratings, player).kind == Kind::rated) rated.push_back(player);
    std::string text;
    for (std::size_t from = 0; from < rated.size(); from += columns) {
        const std::size_t to = std::min(from + columns, rated.size());
        Table table;
        table.column("Stronger than, %", Table::Align::left);
        for (std::size_t i = from; i < to; ++i) table.column(fitted(name_of(names, rated[i]), 7));
        for (const int player : rated) {
            std::vector<std::string> cells{name_of(names, player)};
            for (std::size_t i = from; i < to; ++i)
                cells.push_back(
                    player == rated[i] ? "." : percent(ratings.superiority(player, rated[i])));
            table.row(std::move(cells));
        }
        if (!text.empty()) text += "\n";
        text += table.text(colour);
    }
    return text;
}

std::string sprt_line(const SprtState& state, const SprtSettings& settings) {
    return fmt::format("SPRT: LLR {} ({}, {}) [{}, {}] {}: {}{}", signed_text(state.llr, 2),
                       signed_text(state.bounds.low, 2), signed_text(state.bounds.high, 2),
                       settings.elo0, settings.elo1, word(settings.model), word(state.decision),
                       state.alike ? ", all results alike" : "");
}

}  // namespace sparring::referee
