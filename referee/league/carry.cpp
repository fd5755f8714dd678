#include "referee/league/carry.hpp"

#include <algorithm>
#include <cmath>

#include "referee/league/submission.hpp"
#include "referee/statistics/ratings.hpp"

namespace sparring::referee::league {
namespace {

constexpr double kPriorDraws = 2;  // BayesElo's

/// Of each submitter, the versions with their numbers as players.
using Versions = std::map<std::string, std::map<int, int>>;

Versions versions_of(const std::map<std::string, int>& players) {
    Versions versions;
    for (const auto& [player, index] : players) {
        const PlayerName name = split_player_name(player);
        versions[name.submitter][name.version] = index;
    }
    return versions;
}

/// Each version after the first, with the one before it that has games.
void link_versions(const Versions& versions, std::vector<RatedGame>& games) {
    for (const auto& [submitter, of] : versions) {
        for (auto each = of.begin(), next = std::next(each); next != of.end(); each = next++) {
            games.push_back({next->second, each->second, Outcome::first_wins});
            games.push_back({next->second, each->second, Outcome::second_wins});
        }
    }
}

double zero_of(const Versions& versions, const Ratings& ratings, const std::string& anchor) {
    double sum = 0, count = 0;
    for (const auto& [submitter, of] : versions) {
        const auto& rating = ratings.players[static_cast<std::size_t>(of.rbegin()->second)];
        if (rating.kind != PlayerRating::Kind::rated) continue;
        if (submitter == anchor) return rating.elo;
        sum += rating.elo;
        ++count;
    }
    return count > 0 ? sum / count : 0;
}

}  // namespace

CarriedRatings carry(std::span<const Night> nights, const CarryRules& rules) {
    const auto window =
        nights.last(std::min(nights.size(), static_cast<std::size_t>(rules.nights)));
    std::map<std::string, int> players;
    CarriedRatings result;
    std::vector<RatedGame> games;
    const auto index_of = [&](const std::string& player) {
        return players.emplace(player, static_cast<int>(players.size())).first->second;
    };
    for (const Night& night : window) {
        for (const PlayedGame& game : night.games) {
            if (game.outcome == Outcome::none) continue;
            const std::string& first = night.players[static_cast<std::size_t>(game.first)];
            const std::string& second = night.players[static_cast<std::size_t>(game.second)];
            games.push_back({index_of(first), index_of(second), game.outcome});
            const double points = game.outcome == Outcome::draw         ? 0.5
                                  : game.outcome == win_of(Side::first) ? 1
                                                                        : 0;
            result[first].points += points;
            result[second].points += 1 - points;
            ++result[first].games;
            ++result[second].games;
        }
    }
    const Versions versions = versions_of(players);
    link_versions(versions, games);
    // Each game for itself: errors from pairs want many more pairs than there are versions.
    const Ratings ratings =
        rate(static_cast<int>(players.size()), games, {.prior_draws = kPriorDraws});
    const double zero = zero_of(versions, ratings, rules.anchor);
    for (auto& [player, rating] : result) {
        const auto& rated = ratings.players[static_cast<std::size_t>(players.at(player))];
        rating.rated = rated.kind == PlayerRating::Kind::rated;
        rating.elo = rated.elo - zero;
        rating.error = std::isfinite(rated.error) ? rated.error : 0;
    }
    return result;
}

std::map<std::string, std::vector<NightResult>> history(std::span<const Night> nights,
                                                        const CarryRules& rules) {
    std::map<std::string, std::vector<NightResult>> result;
    for (std::size_t index = 0; index < nights.size(); ++index) {
        const Night& night = nights[index];
        std::vector<NightResult> of(night.players.size());
        for (const PlayedGame& game : night.games) {
            if (game.outcome == Outcome::none) continue;
            for (const Side side : {Side::first, Side::second}) {
                auto& mine =
                    of[static_cast<std::size_t>(side == Side::first ? game.first : game.second)];
                ++mine.games;
                mine.points += game.outcome == Outcome::draw ? 0.5 : game.outcome == win_of(side);
                mine.faults += game.offender == side;
            }
        }
        const CarriedRatings ratings = carry(nights.first(index + 1), rules);
        for (std::size_t i = 0; i < of.size(); ++i) {
            of[i].night = index;
            of[i].player = night.players[i];
            const auto rating = ratings.find(night.players[i]);
            if (rating != ratings.end()) of[i].rating = rating->second;
            result[split_player_name(night.players[i]).submitter].push_back(std::move(of[i]));
        }
    }
    return result;
}

}  // namespace sparring::referee::league
