#include "referee/schedule/matching.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>

#include "engines/games/types.hpp"
#include "tests/catch.hpp"

namespace {

using namespace sparring;
using namespace sparring::referee;

std::vector<Cost> random_costs(int nodes, std::uint64_t seed, std::uint64_t most) {
    std::vector<Cost> costs(static_cast<std::size_t>(nodes * nodes));
    for (int u = 0; u < nodes; ++u) {
        for (int v = 0; v < u; ++v) {
            seed = mix64(seed);
            costs[static_cast<std::size_t>(u * nodes + v)] =
                costs[static_cast<std::size_t>(v * nodes + u)] = static_cast<Cost>(seed % most);
        }
    }
    return costs;
}

/// The least cost of a perfect matching, over all subsets.
std::int64_t by_subsets(int nodes, const std::vector<Cost>& costs) {
    constexpr auto none = std::numeric_limits<std::int64_t>::max();
    std::vector<std::int64_t> least(std::size_t{1} << nodes, none);
    least[0] = 0;
    for (std::size_t set = 0; set + 1 < least.size(); ++set) {
        if (least[set] == none) continue;
        int u = 0;
        while (set >> u & 1) ++u;
        for (int v = u + 1; v < nodes; ++v) {
            if (set >> v & 1) continue;
            auto& both = least[set | std::size_t{1} << u | std::size_t{1} << v];
            both = std::min(both, least[set] + static_cast<std::int64_t>(
                                                   costs[static_cast<std::size_t>(u * nodes + v)]));
        }
    }
    return least.back();
}

std::int64_t cost_of(const std::vector<int>& partners, const std::vector<Cost>& costs) {
    Cost twice = 0;
    const int nodes = static_cast<int>(partners.size());
    for (int u = 0; u < nodes; ++u) {
        const int v = partners[static_cast<std::size_t>(u)];
        REQUIRE(v != u);
        REQUIRE(partners[static_cast<std::size_t>(v)] == u);
        twice += costs[static_cast<std::size_t>(u * nodes + v)];
    }
    return static_cast<std::int64_t>(twice / 2);
}

TEST_CASE("the cheapest matching is as cheap as the best of all matchings") {
    CHECK(cheapest_matching(0, {}).empty());
    for (int nodes = 2; nodes <= 14; nodes += 2) {
        for (std::uint64_t seed = 0; seed < (nodes > 10 ? 60U : 400U); ++seed) {
            // Few different costs make many blossoms.
            for (const std::uint64_t most : {2, 3, 10, 1'000'000}) {
                const auto costs = random_costs(nodes, 1000 * seed + most, most);
                CAPTURE(nodes, seed, most);
                REQUIRE(cost_of(cheapest_matching(nodes, costs), costs) ==
                        by_subsets(nodes, costs));
            }
        }
    }
}

TEST_CASE("a matching that must be perfect takes the dearest edge where only that is left") {
    // Two triangles, cheap inside, joined by one edge that every perfect matching needs.
    std::vector<Cost> costs(36, 1'000'000);
    const auto set = [&](int u, int v, Cost cost) {
        costs[static_cast<std::size_t>(6 * u + v)] = costs[static_cast<std::size_t>(6 * v + u)] =
            cost;
    };
    for (const int base : {0, 3}) {
        for (int i = 0; i < 3; ++i) set(base + i, base + (i + 1) % 3, 0);
    }
    set(2, 5, 500);
    const auto partners = cheapest_matching(6, costs);
    CHECK(partners == std::vector<int>{1, 0, 5, 4, 3, 2});
}

TEST_CASE("large matchings are perfect and not improved by exchanging two pairs") {
    for (const std::uint64_t most : {2, 50, 100'000}) {
        const int nodes = 120;
        const auto costs = random_costs(nodes, 7, most);
        const auto at = [&](int u, int v) {
            return costs[static_cast<std::size_t>(u * nodes + v)];
        };
        const auto partners = cheapest_matching(nodes, costs);
        cost_of(partners, costs);
        for (int a = 0; a < nodes; ++a) {
            for (int c = 0; c < nodes; ++c) {
                const int b = partners[static_cast<std::size_t>(a)];
                const int d = partners[static_cast<std::size_t>(c)];
                if (c == a || c == b) continue;
                REQUIRE(at(a, b) + at(c, d) <= at(a, c) + at(b, d));
            }
        }
    }
}

}  // namespace
