// Swiss tournaments in tests: what each player has behind him, counted anew from the games.
#pragma once

#include <map>
#include <set>

#include "tests/referee/tournament.hpp"

namespace sparring::referee {

inline ScheduleSettings swiss(int players, int rounds, int games = 1) {
    return {.tournament = Tournament::swiss, .players = players, .rounds = rounds, .games = games};
}

struct Past {
    int score = 0;  ///< half points
    int byes = 0;
    std::map<int, int> meetings;
    std::vector<int> sides;  ///< +1: began
    int drift = 0;

    int balance() const {
        int sum = 0;
        for (const int side : sides) sum += side;
        return sum;
    }
};

inline std::vector<std::set<int>> rounds_of(const Played& played) {
    std::vector<std::set<int>> rounds;
    for (const auto& [game, outcome] : played) {
        if (rounds.size() < static_cast<std::size_t>(game.round)) rounds.emplace_back();
        rounds.back().insert(game.first);
        rounds.back().insert(game.second);
    }
    return rounds;
}

/// With one game an encounter.
inline std::vector<Past> pasts(int players, const Played& played) {
    std::vector<Past> all(static_cast<std::size_t>(players));
    const auto at = [&](int player) -> Past& { return all[static_cast<std::size_t>(player)]; };
    std::size_t round = 0;
    for (const auto& present : rounds_of(played)) {
        ++round;
        const auto before = all;
        for (const auto& [game, outcome] : played) {
            if (game.round != static_cast<int>(round)) continue;
            for (const bool first : {true, false}) {
                const int own = first ? game.first : game.second;
                const int other = first ? game.second : game.first;
                const bool won = outcome == (first ? Outcome::first_wins : Outcome::second_wins);
                Past& past = at(own);
                past.score += won ? 2 : outcome == Outcome::draw ? 1 : 0;
                ++past.meetings[other];
                past.sides.push_back(first ? 1 : -1);
                const int difference = before[static_cast<std::size_t>(other)].score -
                                       before[static_cast<std::size_t>(own)].score;
                past.drift = difference > 0 ? 1 : difference < 0 ? -1 : 0;
            }
        }
        for (int player = 0; player < players; ++player) {
            if (present.count(player)) continue;
            at(player).score += 2;
            ++at(player).byes;
            at(player).drift = -1;
        }
    }
    return all;
}

}  // namespace sparring::referee
