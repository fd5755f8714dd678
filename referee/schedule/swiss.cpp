#include "referee/schedule/swiss.hpp"

#include <algorithm>
#include <optional>
#include <tuple>
#include <utility>

#include "referee/schedule/swiss_pairing.hpp"

namespace sparring::referee {
namespace {

int half_points(Outcome outcome, Side side) {
    if (outcome == Outcome::none) return 0;
    if (outcome == Outcome::draw) return 1;
    return outcome == win_of(side) ? 2 : 0;
}

/// The rounds of all players in one round of the tournament; nothing for who has no game there.
struct RoundResults {
    std::vector<std::optional<SwissRound>> players;
    int games = 0;

    void add(const PlayedGame& played) {
        const auto& game = played.game;
        ++games;
        for (const Side side : {Side::first, Side::second}) {
            const bool first = side == Side::first;
            auto& round = players[static_cast<std::size_t>(first ? game.first : game.second)];
            // An encounter's games come in order: the first one says who began.
            if (!round) round = SwissRound{first ? game.second : game.first, 0, first, 0};
            round->half_points += half_points(played.outcome, side);
        }
    }
};

std::vector<RoundResults> results_by_round(const ScheduleSettings& settings,
                                           std::span<const PlayedGame> played) {
    std::vector<RoundResults> rounds;
    for (const PlayedGame& each : played) {
        while (static_cast<int>(rounds.size()) < each.game.round) {
            rounds.push_back({});
            rounds.back().players.resize(static_cast<std::size_t>(settings.players));
        }
        rounds[static_cast<std::size_t>(each.game.round - 1)].add(each);
    }
    return rounds;
}

double points(int half_points) {
    return half_points / 2.0;
}

SwissRow row_of(int player, std::span<const SwissHistory> histories) {
    const SwissHistory& own = histories[static_cast<std::size_t>(player)];
    SwissRow row;
    row.player = player;
    row.points = points(own.half_points);
    row.byes = own.byes;
    row.rounds = own.rounds;
    std::vector<double> opponents;
    for (const SwissRound& round : own.rounds) {
        const bool bye = round.opponent == SwissRound::bye;
        const auto& opponent = bye ? own : histories[static_cast<std::size_t>(round.opponent)];
        opponents.push_back(points(opponent.half_points));
        row.buchholz += opponents.back();
        row.sonneborn_berger += points(round.half_points) * opponents.back();
        if (!bye && round.first) ++row.first_moves;
    }
    if (opponents.size() > 2) {
        const auto [least, most] = std::minmax_element(opponents.begin(), opponents.end());
        row.median_buchholz = row.buchholz - *least - *most;
    }
    return row;
}

auto merit(const SwissRow& row) {
    return std::tuple{row.points, row.buchholz, row.median_buchholz, row.sonneborn_berger};
}

}  // namespace

std::vector<SwissHistory> swiss_histories(const ScheduleSettings& settings,
                                          std::span<const PlayedGame> played) {
    std::vector<SwissHistory> histories(static_cast<std::size_t>(settings.players));
    for (const auto& [players, games] : results_by_round(settings, played)) {
        std::vector<int> before;
        for (const SwissHistory& history : histories) before.push_back(history.half_points);
        const bool complete = games == settings.players / 2 * settings.games;
        for (std::size_t i = 0; i < players.size(); ++i) {
            SwissRound round;
            if (players[i]) {
                round = *players[i];
                const int opponent = before[static_cast<std::size_t>(round.opponent)];
                round.drift = (opponent > before[i]) - (opponent < before[i]);
            } else if (complete) {
                round = {SwissRound::bye, 2 * settings.games, false, -1};
                ++histories[i].byes;
            } else {
                continue;
            }
            histories[i].half_points += round.half_points;
            histories[i].rounds.push_back(round);
        }
    }
    return histories;
}

std::vector<ScheduledGame> swiss_stage(const ScheduleSettings& settings,
                                       std::span<const PlayedGame> played) {
    const int rounds = settings.rounds > 0 ? settings.rounds : default_rounds(settings);
    const int round = played.empty() ? 1 : played.back().game.round + 1;
    if (round > rounds) return {};
    // Otherwise everybody has the first move equally often in any case.
    const bool uneven = !settings.swap || settings.games % 2 == 1;
    std::vector<Encounter> encounters;
    for (const auto& [first, second] :
         pair_swiss_round(swiss_histories(settings, played), uneven, settings.seed)) {
        encounters.push_back({first, second, settings.games});
    }
    Numbering numbering{settings, played};
    numbering.add(round, encounters);
    return std::move(numbering).games();
}

std::vector<SwissRow> swiss_table(const ScheduleSettings& settings,
                                  std::span<const PlayedGame> played) {
    const auto histories = swiss_histories(settings, played);
    std::vector<SwissRow> table;
    for (int player = 0; player < settings.players; ++player) {
        table.push_back(row_of(player, histories));
    }
    std::stable_sort(table.begin(), table.end(),
                     [](const auto& a, const auto& b) { return merit(a) > merit(b); });
    for (std::size_t i = 0; i < table.size(); ++i) {
        const bool shared = i > 0 && merit(table[i]) == merit(table[i - 1]);
        table[i].rank = shared ? table[i - 1].rank : static_cast<int>(i) + 1;
    }
    return table;
}

}  // namespace sparring::referee
