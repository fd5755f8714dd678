#include "referee/statistics/ratings.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>
#include <unordered_map>

#include "referee/statistics/components.hpp"
#include "referee/statistics/normal.hpp"
#include "referee/statistics/rating_errors.hpp"
#include "referee/statistics/rating_fit.hpp"

namespace sparring::referee {
namespace {

using Kind = PlayerRating::Kind;

const double kElo = 400 / std::log(10.0);  // of a natural unit

/// Rounding leaves a little of a variance that is none. No error bar is as short as 1e-4 Elo.
constexpr double kNoVariance = 1e-8;

std::size_t at(int i) {
    return static_cast<std::size_t>(i);
}

std::vector<ResultCounts> add_up(int players, std::span<const RatedGame> games) {
    std::vector<ResultCounts> encounters;
    std::unordered_map<std::int64_t, std::size_t> where;
    for (const RatedGame& game : games) {
        if (game.outcome == Outcome::none) continue;
        const auto key = std::int64_t{game.first} * players + game.second;
        const auto [found, fresh] = where.try_emplace(key, encounters.size());
        if (fresh) encounters.push_back({game.first, game.second, 0, 0, 0});
        add_outcome(encounters[found->second], game.outcome);
    }
    return encounters;
}

/// Half of a player's virtual draws come from itself, half from its opponents' share (BayesElo).
void add_prior(std::vector<ResultCounts>& encounters, const std::vector<PlayerRating>& players,
               double draws) {
    for (ResultCounts& each : encounters) {
        const double games = each.wins + each.draws + each.losses;
        const auto share = [&](int player) {
            return games / static_cast<double>(players[at(player)].games);
        };
        each.draws += draws / 2 * (share(each.first) + share(each.second));
    }
}

/// Without a group of two nobody has an opponent to be rated against.
void sort_out_by_results(std::vector<PlayerRating>& players) {
    for (PlayerRating& player : players) {
        const auto most = static_cast<double>(player.games);
        player.kind = player.games == 0       ? Kind::idle
                      : player.points == most ? Kind::above
                      : player.points == 0    ? Kind::below
                                              : Kind::apart;
    }
}

/// Marks the largest group that is connected in both directions as rated, and where the others
/// stand. An edge leads to whom one scored against.
void sort_out(std::vector<PlayerRating>& players, const std::vector<ResultCounts>& encounters) {
    DirectedGraph graph{players.size()};
    for (const ResultCounts& each : encounters) {
        if (each.wins + each.draws > 0) graph.edge(at(each.first), at(each.second));
        if (each.losses + each.draws > 0) graph.edge(at(each.second), at(each.first));
    }
    const auto component = graph.components();
    std::vector<std::pair<std::size_t, std::int64_t>> sizes(players.size());  // players, games
    for (std::size_t i = 0; i < players.size(); ++i) {
        ++sizes[component[i]].first;
        sizes[component[i]].second += players[i].games;
    }
    const auto largest = std::max_element(sizes.begin(), sizes.end());
    if (largest == sizes.end() || largest->first < 2) return sort_out_by_results(players);
    const auto chosen = static_cast<std::size_t>(largest - sizes.begin());
    const auto member = static_cast<std::size_t>(
        std::find(component.begin(), component.end(), chosen) - component.begin());
    const auto above = graph.reached(member, true), below = graph.reached(member, false);
    for (std::size_t i = 0; i < players.size(); ++i) {
        players[i].kind = players[i].games == 0    ? Kind::idle
                          : component[i] == chosen ? Kind::rated
                          : above[i]               ? Kind::above
                          : below[i]               ? Kind::below
                                                   : Kind::apart;
    }
}

/// The first of these models whose likelihood has a maximum.
std::optional<RatingFit> fit_best(int players, const std::vector<ResultCounts>& encounters,
                                  const RatingSettings& settings) {
    const bool drawn = std::any_of(encounters.begin(), encounters.end(),
                                   [](const ResultCounts& each) { return each.draws > 0; });
    std::optional<double> advantage, draw;
    if (settings.advantage) advantage = *settings.advantage / kElo;
    if (settings.draw_elo) draw = *settings.draw_elo / kElo;
    const FitModel half{DrawModel::half_wins, advantage, {}};
    FitModel asked{settings.draws, advantage, draw};
    // A parameter of 0 means no draws, and no draws an estimate of 0: that is the other model.
    if (draw ? *draw <= 0 : !drawn) asked = half;
    for (FitModel model : {asked, half}) {
        if (auto fit = fit_ratings(players, encounters, model)) return fit;
    }
    for (FitModel model : {asked, half}) {
        model.advantage = 0;
        if (auto fit = fit_ratings(players, encounters, model)) return fit;
    }
    return {};
}

/// The players who are rated together, and their places in the fit.
struct Group {
    std::vector<int> members;
    std::vector<int> place;  ///< of every player; -1: not a member

