#include "referee/schedule/knockout.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <utility>

namespace sparring::referee {
namespace {

/// Seeds (from 0) from the top of the bracket to the bottom; neighbours meet.
std::vector<int> seed_order(int size) {
    std::vector<int> order{0};
    while (static_cast<int>(order.size()) < size) {
        const int sum = 2 * static_cast<int>(order.size()) - 1;
        std::vector<int> next;
        for (const int seed : order) {
            next.push_back(seed);
            next.push_back(sum - seed);
        }
        order = std::move(next);
    }
    return order;
}

/// What two players have done in one round: half points by player.
struct Result {
    int games = 0;
    std::map<int, int> half_points;
};

using Key = std::pair<int, std::pair<int, int>>;  ///< round, the two players in order

std::map<Key, Result> results(std::span<const PlayedGame> played) {
    std::map<Key, Result> all;
    for (const auto& [game, outcome] : played) {
        Result& result = all[{game.round, std::minmax({game.first, game.second})}];
        ++result.games;
        if (outcome == Outcome::none) continue;
        const bool draw = outcome == Outcome::draw;
        result.half_points[game.first] += draw ? 1 : outcome == Outcome::first_wins ? 2 : 0;
        result.half_points[game.second] += draw ? 1 : outcome == Outcome::second_wins ? 2 : 0;
    }
    return all;
}

void decide(BracketEncounter& encounter, int main_games) {
    const int upper = *encounter.upper, lower = *encounter.lower;
    if (encounter.games < main_games) return;
    encounter.further_pairs = (encounter.games - main_games) / 2;
    if ((encounter.games - main_games) % 2 == 1) return;
    const int lead = encounter.upper_half_points - encounter.lower_half_points;
    if (lead != 0) {
        encounter.winner = lead > 0 ? upper : lower;
        encounter.decision = encounter.further_pairs > 0 ? BracketEncounter::Decision::further_pairs
                                                         : BracketEncounter::Decision::games;
    } else if (encounter.further_pairs >= kMostFurtherPairs) {
        encounter.winner = std::min(upper, lower);
        encounter.decision = BracketEncounter::Decision::seed;
    }
}

}  // namespace

int knockout_games(const ScheduleSettings& settings) {
    return settings.games * std::max(settings.rounds, 1);
}

std::optional<int> Bracket::winner() const {
    if (rounds.empty()) return {};
    return rounds.back().front().winner;
}

Bracket bracket(const ScheduleSettings& settings, std::span<const PlayedGame> played) {
    if (settings.players < 2) return {};
    const auto size = static_cast<int>(std::bit_ceil(static_cast<unsigned>(settings.players)));
    std::vector<std::optional<int>> players;
    for (const int seed : seed_order(size)) {
        players.push_back(seed < settings.players ? std::optional{seed} : std::nullopt);
    }
    const auto all = results(played);
    Bracket bracket;
    while (players.size() > 1) {
        const int round = static_cast<int>(bracket.rounds.size()) + 1;
        std::vector<BracketEncounter> encounters;
        std::vector<std::optional<int>> winners;
        for (std::size_t i = 0; i < players.size(); i += 2) {
            BracketEncounter encounter;
            encounter.upper = players[i];
            encounter.lower = players[i + 1];
            if (encounter.upper && encounter.lower) {
                const auto found =
                    all.find({round, std::minmax({*encounter.upper, *encounter.lower})});
                if (found != all.end()) {
                    auto result = found->second;
                    encounter.games = result.games;
                    encounter.upper_half_points = result.half_points[*encounter.upper];
                    encounter.lower_half_points = result.half_points[*encounter.lower];
                    decide(encounter, knockout_games(settings));
                }
            } else if (round == 1) {
                encounter.winner = encounter.upper ? encounter.upper : encounter.lower;
                encounter.decision = BracketEncounter::Decision::bye;
            }
            winners.push_back(encounter.winner);
            encounters.push_back(encounter);
        }
        bracket.rounds.push_back(std::move(encounters));
        players = std::move(winners);
    }
    return bracket;
}

namespace {

/// Who begins: the higher seed, or, with an odd number of games, whoever has begun less often, and
/// among equals the higher seed of every other encounter.
class Beginners {
  public:
    Beginners(const ScheduleSettings& settings, std::span<const PlayedGame> played)
        : matter_{settings.swap && knockout_games(settings) % 2 == 1} {
        for (const auto& [game, outcome] : played) {
            ++surplus_[game.first];
            --surplus_[game.second];
        }
    }

    Encounter encounter(int a, int b, std::size_t place, int games) {
        if (a > b) std::swap(a, b);
        const int more = surplus_[a] - surplus_[b];
        if (matter_ && (more > 0 || (more == 0 && place % 2 == 1))) std::swap(a, b);
        return {a, b, games};
    }

  private:
    bool matter_;
    std::map<int, int> surplus_;
};

}  // namespace

std::vector<ScheduledGame> knockout_stage(const ScheduleSettings& settings,
                                          std::span<const PlayedGame> played) {
    const Bracket now = bracket(settings, played);
    Beginners beginners{settings, played};
    Numbering numbering{settings, played};
    for (std::size_t i = 0; i < now.rounds.size(); ++i) {
        std::vector<Encounter> fresh, tied;
        for (std::size_t place = 0; place < now.rounds[i].size(); ++place) {
            const BracketEncounter& encounter = now.rounds[i][place];
            if (encounter.winner) continue;
            const bool begun = encounter.games > 0;
            (begun ? tied : fresh)
                .push_back(beginners.encounter(*encounter.upper, *encounter.lower, place,
                                               begun ? 2 : knockout_games(settings)));
        }
        const int round = static_cast<int>(i) + 1;
        numbering.add(round, fresh);
        numbering.add(round, tied, 2);
        if (!fresh.empty() || !tied.empty()) break;
    }
    return std::move(numbering).games();
}

}  // namespace sparring::referee
