// Knockout tournaments: who loses an encounter is out.
//
// The bracket is the usual one for seeds: player 1 can meet 2 only in the final, 3 and 4 not before
// the semi-finals. The best seeds have a bye in the first round where the number of players is no
// power of two. A tied encounter goes on with pairs of games, each from a new opening, until one of
// them is not a tie; after four the higher seed, the lower number, advances.
#pragma once

#include <optional>

#include "referee/schedule/numbering.hpp"

namespace sparring::referee {

inline constexpr int kMostFurtherPairs = 4;

struct BracketEncounter {
    enum class Decision { open, bye, games, further_pairs, seed };

    std::optional<int> upper, lower;  ///< players; nobody yet, or nobody at all with a bye
    int upper_half_points = 0, lower_half_points = 0;
    int games = 0;          ///< played, void ones included
    int further_pairs = 0;  ///< finished ones of those
    Decision decision = Decision::open;
    std::optional<int> winner;
};

struct Bracket {
    std::vector<std::vector<BracketEncounter>> rounds;  ///< the last one is the final

    std::optional<int> winner() const;
};

/// Holds in the middle of a stage, too.
Bracket bracket(const ScheduleSettings& settings, std::span<const PlayedGame> played);

std::vector<ScheduledGame> knockout_stage(const ScheduleSettings& settings,
                                          std::span<const PlayedGame> played);

/// Games of an encounter before further pairs: -games in each of -rounds.
int knockout_games(const ScheduleSettings& settings);

}  // namespace sparring::referee