    explicit Group(const std::vector<PlayerRating>& players) : place(players.size(), -1) {
        for (std::size_t i = 0; i < players.size(); ++i) {
            if (players[i].kind != Kind::rated) continue;
            place[i] = static_cast<int>(members.size());
            members.push_back(static_cast<int>(i));
        }
    }

    /// The games or encounters among members, who go by their places then.
    template <class Game>
    std::vector<Game> among(std::span<const Game> games) const {
        std::vector<Game> result;
        for (Game game : games) {
            game.first = place[at(game.first)];
            game.second = place[at(game.second)];
            if (game.first >= 0 && game.second >= 0) result.push_back(game);
        }
        return result;
    }
};

void report(Ratings& result, const RatingFit& fit, const Covariance& covariance, const Group& group,
            const RatingSettings& settings) {
    const auto error = [&](int i) {
        const double variance = covariance.matrix(i, i) * kElo * kElo;
        return variance > kNoVariance ? kZ95 * std::sqrt(variance) : 0;
    };
    for (const int player : group.members) {
        const int row = group.place[at(player)];
        result.players[at(player)].elo = fit.parameters[row] * kElo;
        result.players[at(player)].error = error(row);
        for (const int other : group.members) {
            result.covariance[at(player) * result.players.size() + at(other)] =
                covariance.matrix(row, group.place[at(other)]) * kElo * kElo;
        }
    }
    result.from_pairs = covariance.from_pairs;
    if (const auto i = fit.advantage_index()) {
        result.advantage = CommonParameter{fit.advantage() * kElo, error(*i), true};
    } else if (settings.advantage) {
        result.advantage = CommonParameter{*settings.advantage, 0, false};
    }
    result.draws = fit.model.draws;
    if (result.draws == DrawModel::half_wins) return;
    const auto i = fit.draw_index();
    result.draw_elo = CommonParameter{fit.draw() * kElo, i ? error(*i) : 0, i.has_value()};
}

}  // namespace

double Ratings::covariance_of(int player, int other) const {
    return covariance[at(player) * players.size() + at(other)];
}

std::optional<double> Ratings::error_of_difference(int player, int other) const {
    if (players[at(player)].kind != Kind::rated || players[at(other)].kind != Kind::rated)
        return {};
    const double variance = covariance_of(player, player) + covariance_of(other, other) -
                            2 * covariance_of(player, other);
    if (!(variance > kNoVariance)) return {};
    return kZ95 * std::sqrt(variance);
}

std::optional<double> Ratings::superiority(int player, int other) const {
    const auto error = error_of_difference(player, other);
    if (!error) return {};
    return normal_distribution((players[at(player)].elo - players[at(other)].elo) / *error * kZ95);
}

std::vector<int> Ratings::ranking() const {
    std::vector<int> order(players.size());
    std::iota(order.begin(), order.end(), 0);
    const auto key = [&](int player) {
        const PlayerRating& of = players[at(player)];
        const int group = of.kind == Kind::above   ? 0
                          : of.kind == Kind::rated ? 1
                          : of.kind == Kind::below ? 2
                          : of.kind == Kind::apart ? 3
                                                   : 4;
        // What the fit cannot tell apart is a tie, whatever the last bits say.
        return std::tuple{group, -std::round(of.elo * 1e6), -of.points};
    };
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return key(a) < key(b); });
    return order;
}

Ratings rate(int players, std::span<const RatedGame> games, const RatingSettings& settings) {
    Ratings result;
    result.players.resize(at(players));
    result.covariance.resize(at(players) * at(players));
    std::vector<ResultCounts> encounters = add_up(players, games);
    for (const ResultCounts& each : encounters) {
        PlayerRating& first = result.players[at(each.first)];
        PlayerRating& second = result.players[at(each.second)];
        const double count = each.wins + each.draws + each.losses;
        first.games += std::llround(count);
        second.games += std::llround(count);
        first.points += each.wins + each.draws / 2;
        second.points += each.losses + each.draws / 2;
        result.drawn |= each.draws > 0;
    }
    if (settings.prior_draws > 0) add_prior(encounters, result.players, settings.prior_draws);
    sort_out(result.players, encounters);

    const Group group{result.players};
    if (group.members.empty()) return result;
    const auto fit = fit_best(static_cast<int>(group.members.size()),
                              group.among(std::span<const ResultCounts>{encounters}), settings);
    if (!fit) {
        sort_out_by_results(result.players);
        return result;
    }
    report(result, *fit, covariance_of_fit(*fit, group.among(games)), group, settings);
    return result;
}

}  // namespace sparring::referee
