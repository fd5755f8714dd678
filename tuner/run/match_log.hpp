// What is known of the pairs of one batch, and what is still to be played: the middle between a
// plan, the jobs of a queue and the rows of the run file. Pure.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "referee/queue/match_job.hpp"
#include "tuner/config/configuration.hpp"
#include "tuner/run/plan.hpp"
#include "tuner/store/run_store.hpp"

namespace sparring::tuner {

/// The two games of a pair as `a` saw them, first the one in which it moved first.
using PairGames = std::array<StoredGame, 2>;

/// The same games seen by `b`.
PairGames mirrored(const PairGames& games);

/// Games of deterministic engines, by PairKey: they need not be played again. It forgets the older
/// half of them when there are too many; they are played again then, and are the same.
class GameCache {
  public:
    /// In pairs; each takes some 400 bytes.
    explicit GameCache(std::size_t most = 200'000) : most_{most} {}

    const PairGames* find(const std::string& key) const;
    void add(const std::string& key, const PairGames& games);
    std::size_t size() const { return younger_.size() + older_.size(); }

  private:
    std::size_t most_;
    std::unordered_map<std::string, PairGames> younger_, older_;
};

/// What became of a pair that was played.
struct Verdict {
    bool again = false;                 ///< a fault: it is to be played once more
    std::optional<PairGames> games{};   ///< else what counts
    std::vector<std::string> faults{};  ///< for people: "crash: engine: exited ..."
};

/// `attempt` from 1.
Verdict judge(const std::array<referee::JobGame, 2>& games, const PlannedPair& pair, int attempt,
              const MatchRules& rules);

class MatchLog {
  public:
    MatchLog(Plan plan, int encounters, bool cacheable);

    /// Games of an earlier process.
    void restore(const std::vector<StoredGame>& games, GameCache& cache);

    /// Pairs among the first `pairs[encounter]` of each encounter that have to be played and have
    /// not been handed out; those that the cache knows are settled instead and returned in
    /// `looked_up`, and so are, later, those that have the same key as one handed out.
    std::vector<int> take(const std::vector<int>& pairs, const GameCache& cache,
                          std::vector<int>& looked_up);

    /// A pair counts. Returns it and those that wait for the same games.
    std::vector<int> settle(int pair, const PairGames& games, GameCache& cache);

    /// It is to be handed out again.
    void put_back(int pair) { state_[static_cast<std::size_t>(pair)] = State::open; }

    const Plan& plan() const { return plan_; }
    const PairGames& games(int pair) const { return *games_[static_cast<std::size_t>(pair)]; }
    const PairGames* find(int pair) const {  ///< null if it is not settled
        const auto& games = games_[static_cast<std::size_t>(pair)];
        return games ? &*games : nullptr;
    }

    /// For the strategy: of each encounter the pairs that count, among the first `pairs` of it.
    std::vector<EncounterResult> results(const std::vector<int>& pairs) const;

    std::size_t settled() const { return settled_; }  ///< pairs

    /// All pairs among the first `pairs` of each encounter are settled.
    bool complete(const std::vector<int>& pairs) const;

  private:
    enum class State : std::uint8_t { open, handed_out, waits, settled };

    void put(std::size_t pair, const PairGames& games);
    void put_copy(std::size_t pair, const PairGames& straight);

    Plan plan_;
    std::size_t encounters_;
    bool cacheable_;
    std::vector<PairKey> keys_;  // if cacheable
    std::vector<State> state_;
    std::vector<std::optional<PairGames>> games_;
    std::size_t settled_ = 0;
    std::map<std::string, std::vector<int>> waiting_;  // by key, behind the one handed out
};

}  // namespace sparring::tuner
