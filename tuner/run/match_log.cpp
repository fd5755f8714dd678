#include "tuner/run/match_log.hpp"

#include <fmt/format.h>

#include <utility>

namespace sparring::tuner {
namespace {

using referee::JobGame;
using referee::Reason;

/// Losing on time is a part of the game; all else that an engine does wrong says nothing about its
/// strength.
bool is_accident(const JobGame& game) {
    return (referee::is_fault(game.reason) && game.reason != Reason::time) ||
           game.outcome == Outcome::none;
}

StoredGame stored(const JobGame& game, const PlannedPair& pair, bool a_first) {
    StoredGame result;
    result.encounter = pair.encounter;
    result.pair = pair.number;
    result.first = a_first;
    result.opening = pair.opening;
    const double first = game.outcome == Outcome::first_wins ? 1
                         : game.outcome == Outcome::draw     ? 0.5
                                                             : 0;
    if (game.outcome != Outcome::none) result.score = a_first ? first : 1 - first;
    result.reason = referee::word(game.reason);
    result.plies = game.plies;
    result.decided = game.decided;
    result.nodes = game.nodes;
    if (!a_first) std::swap(result.nodes[0], result.nodes[1]);
    result.cpu_us = game.cpu_us[0] + game.cpu_us[1];
    return result;
}

GameOutcome outcome(const StoredGame& game) {
    return {*game.score, game.plies, game.decided};
}

}  // namespace

PairGames mirrored(const PairGames& games) {
    PairGames result{games[1], games[0]};
    for (StoredGame& game : result) {
        game.first = !game.first;
        if (game.score) game.score = 1 - *game.score;
        std::swap(game.nodes[0], game.nodes[1]);
    }
    return result;
}

const PairGames* GameCache::find(const std::string& key) const {
    for (const auto* games : {&younger_, &older_})
        if (const auto found = games->find(key); found != games->end()) return &found->second;
    return nullptr;
}

void GameCache::add(const std::string& key, const PairGames& games) {
    younger_.emplace(key, games);
    if (younger_.size() >= most_ / 2) older_ = std::exchange(younger_, {});
}

Verdict judge(const std::array<JobGame, 2>& games, const PlannedPair& pair, int attempt,
              const MatchRules& rules) {
    Verdict verdict;
    bool accident = false, nobodys = false;
    for (const JobGame& game : games) {
        if (!is_accident(game)) continue;
        accident = true;
        nobodys = nobodys || game.outcome == Outcome::none;
        std::string text = fmt::format("{}: {}", referee::word(game.reason), game.detail);
        if (!game.moves.empty()) text += "; moves: " + game.moves;
        if (!game.reproduce.empty()) text += "; to see it: " + game.reproduce;
        verdict.faults.push_back(std::move(text));
    }
    if (accident && (rules.on_fault == OnFault::retry || nobodys) && attempt <= rules.retries) {
        verdict.again = true;
        return verdict;
    }
    verdict.games = {stored(games[0], pair, true), stored(games[1], pair, false)};
    if (accident && (rules.on_fault != OnFault::loss || nobodys))
        for (StoredGame& game : *verdict.games) game.score.reset();
    return verdict;
}

MatchLog::MatchLog(Plan plan, int encounters, bool cacheable)
    : plan_{std::move(plan)},
      encounters_{static_cast<std::size_t>(encounters)},
      cacheable_{cacheable},
      state_(plan_.pairs.size(), State::open),
      games_(plan_.pairs.size()) {
    if (!cacheable_) return;
    const PairKeys keys{plan_};
    for (const PlannedPair& pair : plan_.pairs) keys_.push_back(keys.of(pair));
}

void MatchLog::put(std::size_t pair, const PairGames& games) {
    games_[pair] = games;
    state_[pair] = State::settled;
    ++settled_;
}

/// Games of another pair with the same key, as its first side saw them.
void MatchLog::put_copy(std::size_t pair, const PairGames& straight) {
    PairGames games = keys_[pair].mirrored ? mirrored(straight) : straight;
    for (StoredGame& game : games) {
        game.encounter = plan_.pairs[pair].encounter;
        game.pair = plan_.pairs[pair].number;
        game.cached = true;
    }
    put(pair, games);
}

void MatchLog::restore(const std::vector<StoredGame>& games, GameCache& cache) {
    std::map<std::pair<int, int>, std::size_t> places;
    for (std::size_t i = 0; i < plan_.pairs.size(); ++i)
        places[{plan_.pairs[i].encounter, plan_.pairs[i].number}] = i;
    // Both games of a pair are written together.
    for (std::size_t i = 0; i + 1 < games.size(); i += 2) {
        const auto place = places.find({games[i].encounter, games[i].pair});
        if (place == places.end()) continue;
        const PairGames pair{games[i], games[i + 1]};
        put(place->second, pair);
        if (!cacheable_ || !pair[0].score) continue;
        const PairKey& key = keys_[place->second];
        cache.add(key.key, key.mirrored ? mirrored(pair) : pair);
    }
}

std::vector<int> MatchLog::take(const std::vector<int>& pairs, const GameCache& cache,
                                std::vector<int>& looked_up) {
    std::vector<int> taken;
    for (std::size_t i = 0; i < plan_.pairs.size(); ++i) {
        const PlannedPair& pair = plan_.pairs[i];
        if (state_[i] != State::open ||
            pair.number >= pairs[static_cast<std::size_t>(pair.encounter)])
            continue;
        const int number = static_cast<int>(i);
        if (cacheable_) {
            if (const PairGames* known = cache.find(keys_[i].key)) {
                put_copy(i, *known);
                looked_up.push_back(number);
                continue;
            }
            const auto [waiting, first] = waiting_.try_emplace(keys_[i].key);
            if (!first) {
                waiting->second.push_back(number);
                state_[i] = State::waits;
                continue;
            }
        }
        state_[i] = State::handed_out;
        taken.push_back(number);
    }
    return taken;
}

std::vector<int> MatchLog::settle(int pair, const PairGames& games, GameCache& cache) {
    const auto index = static_cast<std::size_t>(pair);
    put(index, games);
    std::vector<int> settled{pair};
    if (!cacheable_) return settled;
    // What did not count is not remembered: another batch may have more luck.
    const PairKey& key = keys_[index];
    const PairGames straight = key.mirrored ? mirrored(games) : games;
    if (games[0].score) cache.add(key.key, straight);
    const auto waiting = waiting_.extract(key.key);
    if (waiting.empty()) return settled;
    for (const int other : waiting.mapped()) {
        put_copy(static_cast<std::size_t>(other), straight);
        settled.push_back(other);
    }
    return settled;
}

std::vector<EncounterResult> MatchLog::results(const std::vector<int>& pairs) const {
    std::vector<EncounterResult> results(encounters_);
    for (std::size_t i = 0; i < plan_.pairs.size(); ++i) {
        const auto encounter = static_cast<std::size_t>(plan_.pairs[i].encounter);
        if (!games_[i] || plan_.pairs[i].number >= pairs[encounter]) continue;
        const PairGames& games = *games_[i];
        if (games[0].score && games[1].score)
            results[encounter].push_back({outcome(games[0]), outcome(games[1])});
    }
    return results;
}

bool MatchLog::complete(const std::vector<int>& pairs) const {
    for (std::size_t i = 0; i < plan_.pairs.size(); ++i) {
        const PlannedPair& pair = plan_.pairs[i];
        if (state_[i] != State::settled &&
            pair.number < pairs[static_cast<std::size_t>(pair.encounter)])
            return false;
    }
    return true;
}

}  // namespace sparring::tuner
