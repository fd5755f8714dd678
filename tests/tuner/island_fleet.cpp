// Islands that have a process each: what they show each other and what comes of it.
#include <map>

#include "tests/catch.hpp"
#include "tests/tuner/simulated_play.hpp"
#include "tuner/strategy/islands.hpp"

namespace {

using namespace sparring;
using namespace sparring::tuner;
using namespace sparring::tuner::simulated;

/// Chance, but between two members always the same.
PairOutcome by_lot(const Candidate& a, const Candidate& b, Random&) {
    Random lot{5, {static_cast<std::uint64_t>(a.id), static_cast<std::uint64_t>(b.id)}};
    return by_elo(a, b, lot);
}

/// Islands that have a process each.
struct Fleet {
    std::vector<std::unique_ptr<Strategy>> islands;

    Fleet(const std::string& toml, int count) {
        for (int k = 0; k < count; ++k)
            islands.push_back(
                made(make_islands, toml + "here = " + std::to_string(k), six_bits(4)));
    }

    /// All islands' batches as one. Their games are played and told.
    Batch play() {
        Batch all;
        for (const auto& island : islands) {
            const Batch batch = island->ask({0, false, 0.1});
            if (!batch.encounters.empty()) island->tell(played(batch, by_lot));
            const auto before = static_cast<int>(all.candidates.size());
            all.generation = batch.generation;
            all.candidates.insert(all.candidates.end(), batch.candidates.begin(),
                                  batch.candidates.end());
            for (const Encounter& e : batch.encounters)
                all.encounters.push_back({e.a + before, e.b + before, e.pairs, e.opening});
        }
        return all;
    }

