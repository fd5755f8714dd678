// How the next genomes are made. A strategy is asked for a batch of games and told their results,
// again and again. It is pure: the same settings, seed and results give the same batches, whoever
// played the games and in whatever order they ended. That is also how a run is resumed: the
// strategy is made anew and told all that is in the store.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "engines/games/types.hpp"
#include "tuner/genome/parameter.hpp"

namespace sparring::tuner {

using Id = std::int64_t;
inline constexpr Id kNobody = -1;

struct Candidate {
    Id id = kNobody;  ///< counts up from 0 in the order in which a strategy made them
    Point point;
    std::array<Id, 2> parents{kNobody, kNobody};
    int born = 0;  ///< generation

    bool operator==(const Candidate&) const = default;
};

/// Pairs of games between two of a batch, or between one of them and the opponents that the run
/// trains against. A pair is one opening played twice, with the first move changing sides.
struct Encounter {
    static constexpr int kOpponents = -1;

    int a = 0;           ///< index into Batch::candidates
    int b = kOpponents;  ///< the same, or the opponents: they take turns, pair by pair
    int pairs = 1;
    /// The openings are number `opening`, `opening` + 1, .. of the batch; encounters that say the
    /// same share them (common random numbers).
    int opening = 0;

    bool operator==(const Encounter&) const = default;
};

/// Games that can be played side by side, in any order.
struct Batch {
    int generation = 0;
    std::vector<Candidate> candidates{};
    std::vector<Encounter> encounters{};  ///< none: the strategy is done
    /// Where the games are only to find the best `keep` of the candidates by their share of points,
    /// those who clearly are or are not among them need not play all theirs; 0: all are played.
    int keep = 0;

    bool operator==(const Batch&) const = default;
};

/// One game as `a` saw it.
struct GameOutcome {
    double score = 0;  ///< 1 won, 1/2 drawn, 0 lost
    int plies = 0;     ///< from the start of the game, the opening's among them
    int decided = 0;   ///< the ply after which the winner was certain

    bool operator==(const GameOutcome&) const = default;
};

struct PairOutcome {
    GameOutcome as_first, as_second;  ///< by the side that `a` had

    double points() const { return as_first.score + as_second.score; }  ///< 0 .. 2
    bool operator==(const PairOutcome&) const = default;
};

/// Those pairs of an encounter that count, in the order of their openings. Fewer than were asked
/// for where faults could not be mended, or where a race was over.
using EncounterResult = std::vector<PairOutcome>;

/// What the curriculum says about the batch that is asked for.
struct StageView {
    int index = 0;
    bool begins = false;    ///< first batch of the stage: scores of before cannot be compared
    double immigrants = 0;  ///< share of a new generation that is random
};

struct Answer {
    Candidate champion;
    double score = 0;  ///< share of points when it was selected: biased upwards
    Point mean;        ///< of `survivors`, on the grid
    std::vector<Point> survivors;
};

/// A member of an island that others may take in.
struct Migrant {
    Id id = kNobody;  ///< the same on all islands
    Point point;
    double share = 0.5;  ///< of the points that it made at home: not comparable between islands
    int pairs = 0;       ///< in which it made them

    bool operator==(const Migrant&) const = default;
};

/// What an island shows the others, once in a generation at most.
struct Emigrants {
    int island = 0, generation = 0;  ///< generations that it had played
    bool last = false;               ///< the island is done; there may be others of that generation
    std::vector<Migrant> members{};  ///< the best first; if `last`, in the order of their groups

    bool operator==(const Emigrants&) const = default;
};

/// What a strategy that is one of several islands, each with a process of its own, has to settle
/// with the others before it goes on.
struct Crossing {
    Emigrants out;
    std::vector<int> from;  ///< islands whose members it wants
    enum class Want : std::uint8_t {
        same,    ///< of the same generation: waits for them
        newest,  ///< the newest that are there and have not been here
        last,    ///< those with which the islands end: waits for them
    } want = Want::same;
};

/// What a strategy can say about its last generation, for reports: `p_c`, `diversity`, ...
using Notes = std::vector<std::pair<std::string, double>>;

class Strategy {
  public:
    virtual ~Strategy() = default;

    /// Of the next batch: generations that are over.
    virtual int generation() const = 0;

    /// The next games. Precondition: the results of the last batch have been told.
    virtual Batch ask(const StageView& stage) = 0;

    /// Results of that batch, one for each encounter, in its order.
    virtual void tell(std::span<const EncounterResult> results) = 0;

    /// What is due between islands that have processes of their own; nothing for all others.
    virtual std::optional<Crossing> crossing() const { return {}; }

    /// Settles crossing(): what came of it, by island, which may be less than was wanted. An ask()
    /// before that is the same as if nothing came.
    virtual void admit(std::span<const Emigrants> /*arrived*/) {}

    /// The best that is known now; before the first results, the start.
    virtual Answer answer() const = 0;

    virtual Notes notes() const { return {}; }

    /// Pairs of games that are still to be played for the answer alone (a final knockout) when the
    /// budget is over, at most.
    virtual int closing_pairs() const { return 0; }

    /// The budget is over: batches from now on serve the answer alone.
    virtual void close() { closed_ = true; }

  protected:
    bool closed_ = false;
};

}  // namespace sparring::tuner
