// What a run did, added up once for everything that is said and drawn about it.
// docs/tuner-report.md has the definitions.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tuner/config/node.hpp"
#include "tuner/store/measured.hpp"
#include "tuner/store/run_store.hpp"

namespace sparring::tuner {

/// Pairs by their points: 0, 1/2, 1, 3/2, 2.
using PairCounts = std::array<std::int64_t, 5>;

std::int64_t total(const PairCounts& pairs);
/// Of the points, in [0, 1]; 1/2 without pairs.
double share(const PairCounts& pairs);
PairCounts mirrored(const PairCounts& pairs);

/// Games of one kind. What was looked up cost nothing: it is in `games`, not in the others.
struct Spent {
    std::int64_t games = 0;      ///< that have a row in the run file
    std::int64_t looked_up = 0;  ///< of them, not played again
    std::int64_t uncounted = 0;  ///< of them, without a score, because of faults
    std::int64_t nodes = 0;      ///< of both engines, as they say
    double cpu_seconds = 0;      ///< of both engines
    double wall_seconds = 0;     ///< of batches that have ended; breaks within a batch count

    void add(const StoredGame& game);
    Spent& operator+=(const Spent& other);
};

/// A parameter over those who played in a generation, each counted once.
struct Spread {
    double mean = 0, low = 0, high = 0;  ///< the quartiles
};

/// How those who are new in a generation came about.
struct Births {
    std::int64_t children = 0;  ///< two parents
    std::int64_t copies = 0;    ///< one: a migrant, or mutated alone
    std::int64_t random = 0;    ///< none
};

struct Generation {
    int number = 0;        ///< from 1; closing games have the last one's
    int stage = 0;         ///< from 1
    bool closing = false;  ///< games for the answer alone (a final knockout)
    Spent spent{};
    std::int64_t games_so_far = 0;   ///< of the training, with these
    PairCounts against_opponents{};  ///< as the candidates saw them
    PairCounts of_champion{};        ///< in this generation, against whomever it met
    std::vector<Spread> parameters{};
    double diversity = 0;
    Births births{};
    std::optional<StoredAnswer> answer{};  ///< none until its batches have ended
    Notes notes{};
};

struct Individual {
    Candidate candidate;
    PairCounts pairs{};  ///< of the training, against whomever it met
};

/// Of the share of points, over the whole range of a parameter, with half the width of the 95 %
/// interval.
struct Effect {
    double slope = 0, error = 0;
};

/// A validation or a test.
struct Measurement {
    int generation = 0;  ///< generations that were over
    bool ended = false;
    std::vector<Measured> rows{};
};

struct History {
    StoredRun run;
    Node configuration;  ///< of the run
    Space space;         ///< of the parameters that move
    std::vector<Generation> generations;
    std::vector<Measurement> validations;
    std::optional<Measurement> test;         ///< the run's own
    std::vector<Measurement> further_tests;  ///< asked for by `tuner test`
    std::vector<Individual> individuals;
    std::vector<StoredAnswer> answers;
    std::vector<StoredEvent> events;
    /// Champions of generations that met: pairs as the one with the first id saw them.
    std::map<std::pair<Id, Id>, PairCounts> meetings;
    std::array<Spent, 3> spent{};   ///< by BatchKind
    PairCounts training_pairs{};    ///< between candidates, and of candidates against opponents
    std::int64_t effect_pairs = 0;  ///< that `effects` is from
    std::vector<std::optional<Effect>> effects;  ///< joint, of the space's parameters; or empty
    std::string started, ended;                  ///< UTC; `ended` of the last batch that has
    std::size_t batches = 0;
    bool whole = false;  ///< all batches of the run itself that were begun have ended

    const Spent& of(BatchKind kind) const { return spent[static_cast<std::size_t>(kind)]; }
    Spent in_all() const;
    /// Generations without the closing ones.
    int generation_count() const;
};

/// Reads all of a run file once. Throws what RunStore throws.
History read_history(const RunStore& store);

}  // namespace sparring::tuner
