// Strategy `aga` as a whole: who breeds, who stays, what is asked, and that it gets better.
#include "tuner/strategy/aga.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "tests/catch.hpp"
#include "tuner/strategy/operators.hpp"
#include "tuner/strategy/tally.hpp"

namespace {

using namespace sparring::tuner;

const double kMissing = std::nan("");

Parameter bits(int count) {
    return {.name = "P", .min = 0, .max = std::exp2(count) - 1, .start = 20, .bits = count};
}

Space small_space() {
    return Space{{bits(6), bits(6), bits(6)}};
}

std::optional<std::string> problem_with(const std::string& settings, int longest_game) {
    const auto node = parse_toml(settings, "t.toml");
    REQUIRE(node);
    Table table{&*node, "strategy"};
    make_aga(table, {small_space(), 1, longest_game});
    return table.problem();
}

std::unique_ptr<Strategy> made(const std::string& settings, std::uint64_t seed = 1,
                               Space space = small_space(), int longest_game = 0) {
    const auto node = parse_toml(settings, "t.toml");
    REQUIRE(node);
    Table table{&*node, "strategy"};
    auto strategy = make_aga(table, {std::move(space), seed, longest_game});
    REQUIRE(table.problem().value_or("") == "");
    return strategy;
}

/// One pair, a share of the points of 0, 1/2 or 1; none where it is missing.
EncounterResult result(double share, int decided = 50) {
    if (std::isnan(share)) return {};
    return {{{share > 0 ? 1.0 : 0.0, 60, decided}, {share > 0.5 ? 1.0 : 0.0, 60, decided}}};
}

void tell(Strategy& strategy, const std::vector<double>& shares) {
    std::vector<EncounterResult> results;
    for (const double share : shares) results.push_back(result(share));
    strategy.tell(results);
}

std::vector<double> random_shares(std::size_t n, Random& random) {
    std::vector<double> shares;
    for (std::size_t i = 0; i < n; ++i) shares.push_back(static_cast<double>(random.below(3)) / 2);
    return shares;
}

std::set<Id> parents_in(const Batch& batch) {
    std::set<Id> parents;
    for (const Candidate& candidate : batch.candidates)
        parents.insert(candidate.parents.begin(), candidate.parents.end());
    return parents;
}

double note(const Strategy& strategy, const std::string& name) {
    for (const auto& [key, value] : strategy.notes())
        if (key == name) return value;
    return kMissing;
}

TEST_CASE("aga: everybody plays the opponents from the same openings") {
    const auto strategy = made("pairs = 3");
    const Batch batch = strategy->ask({});
    CHECK(batch.generation == 0);
    CHECK(batch.keep == 0);
    REQUIRE(batch.candidates.size() == 50);
    REQUIRE(batch.encounters.size() == 50);
    for (int i = 0; i < 50; ++i) {
        CHECK(batch.candidates[static_cast<std::size_t>(i)].id == i);
        CHECK(batch.encounters[static_cast<std::size_t>(i)] ==
              Encounter{i, Encounter::kOpponents, 3, 0});
    }
    CHECK(batch.candidates.front().point == small_space().start());
    CHECK(strategy->closing_pairs() == 0);
}

TEST_CASE("aga: before the first results, the answer is the start") {
    const auto strategy = made("start = 'random'");
    strategy->ask({});
    const Answer answer = strategy->answer();
    CHECK(answer.champion.id == kNobody);
    CHECK(answer.champion.point == small_space().start());
    CHECK(answer.score == 0.5);
    CHECK(answer.mean == small_space().start());
    CHECK(strategy->notes().empty());
}

TEST_CASE("aga: the answer is the best and the mean of the better half") {
    const auto strategy = made("population = 5\nstart = 'random'\nelites = 0");
    const Batch batch = strategy->ask({});
    tell(*strategy, {0, 0.5, 1, 0, 0.5});
    const Answer answer = strategy->answer();
    CHECK(answer.champion == batch.candidates[2]);
    CHECK(answer.score == 1);
    const std::vector<Point> half{batch.candidates[2].point, batch.candidates[1].point,
                                  batch.candidates[4].point};
    CHECK(answer.survivors == half);
    CHECK(answer.mean == mean_of(small_space(), half));
    // The next generation's points do not show before they have played.
    strategy->ask({});
    CHECK(strategy->answer().survivors == half);
}

TEST_CASE("aga: who has all the fitness has all the children") {
    for (const char* how : {"roulette", "tournament"}) {
        const auto strategy =
            made(fmt::format("population = 9\nselection = '{}'\ntournament = 60", how));
        strategy->ask({});
        tell(*strategy, {0, 0, 0, 0, 1, 0, 0, 0, 0});
        const Batch next = strategy->ask({});
        REQUIRE(next.candidates.size() == 9);
        CHECK(next.candidates[0].id == 4);
        for (std::size_t i = 1; i < 9; ++i) {
            CHECK(next.candidates[i].parents == std::array<Id, 2>{4, 4});
            CHECK(next.candidates[i].born == 1);
            CHECK(next.candidates[i].id == static_cast<Id>(8 + i));
        }
    }
}

TEST_CASE("aga: whose games are missing is as bad as the worst, not average") {
    const auto strategy = made("population = 4\nelites = 0");
    const Batch batch = strategy->ask({});
    tell(*strategy, {kMissing, 0.5, 1, kMissing});
    CHECK(strategy->answer().champion == batch.candidates[2]);
    CHECK(strategy->answer().survivors.size() == 2);
    CHECK(note(*strategy, "fitness_mean") == Approx(0.75));
    CHECK(parents_in(strategy->ask({})) == std::set<Id>{2});
}

TEST_CASE("aga: a generation without any result changes no answer and keeps the elite") {
    const auto strategy = made("population = 4");
    strategy->ask({});
    tell(*strategy, {0, 0, 1, 0});
    const Answer before = strategy->answer();
    strategy->ask({});
    tell(*strategy, std::vector<double>(4, kMissing));
    CHECK(strategy->answer().champion == before.champion);
    CHECK(strategy->ask({}).candidates.front() == before.champion);

    const auto nothing = made("population = 4\nelites = 0");
    nothing->ask({});
    tell(*nothing, std::vector<double>(4, kMissing));
    CHECK(nothing->answer().champion.id == kNobody);
    CHECK(nothing->ask({}).candidates.size() == 4);
}

TEST_CASE("aga: elites play again, and all their games under the stage count") {
    for (const bool begins : {false, true}) {
        const auto strategy = made("population = 3");
        strategy->ask({.begins = true});
        tell(*strategy, {0, 1, 0});
        const Batch second = strategy->ask({.begins = begins});
        REQUIRE(second.candidates[0].id == 1);
        tell(*strategy, {0, 0.5, 0});
        // (1 + 0) / 2 equals 0.5, and the elder is first; in a new stage it has 0.
        CHECK(strategy->answer().champion == second.candidates[begins ? 1 : 0]);
        CHECK(strategy->answer().score == 0.5);
        CHECK(note(*strategy, "score") == Approx(begins ? 1.0 / 6 : 1.0 / 3));
    }
}

TEST_CASE("aga: no elite is ever lost") {
    for (const std::string heuristic : {"off", "increasing", "rank-correlation"}) {
        const auto strategy =
            made(fmt::format("population = 12\nelites = 3\nheuristic = '{}'", heuristic));
        Random random{3, {}};
        Answer before;
        int generation = -1, batches = 0;
        for (; generation < 100; ++batches) {
            const bool begins = batches % 20 == 0;
            const Batch batch = strategy->ask({.begins = begins, .immigrants = batches % 3 / 2.0});
            std::vector<Candidate> candidates = batch.candidates;
            const bool champion_plays = std::find(candidates.begin(), candidates.end(),
                                                  before.champion) != candidates.end();
            if (batches > 0 && (batch.generation > generation || begins)) {
                REQUIRE(champion_plays);
                // Elites are first; a whole population keeps its order.
                if (batch.generation > generation)
                    for (std::size_t i = 0; i < 3; ++i)
                        REQUIRE(candidates[i].point == before.survivors[i]);
            } else {
                REQUIRE(!champion_plays);  // the heuristic step leaves elites alone
            }
            generation = batch.generation;
            tell(*strategy, random_shares(batch.encounters.size(), random));
            before = strategy->answer();
        }
        CHECK((batches > 101) == (heuristic != "off"));
    }
}

/// Shares of everybody and what they differ by from their parents' mean.
struct Family {
    std::map<Id, double> share;
    Id farthest_behind = kNobody, farthest_ahead = kNobody, worst = kNobody;

