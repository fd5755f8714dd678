// Strategy `islands`, its groups and migration.
#include "tuner/strategy/islands.hpp"

#include <map>
#include <set>

#include "tests/catch.hpp"
#include "tests/tuner/simulated_play.hpp"
#include "tuner/strategy/adaptive_rates.hpp"
#include "tuner/strategy/groups.hpp"
#include "tuner/strategy/knockout.hpp"
#include "tuner/strategy/migration.hpp"

namespace {

using namespace sparring;
using namespace sparring::tuner;
using namespace sparring::tuner::simulated;
using Catch::Matchers::Contains;

/// Made by two of the generation before.
bool is_child(const Candidate& candidate, int generation) {
    return candidate.born == generation && candidate.parents[1] != kNobody;
}

TEST_CASE("migration goes where the topology says") {
    using List = std::vector<int>;
    CHECK(sources(Topology::complete, 3, 0) == List{1, 2});
    CHECK(sources(Topology::complete, 3, 1) == List{0, 2});
    CHECK(sources(Topology::ring, 3, 0) == List{2});
    CHECK(sources(Topology::ring, 3, 2) == List{1});
    CHECK(sources(Topology::ring, 2, 0) == sources(Topology::complete, 2, 0));
    for (const std::string& word : topology_words()) {
        const auto topology = parse_topology(word);
        REQUIRE(topology);
        CHECK(tuner::word(*topology) == word);
        CHECK(sources(*topology, 1, 0).empty());
    }
    CHECK(!parse_topology("star"));
    CHECK(migrates(5, 5));
    CHECK(migrates(10, 5));
    CHECK(!migrates(6, 5));
    CHECK(!migrates(5, 0));
}

TEST_CASE("a group is ordered by score, wins as second and lots") {
    Random lots{1, {}};
    const std::vector<Tally> tallies{
        {2, 0, 1, 1, 0, 2},  // 3:3
        {1, 0, 2, 2, 0, 1},  // 3:3, more as second
        {0, 3, 0, 1, 2, 0},  // 1:0
        {},                  // could not play
        {0, 0, 3, 0, 0, 3},  // 0:6
    };
    std::vector<double> scores;
    for (const Tally& tally : tallies) scores.push_back(group_score(tally, 6));
    CHECK(scores == std::vector<double>{0, 0, 1, -7, -6});
    CHECK(standing({0, 1, 2, 3, 4}, scores, tallies, lots) == Group{2, 1, 0, 4, 3});
    const std::vector<Tally> alike(2);
    int first = 0;
    for (int i = 0; i < 1000; ++i)
        first += standing({0, 1}, std::vector<double>{0, 0}, alike, lots).front() == 0;
    CHECK(std::abs(first - 500) < 100);
}

TEST_CASE("islands plays as many games as the paper counts") {
    for (const int group : {2, 3, 4, 6, 120}) {
        const auto strategy =
            made(make_islands, "islands = 1\ngroup = " + std::to_string(group), six_bits(4));
        const Batch batch = strategy->ask({});
        const int n = 120 / group;
        CHECK(games(batch) == n * (group * group - group));
        if (group == 4) CHECK(games(batch) == 360);
        std::map<int, std::set<int>> met;
        std::set<std::pair<int, int>> seats;
        for (const Encounter& encounter : batch.encounters) {
            met[encounter.a].insert(encounter.b);
            met[encounter.b].insert(encounter.a);
            CHECK(seats.insert({encounter.a, encounter.opening}).second);
            CHECK(seats.insert({encounter.b, encounter.opening}).second);
        }
        CHECK(met.size() == 120);
        for (const auto& [member, others] : met)
            CHECK(static_cast<int>(others.size()) == group - 1);
    }
    CHECK(games(made(make_islands, "", six_bits(4))->ask({})) == 3 * 360);
    CHECK(games(made(make_islands, "pairs = 5", six_bits(4))->ask({})) == 5 * 3 * 360);
}

TEST_CASE("islands' groups stay on their island and are drawn anew") {
    const auto strategy = made(make_islands, "population = 12", six_bits(4));
    std::vector<Encounter> before;
    for (int generation = 0; generation < 4; ++generation) {
        const Batch batch = strategy->ask({});
        CHECK(batch.candidates.size() == 36);
        for (const Encounter& encounter : batch.encounters)
            CHECK(encounter.a / 12 == encounter.b / 12);
        CHECK(batch.encounters != before);
        before = batch.encounters;
        strategy->tell(played(batch, by_elo));
    }
}

TEST_CASE("islands never loses an elite and keeps its populations' size") {
    const Space space = six_bits(4);
    for (const int winners : {1, 2}) {
        const auto strategy = made(
            make_islands,
            "population = 24\nstart = 'random'\nevery = 2\nwinners = " + std::to_string(winners),
            space);
        Batch before = strategy->ask({});
        for (int generation = 1; generation <= 10; ++generation) {
            strategy->tell(played(before, by_age));
            const Batch after = strategy->ask({});
            REQUIRE(after.candidates.size() == 72);
            const std::size_t arrivals = generation % 2 == 0 ? 2 : 0;
            const auto elites = static_cast<std::size_t>(6 * winners);
            for (std::size_t island = 0; island < 3; ++island) {
                std::set<Id> winning;
                for (std::size_t i = 0; i < 24; ++i) {
                    // The youngest wins: who beat all but (winners - 1) others of the group?
                    const auto me = static_cast<int>(island * 24 + i);
                    int lost = 0;
                    for (const Encounter& encounter : before.encounters) {
                        if (encounter.a != me && encounter.b != me) continue;
                        const int other = encounter.a == me ? encounter.b : encounter.a;
                        lost += before.candidates[static_cast<std::size_t>(other)].id >
                                before.candidates[static_cast<std::size_t>(me)].id;
                    }
                    if (lost < winners)
                        winning.insert(before.candidates[static_cast<std::size_t>(me)].id);
                }
                REQUIRE(winning.size() == elites);
                std::size_t alive = 0, moved = 0, children = 0;
                for (std::size_t i = island * 24; i < (island + 1) * 24; ++i) {
                    const Candidate& each = after.candidates[i];
                    CHECK(space.contains(each.point));
                    if (each.born < generation) {
                        CHECK(winning.count(each.id) == 1);
                        ++alive;
                    } else if (is_child(each, generation)) {
                        CHECK(winning.count(each.parents[0]) == 1);
                        CHECK(winning.count(each.parents[1]) == 1);
                        CHECK(each.parents[0] != each.parents[1]);
                        ++children;
                    } else {
                        CHECK(winning.count(each.parents[0]) == 0);
                        ++moved;
                    }
                }
                CHECK(alive == elites);
                CHECK(moved == arrivals);
                CHECK(children == 24 - elites - arrivals);
            }
            CHECK(note(*strategy, "migrants") == static_cast<double>(3 * arrivals));
            CHECK(strategy->answer().survivors.size() == 3 * elites);
            before = after;
        }
    }
}

TEST_CASE("the best of an island reach the others as copies") {
    for (const std::string topology : {"complete", "ring"}) {
        const auto strategy =
            made(make_islands,
                 "population = 8\nevery = 1\nstart = 'random'\ntopology = '" + topology + "'",
                 six_bits(4));
        const Batch before = strategy->ask({});
        strategy->tell(played(before, by_age));  // the last of each island is its best
        const Batch after = strategy->ask({});
        std::map<std::size_t, std::vector<Id>> came;
        for (std::size_t i = 0; i < after.candidates.size(); ++i) {
            const Candidate& each = after.candidates[i];
            if (each.born != 1 || each.parents[1] != kNobody) continue;
            came[i / 8].push_back(each.parents[0]);
            CHECK(each.point == before.candidates[static_cast<std::size_t>(each.parents[0])].point);
        }
        using Ids = std::vector<Id>;
        for (std::size_t island = 0; island < 3; ++island) {
            Ids expected;
            for (const int source :
                 sources(*parse_topology(topology), 3, static_cast<int>(island))) {
                // Both group winners may have won all: the one who has lived longer goes.
                const auto first = static_cast<std::size_t>(source) * 8;
                std::vector<int> lost(8, 0);
                for (const Encounter& encounter : before.encounters)
                    if (encounter.a / 8 == source)
                        ++lost[static_cast<std::size_t>(std::min(encounter.a, encounter.b)) -
                               first];
                const auto winner = std::find(lost.begin(), lost.end(), 0) - lost.begin();
                expected.push_back(before.candidates[first + static_cast<std::size_t>(winner)].id);
            }
            CHECK(came[island] == expected);
        }
    }
}

TEST_CASE("those who move are the best of their island, not of their group") {
    const auto strategy =
        made(make_islands, "population = 8\nislands = 2\nevery = 1\nstart = 'random'", six_bits(4));
    const Batch batch = strategy->ask({});
    std::set<Id> drawing{0};  // number 0's group has draws only
    for (const Encounter& encounter : batch.encounters)
        if (encounter.a == 0 || encounter.b == 0) drawing.insert({encounter.a, encounter.b});
    strategy->tell(
        played(batch, [&](const Candidate& a, const Candidate& b, Random& random) -> PairOutcome {
            if (drawing.count(a.id) == 1) return {{0.5, 40, 40}, {0.5, 40, 40}};
            return by_age(a, b, random);
        }));
    int moved = 0;
    for (const Candidate& each : strategy->ask({}).candidates) {
        if (each.born == 0 || each.parents[1] != kNobody) continue;
        CHECK(drawing.count(each.parents[0]) == 0);
        ++moved;
    }
    CHECK(moved == 2);
}

TEST_CASE("islands' children change masked parameters only, half of them") {
    const Space space = six_bits(8);
    const auto changed = [&](const std::string& mask) {
        // All start alike, so that what differs is mutation's; every bit flips.
        const auto strategy =
            made(make_islands,
                 "population = 400\nislands = 1\nspread = 0\np_m1 = 1\np_m2 = 1\n" + mask, space);
        strategy->tell(played(strategy->ask({}), by_elo));
        double sum = 0;
        int children = 0;
        std::set<std::set<std::size_t>> masks;
        for (const Candidate& child : strategy->ask({}).candidates) {
            if (!is_child(child, 1)) continue;
            ++children;
            std::set<std::size_t> places;
            for (std::size_t i = 0; i < space.size(); ++i)
                if (child.point[i] != space.start()[i]) places.insert(i);
            sum += static_cast<double>(places.size());
            masks.insert(places);
        }
        CHECK(children == 300);
        if (mask.empty()) CHECK(masks.size() > 100);  // each child has its own
        return sum / children;
    };
    CHECK(changed("") == Approx(4).margin(0.5));
    CHECK(changed("mask = false") == 8);
}

TEST_CASE("islands adapts its rates to the groups' scores") {
    const auto rates = [](const Play& play, const std::string& settings) {
        const auto strategy = made(make_islands, "islands = 1\n" + settings, six_bits(4));
        strategy->tell(played(strategy->ask({}), play));
        return std::pair{note(*strategy, "p_c"), note(*strategy, "p_m")};
    };
    // Every group has one who wins all six games, as good as the best can be.
    const auto [p_c, p_m] = rates(by_age, "");
    CHECK(p_c == Approx(0.6));
    CHECK(p_m == Approx(0.001));
    CHECK(rates(by_age, "pm_formula = 'printed'").second == Approx(0.1));
    // All alike: nothing is known.
    const Play draw = [](const Candidate&, const Candidate&, Random&) -> PairOutcome {
        return {{0.5, 40, 40}, {0.5, 40, 40}};
    };
    CHECK(rates(draw, "").first == Approx(0.9));
    CHECK(rates(draw, "").second == Approx(0.1));

    // Otherwise crossover asks the better parent's score, mutation the parents' mean.
    const auto strategy = made(make_islands, "islands = 1", six_bits(4));
    const Batch batch = strategy->ask({});
    const auto results = played(batch, by_elo);
    std::vector<double> scores;
    for (const Tally& tally : tallies(batch, results)) scores.push_back(group_score(tally, 6));
    strategy->tell(results);
    double crossover = 0, mutation = 0;
    for (const Candidate& child : strategy->ask({}).candidates) {
        if (!is_child(child, 1)) continue;
        const double mother = scores[static_cast<std::size_t>(child.parents[0])],
                     father = scores[static_cast<std::size_t>(child.parents[1])];
        crossover += AdaptiveRates{}.crossover(std::max(mother, father), spread_of(scores)) / 90;
        mutation += AdaptiveRates{}.mutation((mother + father) / 2, spread_of(scores)) / 90;
    }
    CHECK(note(*strategy, "p_c") == Approx(crossover));
    CHECK(note(*strategy, "p_m") == Approx(mutation));
}

TEST_CASE("islands ends with a knockout of the groups' winners") {
    const std::string settings =
        "population = 12\ngenerations = 2\nwinners = 2\nknockout_pairs = 2\nsudden_death = 1\n";
    const auto strategy = made(make_islands, settings, six_bits(4));
    CHECK(strategy->closing_pairs() == 8 * 3);
    run(*strategy, by_elo, 2);
    const auto answer = strategy->answer();
    CHECK(answer.survivors.size() == 18);
    const auto rounds = run(*strategy, by_age, 100);
    std::set<Id> entrants;
    int pairs = 0;
    for (const Batch& round : rounds) {
        for (const Candidate& each : round.candidates) entrants.insert(each.id);
        pairs += games(round) / 2;
    }
    CHECK(entrants.size() == 9);
    CHECK(pairs == 8 * 2);
    CHECK(strategy->answer().champion.id == *entrants.rbegin());
    CHECK(strategy->answer().score == 1);
    CHECK(strategy->answer().survivors == answer.survivors);
    CHECK(strategy->ask({}).encounters.empty());

    const auto without = made(make_islands, settings + "knockout = false", six_bits(4));
    CHECK(run(*without, by_elo, 100).size() == 3);
    CHECK(without->closing_pairs() == 0);
    CHECK(without->answer().champion.id != kNobody);
}

TEST_CASE("islands answers at any time") {
    const auto strategy = made(make_islands, "population = 8", six_bits(4));
    CHECK(strategy->answer().champion.point == six_bits(4).start());
    CHECK(strategy->answer().score == 0.5);
    strategy->close();
    CHECK(strategy->ask({}).encounters.empty());

    const auto closed = made(make_islands, "population = 8", six_bits(4));
    run(*closed, by_elo, 3);
    closed->close();
    const Batch knockout = closed->ask({});
    CHECK(knockout.candidates.size() == 4);  // two of six winners pass the first round
    CHECK(knockout.encounters.front().pairs == 8);
}

TEST_CASE("games that could not be played count for nobody in islands") {
    const auto strategy = made(
        make_islands, "population = 4\nislands = 1\nspread = 0.3\nknockout = false", six_bits(4));
    const Batch batch = strategy->ask({});
    auto results = played(batch, by_age);
    for (std::size_t i = 0; i < results.size(); ++i)
        if (batch.encounters[i].a == 3 || batch.encounters[i].b == 3) results[i].clear();
    strategy->tell(results);
    CHECK(strategy->answer().champion.id == 2);
    CHECK(strategy->answer().score == 1);
    for (int i = 0; i < 12; ++i)
        strategy->tell(std::vector<EncounterResult>(strategy->ask({}).encounters.size()));
    CHECK(strategy->answer().score == 0.5);
}

TEST_CASE("islands' notes tell how far apart members and islands are") {
    const auto alike = made(make_islands, "population = 8\nspread = 0", six_bits(4));
    CHECK(note(*alike, "diversity") == 0);
    CHECK(note(*alike, "diversity_between") == 0);
    const auto apart = made(make_islands, "population = 8\nstart = 'random'", six_bits(4));
    CHECK(note(*apart, "diversity") == Approx(0.5).margin(0.1));
    CHECK(note(*apart, "diversity_between") > 0);
    CHECK(note(*apart, "diversity_between") < 0.3);
    const auto one = made(make_islands, "islands = 1\nstart = 'random'", six_bits(4));
    CHECK(note(*one, "diversity_between") == 0);
}

TEST_CASE("islands' settings are checked") {
    const Space space = six_bits(2);
    CHECK(fault_in(make_islands, "group = 7", space) ==
          "test.toml:1: strategy.group: a population of 120 does not divide into groups of 7");
    CHECK_THAT(fault_in(make_islands, "winners = 4", space), Contains("at most 3 live on"));
    CHECK_THAT(fault_in(make_islands, "migrants = 31", space), Contains("at most its 30 winners"));
    CHECK_THAT(fault_in(make_islands, "population = 4\nislands = 5", space),
               Contains("1 from each of 4 islands") && Contains("3 places"));
    CHECK(fault_in(make_islands, "population = 4\nislands = 5\ntopology = 'ring'", space).empty());
    CHECK_THAT(fault_in(make_islands, "topology = 'star'", space), Contains("complete, ring"));
    CHECK_THAT(fault_in(make_islands, "migration = 'now'", space), Contains("sync, async"));
    CHECK(fault_in(make_islands, "here = 2", space).empty());
    CHECK_THAT(fault_in(make_islands, "here = 3", space), Contains("strategy.here"));
}

TEST_CASE("islands' random immigrants take children's places") {
    const auto strategy = made(make_islands, "population = 8\nevery = 1", six_bits(4));
    strategy->tell(played(strategy->ask({0, false, 1}), by_elo));
    int immigrants = 0, moved = 0;
    std::set<Point> points;
    for (const Candidate& each : strategy->ask({}).candidates) {
        if (each.born == 0) continue;
        if (each.parents == std::array{kNobody, kNobody}) {
            ++immigrants;
            CHECK(points.insert(each.point).second);  // islands draw on their own
        }
        moved += each.parents[0] != kNobody && each.parents[1] == kNobody;
    }
    CHECK(immigrants == 3 * 4);
    CHECK(moved == 3 * 2);
}

TEST_CASE("islands makes the same of the same seed and results") {
    const auto batches = [](std::uint64_t seed) {
        return run(*made(make_islands, "population = 12\ngenerations = 12", six_bits(4), seed),
                   by_elo, 100);
    };
    CHECK(batches(1) == batches(1));
    CHECK(batches(1) != batches(2));
}

TEST_CASE("islands finds better parameters in spite of noise") {
    for (const std::string settings :
         {"population = 40\nknockout_pairs = 16", "islands = 1\nstart = 'random'\npairs = 2"})
        check_finds_better(make_islands, settings + "\ngenerations = 50", 1000);
}

}  // namespace
