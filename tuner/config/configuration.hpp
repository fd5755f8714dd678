// An experiment as its file describes it: read and checked as far as that goes without starting an
// engine. docs/tuner.md explains the keys.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engines/games/catalogue.hpp"
#include "referee/queue/engine_list.hpp"
#include "referee/schedule/openings.hpp"
#include "tuner/config/node.hpp"
#include "tuner/config/table.hpp"
#include "tuner/genome/parameter.hpp"

namespace sparring::tuner {

using Options = std::vector<std::pair<std::string, std::string>>;

/// The first that is reached ends a run; 0: no such end.
struct Budget {
    std::int64_t games = 0, nodes = 0;
    double hours = 0;
    int generations = 0;
};

/// `[params]` and `[[param]]`: what the file says about the engine's options.
struct ParameterRule {
    std::string name;
    std::optional<double> min, max, start, step;
    std::optional<int> bits;
    std::optional<Codec> codec;
    bool fixed = false;
    std::string where;  ///< in the file
};

enum class Role : std::uint8_t { train, validation, test };

std::string_view word(Role role);

struct Opponent {
    std::string name;  ///< also in the list of engines: its options are its own
    std::string limits;
    Role role = Role::train;
};

/// Whose parameters the sparring partner of a stage has.
enum class SparringParameters : std::uint8_t {
    own,             ///< its engine's own, with the `options` of the stage
    start,           ///< where the search begins
    previous_stage,  ///< the champion at the end of the stage before; in the first, the start
    current_best,    ///< the champion of the generation before
    self,            ///< the candidate's own: the two differ by their limits alone (S1, literally)
};

struct Stage {
    int until = 0;                    ///< last generation, from 1; 0: no end
    std::optional<double> advance{};  ///< or as soon as the mean share of points is above
    std::string limits;               ///< of the candidates
    bool spars = false;               ///< else the opponents of role `train` are played
    SparringParameters sparring = SparringParameters::start;
    std::string partner{};  ///< the sparring partner, in the list of engines
    std::string sparring_limits{};
    double noise = 0;  ///< chance of each of its parameters to be random, anew in each generation
    double immigrants = 0;  ///< share of a generation that is random
};

enum class OnFault : std::uint8_t { retry, loss, drop };

struct MatchRules {
    int max_moves = 0;
    OnFault on_fault = OnFault::retry;
    int retries = 2;
    double most_faults = 0.05;  ///< share of the games at which the run is given up
    bool racing = false;        ///< candidates that are out need not play on
    bool cache = true;          ///< games between deterministic engines are played once
};

struct OpeningRules {
    referee::OpeningSettings settings;
    int count = 0;
    double train = 0.8, validation = 0.1;  ///< shares; the rest is for the test
    int renew = 1;  ///< generations for which the training openings stay; 0: for ever
};

/// Where the islands of a run meet if each has a process of its own.
struct ExchangeRules {
    std::string folder;
    double patience = 3600;  ///< seconds without news until it goes on without the others
};

struct Configuration {
    std::string name;
    std::uint64_t seed = 1;
    Budget budget;
    games::Choice choice{};  ///< its game is null where Purpose::serve does without
    std::string engine;  ///< the one that is tuned, in the list, unless Purpose::serve does without
    std::string limits;
    referee::EngineList engines;
    std::vector<std::string> tuned;  ///< patterns of option names, `A*`
    std::optional<Codec> codec;
    Options start;  ///< values by patterns of names, later ones over earlier ones
    std::vector<ParameterRule> rules;
    OpeningRules openings;
    std::vector<Opponent> opponents;
    std::vector<Stage> stages;  ///< at least one
    MatchRules match;
    int concurrency = 0;                   ///< 0: as many as there are processors
    int check_every = 0, check_pairs = 0;  ///< measured against validation opponents
    int test_pairs = 0;
    std::string directory;
    std::optional<int> island;  ///< `strategy.here`: the one that this process is
    ExchangeRules exchange;
    bool served = false;  ///< a run whose games are played elsewhere (`tuner serve`)
    Node tree;      ///< all of it, with the preset's keys and what the command line put over it
    Node strategy;  ///< the table `[strategy]`

    int processors() const;  ///< concurrency, resolved
};

/// What a configuration is read for, and so what it may do without.
enum class Purpose : std::uint8_t {
    run,
    evaluate,  ///< somebody else's candidates: no strategy
    serve,     ///< games are played elsewhere: no game, no engine
};

/// The error names file, line, key and what would be right. `programs` is a folder that is searched
/// first.
Expected<Configuration> read_configuration(Node tree, const std::string& programs,
                                           Purpose purpose = Purpose::run);

/// Reads a file and puts settings (`strategy.population=20`) over it; before them, if `short_form`,
/// those of its list `short`, by which a long experiment becomes one of minutes.
Expected<Node> read_tree(const std::string& path, bool short_form,
                         const std::vector<std::string>& settings);

}  // namespace sparring::tuner
