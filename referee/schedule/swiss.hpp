// Swiss tournaments: in every round players with equal scores meet, and nobody meets anybody twice.
//
// The score is the points of the games: ½ for a draw, 1 for a win, whatever the encounter's result.
// A bye counts as a win of all games of an encounter. A void game gives nobody anything, but the
// two have met.
#pragma once

#include "referee/schedule/numbering.hpp"

namespace sparring::referee {

/// One round of one player.
struct SwissRound {
    static constexpr int bye = -1;

    int opponent = bye;
    int half_points = 0;
    bool first = false;  ///< had the first move in the first game
    int drift = 0;       ///< met a higher score: +1; met a lower one or had a bye: -1
};

struct SwissHistory {
    int half_points = 0;
    int byes = 0;
    std::vector<SwissRound> rounds;
};

/// What has happened to each player. Byes of a round count when all its games are there, so this
/// also holds in the middle of a round.
std::vector<SwissHistory> swiss_histories(const ScheduleSettings& settings,
                                          std::span<const PlayedGame> played);

std::vector<ScheduledGame> swiss_stage(const ScheduleSettings& settings,
                                       std::span<const PlayedGame> played);

struct SwissRow {
    int rank = 0;  ///< from 1; shared by those who are equal in points and all tie-breaks
    int player = 0;
    double points = 0;
    double buchholz = 0;          ///< sum of the opponents' points
    double median_buchholz = 0;   ///< without the highest and the lowest of them
    double sonneborn_berger = 0;  ///< sum of points won against each opponent times his points
    int byes = 0;
    int first_moves = 0;  ///< encounters in which the player began
    std::vector<SwissRound> rounds;
};

/// Ordered by points, Buchholz, median Buchholz, Sonneborn-Berger, the player's number. In the
/// tie-breaks a bye is an opponent with the player's own points (FIDE Handbook C.07, 2023, art.
/// 16).
std::vector<SwissRow> swiss_table(const ScheduleSettings& settings,
                                  std::span<const PlayedGame> played);

}  // namespace sparring::referee
