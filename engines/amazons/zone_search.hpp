// Who wins contested zones, given the moves that the sides have in reserve elsewhere: a boolean
// depth-first search with a table of thresholds.
//
// The reserve is an integer in the sense of combinatorial game theory, so only what it adds up to
// counts, and a side whose balance is not positive need not think of spending from it.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engines/amazons/position.hpp"
#include "engines/amazons/race.hpp"
#include "engines/amazons/territory.hpp"
#include "engines/amazons/zone_table.hpp"
#include "engines/search/watch.hpp"

namespace sparring::amazons {

class ZoneSearch {
  public:
    /// Takes its memory. Throws std::bad_alloc.
    explicit ZoneSearch(std::size_t megabytes);

    Filler& filler() { return filler_; }

    /// To be called before a series of questions; `nodes` and `until` bound all of them together.
    void begin(Watch& watch, std::uint64_t nodes, std::optional<Watch::Instant> until = {});

    /// Whether the search has given up: no answer since then means anything.
    bool gave_up() const { return gave_up_; }

    /// Moves made and bounded.
    std::uint64_t nodes() const { return nodes_; }

    /// Whether the side to move wins on contested ground with so many moves in reserve. If it does,
    /// `move` becomes the code() + 1 of one that wins, 0 for spending from the reserve.
    bool wins(const Ground& fight, int reserve, std::uint32_t* move);

    /// What the side to move has in hand after this, from the other's point of view: -1 it has
    /// lost, +1 it has won, 0 `child` is what is left to fight for.
    struct Child {
        Ground fight;
        std::int16_t reserve;
        std::int16_t promise;  ///< for who moves next, hundredths of a square
        std::uint32_t move;    ///< code() + 1, 0 for spending from the reserve
    };

  private:
    int decide(Child& child);
    bool search(const Ground& fight, int reserve, std::uint32_t& winner);
    bool expand(const Ground& fight, int reserve, std::uint32_t& winner);
    bool give_up();

    Filler filler_;
    ZoneTable table_;
    std::vector<Child> stack_;
    Watch* watch_ = nullptr;
    std::optional<Watch::Instant> until_;
    std::uint64_t nodes_ = 0, told_ = 0, most_nodes_ = 0;
    bool gave_up_ = false;
};

}  // namespace sparring::amazons