    /// All show what they have, and each gets what it wants; nobody hears of `lost`.
    void cross(int lost = -1) {
        std::map<int, Crossing> crossings;
        for (const auto& island : islands)
            if (auto crossing = island->crossing()) crossings[crossing->out.island] = *crossing;
        for (const auto& [k, crossing] : crossings) {
            std::vector<Emigrants> arrived;
            for (const int from : crossing.from)
                if (from != lost) arrived.push_back(crossings.at(from).out);
            islands[static_cast<std::size_t>(k)]->admit(arrived);
            CHECK(!islands[static_cast<std::size_t>(k)]->crossing());
        }
    }
};

TEST_CASE("islands with a process each are the same as in one process") {
    const std::vector<std::pair<std::string, int>> seas{
        {"every = 2\n", 3},
        {"every = 2\ntopology = 'ring'\n", 3},
        {"every = 2\nwinners = 2\nmigrants = 3\n", 3},
        {"every = 1\nmigrants = 1\ntopology = 'ring'\nstart = 'random'\n", 5},
        {"every = 0\n", 3},
        {"every = 1\n", 1},
    };
    for (const auto& [more, count] : seas) {
        INFO(more);
        const std::string toml =
            more + "population = 16\ngenerations = 7\nislands = " + std::to_string(count) + "\n";
        const auto whole = made(make_islands, toml, six_bits(4));
        Fleet fleet{toml, count};
        int batches = 0;
        for (;; ++batches) {
            const Batch batch = whole->ask({0, false, 0.1});
            const Batch parts = fleet.play();
            // In the knockout only the first island has a part.
            REQUIRE(parts.encounters == batch.encounters);
            REQUIRE(parts.candidates.size() == batch.candidates.size());
            for (std::size_t i = 0; i < batch.candidates.size(); ++i) {
                CHECK(parts.candidates[i].id == batch.candidates[i].id);
                CHECK(parts.candidates[i].point == batch.candidates[i].point);
                if (batches < 7) CHECK(parts.candidates[i] == batch.candidates[i]);
            }
            if (batch.encounters.empty()) break;
            whole->tell(played(batch, by_lot));
            fleet.cross();
        }
        CHECK(batches > 7);
        const Answer is = fleet.islands.front()->answer(), was = whole->answer();
        CHECK(is.champion.id == was.champion.id);
        CHECK(is.champion.point == was.champion.point);
        CHECK(is.score == was.score);
        CHECK(is.survivors == was.survivors);
        CHECK(is.mean == was.mean);
    }
}

TEST_CASE("an island goes on without those who do not come") {
    const std::string toml =
        "every = 1\npopulation = 8\ngenerations = 4\nmigrants = 2\nwinners = 2\n";
    Fleet fleet{toml, 3};
    std::map<Id, Point> all;
    for (int generation = 0; generation < 4; ++generation) {
        const Batch batch = fleet.play();
        CHECK(batch.candidates.size() == 24);
        for (const Candidate& each : batch.candidates)  // an id is one member's, on all islands
            CHECK(all.emplace(each.id, each.point).first->second == each.point);
        const int lost = generation % 3;
        fleet.cross(lost);
        if (generation == 3) break;
        for (int k = 0; k < 3; ++k)
            CHECK(note(*fleet.islands[static_cast<std::size_t>(k)], "migrants") ==
                  (k == lost ? 4 : 2));
    }
    // Island 0 was lost in the last crossing, which is its own: the others are there.
    CHECK(fleet.islands[0]->ask({}).candidates.size() == 4);
    CHECK(fleet.islands[1]->ask({}).encounters.empty());

    // Whoever is not told of any arrivals gets none.
    const auto alone = made(make_islands, toml + "here = 1\n", six_bits(4));
    alone->tell(played(alone->ask({}), by_lot));
    REQUIRE(alone->crossing());
    CHECK(alone->ask({}).candidates.size() == 8);
    CHECK(!alone->crossing());
    CHECK(note(*alone, "migrants") == 0);
}

TEST_CASE("an island shows its best, and all its winners at its end") {
    const std::string toml = "every = 2\npopulation = 8\ngenerations = 3\nhere = 1\n";
    for (const std::string mode : {"sync", "async"}) {
        const auto island = made(make_islands, toml + "migration = '" + mode + "'\n", six_bits(4));
        CHECK(!island->crossing());
        std::vector<Crossing> crossings;
        for (int generation = 0; generation < 3; ++generation) {
            island->tell(played(island->ask({}), by_elo));
            if (auto crossing = island->crossing()) crossings.push_back(*crossing);
        }
        REQUIRE(crossings.size() == 2);
        CHECK(crossings[0].out.generation == 2);
        CHECK(!crossings[0].out.last);
        CHECK(crossings[0].out.members.size() == 1);
        CHECK(crossings[0].from == std::vector<int>{0, 2});
        CHECK(crossings[0].want ==
              (mode == "sync" ? Crossing::Want::same : Crossing::Want::newest));
        CHECK(crossings[1].out.generation == 3);
        CHECK(crossings[1].out.last);
        CHECK(crossings[1].out.members.size() == 2);
        CHECK(crossings[1].from.empty());  // the first island plays the knockout
    }
    const auto closed = made(make_islands, toml, six_bits(4));
    closed->close();
    REQUIRE(closed->crossing());
    CHECK(closed->crossing()->out.last);
    CHECK(closed->crossing()->out.members.empty());
    CHECK(closed->ask({}).encounters.empty());
}

TEST_CASE("of an island that has ended the best come, whatever their group") {
    const auto island =
        made(make_islands, "every = 1\npopulation = 8\nislands = 2\nhere = 0\n", six_bits(4));
    island->tell(played(island->ask({}), by_elo));
    const Point good{1, 2, 3, 4};
    const std::vector<Emigrants> arrived{
        {1, 9, true, {{70, six_bits(4).start(), 0.5, 3}, {71, good, 0.75, 3}}}};
    island->admit(arrived);
    int moved = 0;
    for (const Candidate& each : island->ask({}).candidates) {
        if (each.born != 1 || each.parents[1] != kNobody) continue;
        CHECK(each.parents[0] == 71);
        CHECK(each.point == good);
        ++moved;
    }
    CHECK(moved == 1);
}

}  // namespace
