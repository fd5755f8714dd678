// The end of a game solved exactly: zones of one side counted, contested ones searched.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "engines/amazons/zone_search.hpp"
#include "engines/search/game_traits.hpp"

namespace sparring::amazons {

class Solver {
  public:
    using OnSolution = std::function<void(const Solution<Move>&)>;

    /// Half of it goes to the table of contested zones.
    void set_hash(std::size_t megabytes);
    void clear() { search_.reset(); }

    /// Whether at most `limit` squares of contested zones are empty; 0 = never.
    static bool takes(const Position& position, int limit);

    /// Win or loss, with one thread. The move of a solution is missing where all lose and none was
    /// found in time that would win with fewer moves given than others.
    void solve(const Position& position, int threads, Watch& watch, const OnSolution& on_solution);

  private:
    std::vector<Move> line(const Position& position, std::uint32_t code);
    std::optional<Move> spend(const Position& position);
    std::vector<Move> resist(const Position& position, const Race& race, Watch& watch);

    std::size_t megabytes_ = 64;
    std::unique_ptr<ZoneSearch> search_;
};

}  // namespace sparring::amazons