    void learn(const Batch& batch, const std::vector<double>& shares) {
        for (std::size_t i = 0; i < shares.size(); ++i) share[batch.candidates[i].id] = shares[i];
        double least = 9, most = -9, lowest = 9;
        for (const Candidate& child : batch.candidates) {
            if (share[child.id] < lowest) lowest = share[worst = child.id];
            if (child.parents[0] == kNobody) continue;
            const double difference =
                share[child.id] - (share[child.parents[0]] + share[child.parents[1]]) / 2;
            if (difference < least) least = difference, farthest_behind = child.id;
            if (difference > most) most = difference, farthest_ahead = child.id;
        }
    }
};

TEST_CASE("aga: without a share of the objective, differences alone decide who breeds") {
    int corrected_ahead = 0, printed_behind = 0;
    for (const bool printed : {false, true}) {
        const auto strategy =
            made(fmt::format("population = 10\nelites = 0\nepsilon = 0\ndifference = '{}'",
                             printed ? "parent-child" : "child-parent"));
        Family family;
        Random random{5, {}};
        for (int generation = 0; generation < 40; ++generation) {
            const Batch batch = strategy->ask({});
            if (generation > 1) {
                const auto parents = parents_in(batch);
                const bool ahead = parents.contains(family.farthest_ahead);
                const bool behind = parents.contains(family.farthest_behind);
                REQUIRE(!(printed ? ahead : behind));
                corrected_ahead += !printed && ahead;
                printed_behind += printed && behind;
            } else if (generation == 1) {
                // Nobody had parents: the objective decided, in spite of epsilon.
                REQUIRE(!parents_in(batch).contains(family.worst));
            }
            const auto shares = random_shares(10, random);
            tell(*strategy, shares);
            family.learn(batch, shares);
        }
    }
    CHECK(corrected_ahead > 20);
    CHECK(printed_behind > 20);
}

TEST_CASE("aga: where a stage begins, differences count as nothing") {
    // As printed, the difference favours whoever has fallen: the only one with 0.
    for (const bool begins : {false, true}) {
        int bred = 0;
        for (std::uint64_t seed = 0; seed < 20; ++seed) {
            const auto strategy =
                made("population = 10\nelites = 0\nepsilon = 0\ndifference = 'parent-child'", seed);
            Random random{seed, {}};
            strategy->ask({});
            tell(*strategy, random_shares(10, random));
            strategy->ask({});
            tell(*strategy, random_shares(10, random));
            const Batch batch = strategy->ask({.index = 1, .begins = begins});
            tell(*strategy, {0, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5});
            bred += parents_in(strategy->ask({.index = 1})).contains(batch.candidates[0].id);
        }
        CHECK((bred > 0) == !begins);
    }
}

TEST_CASE("aga: with a difference of each parameter, who has not changed it is neutral") {
    for (const bool each : {false, true}) {
        int unchanged_behind = 0;
        for (std::uint64_t seed = 0; seed < 10; ++seed) {
            const auto strategy = made(
                fmt::format("population = 10\nelites = 0\nepsilon = 0\np_c1 = 0\np_c2 = 0\np_m1 = "
                            "0.5\np_m2 = 0.5\ndifference_per_parameter = {}",
                            each),
                seed, Space{{bits(6)}});
            Family family;
            Random random{seed, {}};
            std::map<Id, Point> points;
            for (int generation = 0; generation < 20; ++generation) {
                const Batch batch = strategy->ask({});
                if (generation > 1) {
                    const bool bred = parents_in(batch).contains(family.farthest_behind);
                    REQUIRE((each || !bred));
                    unchanged_behind += bred;
                }
                for (const Candidate& candidate : batch.candidates)
                    points[candidate.id] = candidate.point;
                const auto shares = random_shares(10, random);
                tell(*strategy, shares);
                family.learn(batch, shares);
            }
        }
        CHECK((unchanged_behind > 0) == each);
    }
}

TEST_CASE("aga: immigrants are that share of a new generation, elites apart") {
    for (const double immigrants : {0.0, 0.3, 1.0}) {
        const auto strategy = made("population = 50\ngenerations = 1000\nelites = 2");
        Random random{9, {}};
        int newcomers = 0, places = 0;
        for (int generation = 0; generation < 40; ++generation) {
            const Batch batch = strategy->ask({.immigrants = immigrants});
            for (const Candidate& candidate : batch.candidates) {
                if (generation == 0 || candidate.born < generation) continue;
                ++places;
                newcomers += candidate.parents == std::array<Id, 2>{kNobody, kNobody};
            }
            tell(*strategy, random_shares(batch.encounters.size(), random));
        }
        REQUIRE(places == 39 * 48);
        const double expected = immigrants * places;
        CHECK(std::abs(newcomers - expected) <= 5 * std::sqrt(expected * (1 - immigrants)));
    }
}

TEST_CASE("aga: rates are those of equations (8) and (9)") {
    // Of two individuals the winner is both parents.
    const auto check = [](const std::string& more, const std::vector<double>& shares, double p_c,
                          double p_m) {
        const auto strategy = made("population = 2\nelites = 0\n" + more);
        strategy->ask({});
        tell(*strategy, shares);
        CHECK(std::isnan(note(*strategy, "p_c")));  // nobody was bred yet
        strategy->ask({});
        tell(*strategy, {0, 0});
        INFO(more);
        CHECK(note(*strategy, "p_c") == Approx(p_c));
        CHECK(note(*strategy, "p_m") == Approx(p_m));
    };
    check("", {1, 0}, 0.6, 0.001);
    check("pm_formula = 'printed'", {1, 0}, 0.6, 0.1);
    check("p_c1 = 0.8\np_m1 = 0.3", {1, 1}, 0.8, 0.3);
}

TEST_CASE("aga: rates follow the fitness with its differences, or the objective") {
    for (const bool objective : {false, true}) {
        const auto strategy =
            made(fmt::format("population = 2\nelites = 0\nepsilon = 0\ndifference = "
                             "'parent-child'\nrates_by = '{}'",
                             objective ? "objective" : "fitness"));
        strategy->ask({});
        tell(*strategy, {1, 0});
        strategy->ask({});
        tell(*strategy, {1, 0});  // both have parents with 1: as printed, the second is fitter
        CHECK(parents_in(strategy->ask({})) == std::set<Id>{3});
        tell(*strategy, {0, 0});
        CHECK(note(*strategy, "p_c") == Approx(objective ? 0.9 : 0.6));
        CHECK(note(*strategy, "p_m") == Approx(objective ? 0.1 : 0.001));
    }
}

TEST_CASE("aga: early wins are better where the game's length is known") {
    for (const int longest_game : {0, 60}) {
        const auto strategy = made("population = 3", 1, small_space(), longest_game);
        const Batch batch = strategy->ask({});
        strategy->tell(std::vector<EncounterResult>{result(1, 55), result(0.5, 48), result(1, 49)});
        CHECK(strategy->answer().champion == batch.candidates[longest_game > 0 ? 2 : 0]);
        if (longest_game > 0) {
            CHECK(note(*strategy, "fitness_best") == Approx(60 + 121 / 6.0));
            CHECK(note(*strategy, "fitness_worst") == Approx(60 + 25 / 6.0));
            // (60 + 144 / 6 + 48) / 2 = 66
            CHECK(note(*strategy, "fitness_mean") == Approx((126 + 146 / 6.0 + 60) / 3));
        } else {
            CHECK(note(*strategy, "fitness_best") == 1);
            CHECK(note(*strategy, "fitness_worst") == 0.5);
        }
        CHECK(note(*strategy, "score") == Approx(2.5 / 3));
        CHECK(note(*strategy, "diversity") > 0);
    }
}

TEST_CASE("aga: those whom the heuristic step has changed play before the next generation") {
    const auto strategy =
        made("population = 4\nheuristic = 'increasing'\nstart = 'random'\ngenerations = 2");
    const Batch all = strategy->ask({});
    tell(*strategy, {0, 1, 0.5, 0.5});
    const Candidate champion = strategy->answer().champion;
    const Batch changed = strategy->ask({});
    CHECK(changed.generation == 0);
    REQUIRE(!changed.candidates.empty());
    CHECK(changed.candidates.size() <= 3);
    CHECK(changed.encounters.size() == changed.candidates.size());
    Id id = 4;
    for (const Candidate& candidate : changed.candidates) {
        CHECK(candidate.id == id++);
        const auto parent = static_cast<std::size_t>(candidate.parents[0]);
        REQUIRE(parent < 4);
        CHECK(all.candidates[parent].id != champion.id);
        CHECK(all.candidates[parent].point != candidate.point);
    }
    // Until they have, the answer is out of those who played before.
    CHECK(strategy->answer().survivors.size() == 2);
    CHECK(strategy->answer().champion == champion);
    tell(*strategy, std::vector<double>(changed.candidates.size(), 1));
    CHECK(strategy->answer().champion.id != kNobody);
    const Batch next = strategy->ask({});
    CHECK(next.generation == 1);
    CHECK(next.candidates.size() == 4);
}

TEST_CASE("aga: a stage that begins amid a heuristic step has all play anew") {
    const auto strategy = made("population = 4\nheuristic = 'increasing'\nstart = 'random'");
    strategy->ask({});
    tell(*strategy, {0, 1, 0.5, 0.5});
    const Batch batch = strategy->ask({.index = 1, .begins = true});
    CHECK(batch.generation == 0);
    CHECK(batch.candidates.size() == 4);
}

TEST_CASE("aga: it ends with its generations, or when it is closed") {
    const auto strategy = made("population = 4\ngenerations = 3");
    for (int generation = 0; generation < 3; ++generation) {
        REQUIRE(strategy->ask({}).generation == generation);
        tell(*strategy, {0, 1, 0, 0});
    }
    CHECK(strategy->ask({}).encounters.empty());
    CHECK(strategy->answer().score > 0.5);

    const auto closed = made("population = 4");
    closed->ask({});
    tell(*closed, {0, 1, 0, 0});
    closed->close();
    CHECK(closed->ask({}).encounters.empty());
    CHECK(closed->answer().champion.id == 1);
}

/// Spaces in which much can go wrong.
Space awkward_space() {
    return Space{{{.name = "gray", .min = 0, .max = 63, .bits = 6},
                  {.name = "binary", .min = 3, .max = 12, .codec = Codec::binary, .bits = 5},
                  {.name = "twos", .min = -7, .max = 3, .codec = Codec::twos_complement, .bits = 4},
                  {.name = "integer", .min = -100, .max = 5, .codec = Codec::integer},
                  {.name = "real", .min = -1, .max = 1, .step = 0.3, .codec = Codec::real},
                  {.name = "one", .min = 0, .max = 1, .bits = 1}}};
}

TEST_CASE("aga: no parameter ever leaves its range or its grid") {
    const Space space = awkward_space();
    Random random{2, {}};
    for (const std::string& crossover : crossover_words()) {
        for (const std::string& mutation : mutation_words()) {
            for (const char* heuristic : {"off", "increasing", "rank-correlation"}) {
                const auto strategy = made(
                    fmt::format("population = 7\np_m1 = 0.5\ncrossover = '{}'\nmutation = '{}'\n"
                                "heuristic = '{}'\nspread = 1",
                                crossover, mutation, heuristic),
                    random.next(), space);
                int generation = 0;
                while (generation < 100) {
                    const Batch batch = strategy->ask({.immigrants = 0.1});
                    generation = batch.generation;
                    for (const Candidate& candidate : batch.candidates)
                        REQUIRE(space.contains(candidate.point));
                    tell(*strategy, random_shares(batch.encounters.size(), random));
                    REQUIRE(space.contains(strategy->answer().mean));
                }
            }
        }
    }
}

TEST_CASE("aga: the same seed and results give the same batches, other seeds others") {
    const auto run = [](std::uint64_t seed, int generations) {
        const auto strategy = made("population = 10\nheuristic = 'rank-correlation'", seed);
        std::vector<Batch> batches;
        for (int i = 0; i < generations; ++i) {
            batches.push_back(strategy->ask({.begins = i % 7 == 0, .immigrants = 0.1}));
            Random random{4, {static_cast<std::uint64_t>(i)}};
            tell(*strategy, random_shares(batches.back().encounters.size(), random));
            strategy->answer();
            strategy->notes();
        }
        return batches;
    };
    const auto once = run(1, 40);
    CHECK(once == run(1, 40));
    CHECK(once != run(2, 40));
}

TEST_CASE("aga: each individual's results decide, whatever number its encounter has") {
    // Who is told 1 breeds alone, wherever in the batch.
    for (std::size_t winner = 0; winner < 6; ++winner) {
        const auto strategy = made("population = 6\nelites = 0");
        strategy->ask({});
        std::vector<double> shares(6, 0);
        shares[winner] = 1;
        tell(*strategy, shares);
        CHECK(parents_in(strategy->ask({})) == std::set<Id>{static_cast<Id>(winner)});
    }
}

TEST_CASE("aga: wrong keys are refused") {
    CHECK(problem_with("", 0).value_or("") == "");
    CHECK(problem_with("objective = 'decided'", 60).value_or("") == "");
    CHECK(problem_with("objective = 'score'", 60).value_or("") == "");
    CHECK(problem_with("\nobjective = 'decided'", 0).value_or("") ==
          "t.toml:2: strategy.objective: decided needs a game that is over after a number of moves "
          "that is known, and this one is not; expected score");
    CHECK(problem_with("population = 4\nelites = 4", 0).value_or("") ==
          "t.toml:2: strategy.elites: nobody would be new: expected less than the population");
    CHECK_THAT(problem_with("epsilon = 1.5", 0).value_or(""), Catch::Matchers::Contains("0..1"));
    CHECK_THAT(problem_with("pm_formula = 'print'", 0).value_or(""),
               Catch::Matchers::Contains("did you mean printed?"));
    CHECK_THAT(problem_with("objektive = 'score'", 0).value_or(""),
               Catch::Matchers::Contains("did you mean strategy.objective?"));
}

/// Elo above the start, of a smooth function with its maximum, `most`, somewhere else.
double elo(const Space& space, const Point& point) {
    double distance = 0, most = 0;
    const auto unit = space.unit(point), start = space.unit(space.start());
    for (std::size_t i = 0; i < unit.size(); ++i) {
        const double best = i % 2 == 0 ? 0.8 : 0.15;
        distance += (unit[i] - best) * (unit[i] - best);
        most += (start[i] - best) * (start[i] - best);
    }
    return 250 * (1 - distance / most);
}

TEST_CASE("aga: it becomes stronger, with games as noisy as games are") {
    const Space space{std::vector<Parameter>(10, bits(6))};
    const std::string settings = GENERATE("", "heuristic = 'rank-correlation'",
                                          "start = 'random'\nselection = 'tournament'");
    double mean_gain = 0, champion_gain = 0;
    const int runs = 10;
    for (int run = 0; run < runs; ++run) {
        const auto strategy = made(settings, static_cast<std::uint64_t>(run), space, 60);
        Random random{77, {static_cast<std::uint64_t>(run)}};
        const auto game = [&](double strength) {
            const bool won = random.chance(1 / (1 + std::pow(10, -strength / 400)));
            return GameOutcome{won ? 1.0 : 0.0, 60, 43 + static_cast<int>(random.below(18))};
        };
        for (int generation = 0; generation < 60;) {
            const Batch batch = strategy->ask({.begins = generation == 0});
            generation = batch.generation + 1;
            std::vector<EncounterResult> results;
            for (const Encounter& encounter : batch.encounters) {
                const double strength =
                    elo(space, batch.candidates[static_cast<std::size_t>(encounter.a)].point);
                results.push_back({{game(strength), game(strength)}});
            }
            strategy->tell(results);
        }
        mean_gain += elo(space, strategy->answer().mean) / runs;
        champion_gain += elo(space, strategy->answer().champion.point) / runs;
    }
    INFO(settings << ": mean " << mean_gain << ", champion " << champion_gain);
    CHECK(elo(space, space.start()) == Approx(0).margin(1e-9));
    CHECK(mean_gain > 60);
    CHECK(champion_gain > 30);
}

}  // namespace
