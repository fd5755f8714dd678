// What a tournament's games add up to, for each player and each encounter. Pure.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "engines/games/types.hpp"
#include "referee/play/play_game.hpp"
#include "referee/play/reason.hpp"
#include "referee/schedule/schedule.hpp"
#include "referee/statistics/elo.hpp"
#include "referee/statistics/hash_set.hpp"

namespace sparring::referee {

/// How one side used its time in one game.
struct Effort {
    std::int64_t moves = 0;
    std::chrono::nanoseconds time{}, slowest{};
    std::chrono::nanoseconds cpu{};      ///< of its processes during the games
    std::chrono::nanoseconds latency{};  ///< by which we saw moves later than it said
    std::int64_t with_latency = 0;       ///< moves for which it said how long it took
    std::int64_t depths = 0;             ///< sum of the depths reported
    std::int64_t with_depth = 0;         ///< moves for which one was reported

    void add(const PlyRecord& ply);
    Effort& operator+=(const Effort& other);
};

/// One finished game as the standings see it.
struct Score {
    Outcome outcome = Outcome::none;  ///< none: void, not counted
    Reason reason = Reason::normal;
    std::optional<Side> offender{};
    std::optional<int> margin{};      ///< final score for the first player
    std::array<Effort, 2> efforts{};  ///< of first and second
    std::uint64_t moves_hash = 0;     ///< equal games have equal ones; 0 = not known
};

struct Tally {
    std::int64_t wins = 0, draws = 0, losses = 0;

    std::int64_t games() const { return wins + draws + losses; }
    double points() const { return static_cast<double>(wins) + static_cast<double>(draws) / 2; }
    std::array<std::int64_t, 3> counts() const { return {losses, draws, wins}; }
    void add(Outcome outcome, Side side);
};

struct Row {
    Tally all, as_first, as_second;
    std::array<std::int64_t, 5> pairs{};  ///< finished pairs by points, from 0 to 2
    Effort effort;
    std::int64_t margins = 0;  ///< games with a final score
    double margin_sum = 0, margin_squares = 0;
    std::array<std::int64_t, kReasons> forfeits{};  ///< games lost by what it did wrong
};

class Standings {
  public:
    Standings(int players, bool in_pairs);

    void add(const ScheduledGame& game, const Score& score);

    const Row& row(int player) const { return rows_[static_cast<std::size_t>(player)]; }
    int players() const { return static_cast<int>(rows_.size()); }

    /// Results of `player` against `opponent`.
    const Tally& between(int player, int opponent) const;

    /// All games, as seen by whoever moved first.
    const Tally& first_movers() const { return first_movers_; }
    std::int64_t games() const { return first_movers_.games(); }
    std::int64_t voids() const { return voids_; }
    std::int64_t drawn_by_length() const { return drawn_by_length_; }
    /// Games in which the same players made the same moves as in one before.
    std::int64_t duplicates() const { return duplicates_; }
    /// Mean and error (half the 95 % interval) of the final score, over games that have one.
    struct Margin {
        std::int64_t games = 0;
        double mean = 0, error = 0;
    };
    Margin margin(int player) const;

    /// The difference to all opponents together; from pairs where the games come in pairs.
    EloEstimate elo(int player) const;

    /// Players by share of points, the best first; equals in their own order.
    std::vector<int> ranking() const;

  private:
    struct OpenPair {
        int player = 0;
        int half_points = 0;
    };

    std::vector<Row> rows_;
    std::vector<Tally> between_;
    Tally first_movers_;
    std::map<int, OpenPair> open_pairs_;
    std::int64_t voids_ = 0, drawn_by_length_ = 0, duplicates_ = 0;
    HashSet seen_;
    bool in_pairs_;
};

}  // namespace sparring::referee
