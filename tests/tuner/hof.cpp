// Strategy `hof`, its hall of fame, criteria and pairings.
#include "tuner/strategy/hof.hpp"

#include <bit>
#include <map>
#include <set>

#include "tests/catch.hpp"
#include "tests/tuner/simulated_play.hpp"
#include "tuner/strategy/criterion.hpp"
#include "tuner/strategy/hall_of_fame.hpp"
#include "tuner/strategy/pairing.hpp"

namespace {

using namespace sparring;
using namespace sparring::tuner;
using namespace sparring::tuner::simulated;
using Catch::Matchers::Contains;

TEST_CASE("in a round robin everybody meets everybody once, and plays once a round") {
    for (int players = 0; players <= 13; ++players) {
        std::set<std::pair<int, int>> met, seats;
        for (const Couple& couple : round_robin(players)) {
            CHECK(met.insert(std::minmax(couple.a, couple.b)).second);
            CHECK(seats.insert({couple.round, couple.a}).second);
            CHECK(seats.insert({couple.round, couple.b}).second);
            CHECK(couple.round < round_robin_rounds(players));
        }
        CHECK(static_cast<int>(met.size()) == players * (players - 1) / 2);
    }
}

TEST_CASE("a random pairing gives everybody the same number of different opponents") {
    Random random{1, {}};
    for (const int opponents : {1, 2, 8, 58, 59}) {
        const auto couples = random_pairing(60, opponents, random);
        std::map<int, std::set<int>> met;
        std::set<std::pair<int, int>> seats;
        for (const Couple& couple : couples) {
            met[couple.a].insert(couple.b);
            met[couple.b].insert(couple.a);
            CHECK(couple.a != couple.b);
            CHECK(couple.round < opponents);
            CHECK(seats.insert({couple.round, couple.a}).second);
        }
        CHECK(static_cast<int>(couples.size()) == 30 * opponents);
        for (const auto& [player, others] : met)
            CHECK(static_cast<int>(others.size()) == opponents);
    }
    CHECK(random_pairing(60, 8, random) != random_pairing(60, 8, random));
}

TEST_CASE("the criteria order hand-made results as they say") {
    // Wins, draws and losses as first, then as second.
    const std::vector<Tally> table{
        {10, 0, 0, 2, 0, 8},  // 12 points, worse hand 2
        {5, 0, 5, 5, 0, 5},   // 10 points, worse hand 5
        {5, 2, 3, 5, 0, 5},   // 11 points, worse hand 5, two draws
        {},                   // could not play
        {0, 0, 10, 0, 0, 10},
    };
    using Order = std::vector<std::size_t>;
    CHECK(ranking(Criterion::sum, table) == Order{0, 2, 1, 4, 3});
    CHECK(ranking(Criterion::min, table) == Order{2, 1, 0, 4, 3});
    // Games that are missing count against nobody.
    CHECK(ranking(Criterion::sum, std::vector<Tally>{{5, 0, 5, 5, 0, 5}, {4, 0, 1, 4, 0, 1}}) ==
          Order{1, 0});
    CHECK(ranking(Criterion::min, std::vector<Tally>{{5, 0, 5, 5, 0, 5}, {4, 0, 1, 4, 0, 1}}) ==
          Order{1, 0});
}

TEST_CASE("the hall of fame loses its worst only above its places") {
    HallOfFame hall{10, Criterion::sum};
    const auto member = [](Id id) {
        return Candidate{id, {static_cast<double>(id)}, {kNobody, kNobody}, static_cast<int>(id)};
    };
    for (Id id = 0; id < 10; ++id) {
        hall.add(member(id));
        CHECK(!hall.crowded());
    }
    hall.add({99, {4.0}});  // the same point as number 4
    CHECK(hall.members().size() == 10);
    hall.add(member(10));
    REQUIRE(hall.crowded());

    const Batch batch = hall.ask(11, 1);
    CHECK(games(batch) == 110);
    const Play seven_is_worst = [](const Candidate& a, const Candidate& b, Random&) {
        return sure_pair(a.id == 7 ? -1 : b.id == 7 ? 1 : static_cast<double>(b.id - a.id));
    };
    hall.tell(batch, played(batch, seven_is_worst));
    CHECK(hall.members().size() == 10);
    for (const Candidate& each : hall.members()) CHECK(each.id != 7);
    CHECK(hall.members().front().id == 10);

    // Nothing could be played: who has been there longest leaves.
    hall.add(member(11));
    const Batch faulty = hall.ask(12, 1);
    hall.tell(faulty, std::vector<EncounterResult>(faulty.encounters.size()));
    CHECK(hall.members().size() == 10);
    CHECK(hall.members().back().id == 1);

    HallOfFame none{0, Criterion::sum};
    none.add(member(1));
    CHECK(none.members().empty());
}

TEST_CASE("hof plays 3540 games a generation and 1200 against the hall from the eleventh on") {
    const auto strategy = made(make_hof, "", six_bits(4));
    int generation = 0;
    std::vector<Id> best;
    while (generation < 14) {
        const Batch batch = strategy->ask({});
        if (batch.candidates.size() < 60) {  // the hall plays itself
            CHECK(generation > 10);
            CHECK(batch.candidates.size() == 11);
            CHECK(games(batch) == 110);
            // The youngest wins, so the oldest is the worst of the hall, too.
            for (std::size_t i = 0; i < 11; ++i)
                CHECK(batch.candidates[i].id == best[best.size() - 1 - i]);
        } else {
            ++generation;
            // The last best still lives: as a member of the hall it does not meet itself.
            CHECK(games(batch) == (generation <= 10 ? 3540 : 3540 + 1200 - 2));
            CHECK(batch.candidates.size() == (generation <= 10 ? 60u : 69u));
            std::set<Id> ids;
            for (const Candidate& each : batch.candidates) CHECK(ids.insert(each.id).second);
            std::map<int, int> opponents;
            std::set<std::pair<int, int>> seats;
            for (const Encounter& encounter : batch.encounters) {
                CHECK(encounter.a != encounter.b);
                CHECK(seats.insert({encounter.a, encounter.opening}).second);
                ++opponents[encounter.a];
                if (encounter.b < 60 && encounter.opening < 59) ++opponents[encounter.b];
            }
            for (int i = 0; i < 60; ++i)
                CHECK((opponents[i] == (generation <= 10 ? 59 : 69) ||
                       (generation > 10 &&
                        batch.candidates[static_cast<std::size_t>(i)].id == best.back())));
        }
        strategy->tell(played(batch, by_age));
        if (batch.candidates.size() >= 60) best.push_back(strategy->answer().champion.id);
    }
    CHECK(note(*strategy, "champion_share") == 1);
    CHECK(note(*strategy, "colour_imbalance") == 0);
    CHECK(note(*strategy, "survivor_age_max") == 0);
    CHECK(note(*strategy, "hall_age_max") == 10);
    CHECK(note(*strategy, "hall_age_mean") == Approx(5.5));
}

TEST_CASE("hof's survivors stay as they are and have one child each") {
    const Space space = six_bits(4);
    for (const std::string criterion : {"sum", "min"}) {
        const auto strategy =
            made(make_hof, "mutation_rate = 0.3\nstart = 'random'\ncriterion = '" + criterion + "'",
                 space);
        Batch before = strategy->ask({});
        for (int generation = 1; generation <= 8; ++generation) {
            const auto results = played(before, by_elo);
            const auto order = ranking(criterion == "sum" ? Criterion::sum : Criterion::min,
                                       tallies(before, results));
            strategy->tell(results);
            const Batch after = strategy->ask({});
            REQUIRE(after.candidates.size() == 60);
            std::set<Id> parents;
            for (std::size_t i = 0; i < 30; ++i) {
                CHECK(after.candidates[i] == before.candidates[order[i]]);
                parents.insert(after.candidates[i].id);
            }
            for (std::size_t i = 30; i < 60; ++i) {
                const Candidate& child = after.candidates[i];
                CHECK(child.born == generation);
                CHECK(child.parents[0] == after.candidates[i - 30].id);
                CHECK(child.parents[0] != child.parents[1]);
                CHECK(parents.count(child.parents[1]) == 1);
                CHECK(space.contains(child.point));
            }
            CHECK(strategy->answer().champion == after.candidates.front());
            CHECK(strategy->answer().survivors.size() == 30);
            before = after;
        }
    }
}

TEST_CASE("hof credits wins to the winner alone and draws to both") {
    const auto strategy = made(make_hof, "population = 4\nstart = 'random'", six_bits(2));
    const Batch batch = strategy->ask({});
    // 0 and 1 draw twice and beat the others, 2 beats 3 with the first move only.
    const Play play = [](const Candidate& a, const Candidate& b, Random&) -> PairOutcome {
        if (a.id + b.id == 1) return {{0.5, 40, 40}, {0.5, 40, 40}};
        if (a.id + b.id == 5) return {{1, 40, 40}, {0, 40, 40}};
        return sure_pair(static_cast<double>(b.id - a.id));
    };
    strategy->tell(played(batch, play));
    const Answer answer = strategy->answer();
    CHECK(answer.champion.id == 0);
    CHECK(answer.score == Approx(5.0 / 6));
    CHECK(answer.survivors ==
          std::vector<Point>{batch.candidates[0].point, batch.candidates[1].point});
    CHECK(note(*strategy, "champion_share") == Approx(4.0 / 6));
    CHECK(note(*strategy, "colour_imbalance") == 0);
}

TEST_CASE("hof's hall games count for those who are measured, not for the hall") {
    // The hall's only member, the best of the first generation, loses as such and wins the rest.
    const auto strategy = made(make_hof, "population = 4\nhall_from = 2", six_bits(2));
    strategy->tell(played(strategy->ask({}), by_age));
    const Batch batch = strategy->ask({});
    CHECK(games(batch) == 12 + 6);
    auto results = played(batch, [](const Candidate& a, const Candidate& b, Random&) {
        return sure_pair(a.id == 3 ? 1 : b.id == 3 ? -1 : 0);
    });
    for (std::size_t i = 6; i < results.size(); ++i) results[i] = {sure_pair(1)};
    strategy->tell(results);
    CHECK(strategy->answer().champion.id == 3);
    CHECK(strategy->answer().score == 1);
}

TEST_CASE("hof's default mutation changes one bit of a child, the paper's many") {
    const Space space = six_bits(20);
    const auto changes = [&](const std::string& toml) {
        const auto strategy =
            made(make_hof, "population = 400\nopponents = 1\nspread = 0\n" + toml, space);
        strategy->tell(played(strategy->ask({}), by_elo));
        const Batch batch = strategy->ask({});
        double flips = 0;
        for (std::size_t i = 200; i < 400; ++i)
            for (std::size_t k = 0; k < space.size(); ++k)
                flips += std::popcount(encode(space[k], batch.candidates[i].point[k]) ^
                                       encode(space[k], space.start()[k]));
        return flips / 200;
    };
    CHECK(changes("") == Approx(1).margin(0.4));
    CHECK(changes("mutation_rate = 0.05") == Approx(6).margin(1));
    CHECK(changes("mutation = 'parameters'") == Approx(1).margin(0.4));
    CHECK(changes("mutation_rate = 0.1\ngenerations = 2\nanneal = 0") == Approx(6).margin(1));
}

TEST_CASE("hof's steps shorten as it anneals") {
    const auto distance = [](const std::string& toml) {
        const auto strategy =
            made(make_hof,
                 "population = 400\nopponents = 1\nspread = 0\nmutation = 'steps'\n"
                 "mutation_rate = 1\nstep = 0.1\ngenerations = 2\n" +
                     toml,
                 six_bits(4));
        strategy->tell(played(strategy->ask({}), by_elo));
        const Batch batch = strategy->ask({});
        double sum = 0;
        int moved = 0;
        for (std::size_t i = 200; i < 400; ++i) {
            for (const double value : batch.candidates[i].point) {
                if (value == 20) continue;
                sum += std::abs(value - 20);
                ++moved;
            }
        }
        return sum / moved;
    };
    // A normal step's mean is 0.8 of its width, 6.3; after half the generations of half of that.
    CHECK(distance("anneal = 1") == Approx(5).margin(0.8));
    CHECK(distance("anneal = 0") == Approx(2.6).margin(0.5));
}

TEST_CASE("hof takes members from the configuration") {
    const Space space = six_bits(3);
    const auto strategy = made(make_hof,
                               "population = 4\nspread = 0\n[[injected]]\nA = 1\nC = 63\n"
                               "[[injected]]\nB = 7",
                               space);
    const Batch batch = strategy->ask({});
    CHECK(batch.candidates[0].point == Point{1, 20, 63});
    CHECK(batch.candidates[1].point == Point{20, 7, 20});
    CHECK(batch.candidates[2].point == space.start());
    CHECK(batch.candidates.size() == 4);

    CHECK(fault_in(make_hof, "[[injected]]\nA = 64", space) ==
          "test.toml:2: strategy.injected[1].A: A: 64 is outside 0..63");
    CHECK_THAT(fault_in(make_hof, "[[injected]]\nD = 64", space),
               Contains("unknown key strategy.injected[1].D"));
    CHECK_THAT(
        fault_in(make_hof, "population = 2\n[[injected]]\n[[injected]]\n[[injected]]", space),
        Contains("3 members for a population of 2"));
}

TEST_CASE("hof's settings are checked") {
    const Space space = six_bits(2);
    CHECK_THAT(fault_in(make_hof, "population = 7", space), Contains("expected an even number"));
    for (const std::string wrong : {"'some'", "0", "60", "1.5"})
        CHECK_THAT(fault_in(make_hof, "opponents = " + wrong, space),
                   Contains("strategy.opponents") && Contains("1..59"));
    CHECK_THAT(fault_in(make_hof, "criterion = 'mean'", space), Contains("sum, min"));
    CHECK(fault_in(make_hof, "opponents = 8", space).empty());
    CHECK(games(made(make_hof, "opponents = 8", space)->ask({})) == 480);
    CHECK(games(made(make_hof, "opponents = 'all'\npairs = 2", space)->ask({})) == 7080);
}

TEST_CASE("games that could not be played count for nobody in hof") {
    const auto strategy = made(make_hof, "population = 4\nspread = 0.3", six_bits(2));
    const Batch batch = strategy->ask({});
    auto results = played(batch, by_age);
    for (std::size_t i = 0; i < results.size(); ++i)
        if (batch.encounters[i].a == 3 || batch.encounters[i].b == 3) results[i].clear();
    strategy->tell(results);
    CHECK(strategy->answer().survivors ==
          std::vector<Point>{batch.candidates[2].point, batch.candidates[1].point});
    CHECK(strategy->answer().score == 1);

    const auto faulty = made(make_hof, "population = 4\nhall_from = 1", six_bits(2));
    for (int i = 0; i < 20; ++i)
        faulty->tell(std::vector<EncounterResult>(faulty->ask({}).encounters.size()));
    CHECK(faulty->answer().score == 0.5);
}

TEST_CASE("hof is done after its generations or when the budget is over") {
    const auto strategy = made(make_hof, "population = 4\ngenerations = 3", six_bits(2));
    CHECK(strategy->answer().champion.point == six_bits(2).start());
    CHECK(strategy->answer().survivors == std::vector<Point>{six_bits(2).start()});
    const auto batches = run(*strategy, by_elo, 100);
    CHECK(batches.size() == 4);
    CHECK(batches.back().encounters.empty());

    const auto closed = made(make_hof, "population = 4", six_bits(2));
    run(*closed, by_elo, 2);
    closed->close();
    CHECK(closed->ask({}).encounters.empty());
    CHECK(closed->closing_pairs() == 0);
    CHECK(closed->answer().champion.id >= 0);
}

TEST_CASE("hof's random immigrants take children's places") {
    const auto strategy = made(make_hof, "population = 20", six_bits(4));
    strategy->tell(played(strategy->ask({0, false, 1}), by_elo));
    const Batch batch = strategy->ask({});
    REQUIRE(batch.candidates.size() == 20);
    for (std::size_t i = 10; i < 20; ++i)
        CHECK(batch.candidates[i].parents == std::array{kNobody, kNobody});
}

TEST_CASE("hof makes the same of the same seed and results") {
    const std::string settings = "population = 12\nopponents = 4\nhall = 3\nhall_from = 3";
    const auto batches = [&](std::uint64_t seed) {
        return run(*made(make_hof, settings, six_bits(4), seed), by_elo, 15);
    };
    CHECK(batches(1) == batches(1));
    CHECK(batches(1) != batches(2));
}

TEST_CASE("hof finds better parameters in spite of noise") {
    for (const std::string settings :
         {"opponents = 8\nstart = 'near'", "population = 30\nstart = 'random'\ncriterion = 'min'"})
        check_finds_better(make_hof, settings, 40);
}

}  // namespace
