#include "referee/view/bracket_text.hpp"

#include <fmt/format.h>

#include "referee/view/table.hpp"

namespace sparring::referee {
namespace {

using Names = std::span<const std::string>;

/// With the seed, from 1. Three of these and the other columns fit into 80.
std::string player_text(std::optional<int> player, Names names) {
    if (!player) return "";
    constexpr std::size_t widest = 16;
    return fmt::format("{} {}", *player + 1,
                       fitted(names[static_cast<std::size_t>(*player)], widest));
}

std::string how(const BracketEncounter& encounter) {
    switch (encounter.decision) {
        case BracketEncounter::Decision::bye:
            return "bye";
        case BracketEncounter::Decision::further_pairs:
            return fmt::format("+{} pair{}", encounter.further_pairs,
                               encounter.further_pairs == 1 ? "" : "s");
        case BracketEncounter::Decision::seed:
            return "by seed";
        case BracketEncounter::Decision::games:
        case BracketEncounter::Decision::open:
            break;
    }
    return "";
}

}  // namespace

std::string round_name(const Bracket& bracket, std::size_t round) {
    const std::size_t left = bracket.rounds.size() - round;
    if (left == 1) return "Final";
    if (left == 2) return "Semi-finals";
    if (left == 3) return "Quarter-finals";
    return fmt::format("Round of {}", std::size_t{1} << left);
}

std::string bracket_text(const Bracket& bracket, Names names, bool colour) {
    std::string text;
    for (std::size_t round = 0; round < bracket.rounds.size(); ++round) {
        Table table;
        table.column(round_name(bracket, round), Table::Align::left);
        table.column("score");
        table.column("", Table::Align::left);
        table.column("advances", Table::Align::left);
        table.column("", Table::Align::left);
        for (const BracketEncounter& encounter : bracket.rounds[round]) {
            const bool both = encounter.upper && encounter.lower;
            table.row({player_text(encounter.upper, names),
                       both ? fmt::format("{:.1f}-{:.1f}", encounter.upper_half_points / 2.0,
                                          encounter.lower_half_points / 2.0)
                            : "",
                       player_text(encounter.lower, names), player_text(encounter.winner, names),
                       how(encounter)});
        }
        text += (round > 0 ? "\n" : "") + table.text(colour);
    }
    return text;
}

}  // namespace sparring::referee
