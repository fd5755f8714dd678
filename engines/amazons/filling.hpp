// Filling: how many moves a side can make in a zone that is its own.
//
// Each move takes one empty square, so a zone of n squares is worth n moves at most; fewer where
// squares must be given up on the way (defects: Müller and Tegos 2002). The count is found by a
// search for a way to give up no square, then one, and so on, with a memory of zones.
#pragma once

#include <cstdint>
#include <memory>

#include "engines/amazons/zones.hpp"

namespace sparring::amazons {

/// Bounds of a number of moves.
struct Count {
    int least = 0, most = 0;

    bool exact() const { return least == most; }
    bool operator==(const Count&) const = default;
};

class Filler {
  public:
    /// Takes its memory, 1.5 MiB. Throws std::bad_alloc.
    Filler();

    /// Moves that these amazons can make one after another while nobody else moves. The bounds
    /// meet unless it takes more than `effort` nodes to make them.
    Count count(bits::Board amazons, bits::Board empty, std::int64_t effort);

    /// Nodes searched since the beginning.
    std::uint64_t nodes() const { return nodes_; }

  private:
    struct Entry {
        bits::Board empty;
        std::uint32_t amazons = 0;
        std::int8_t least = 0, most = 0;
    };
    static constexpr std::size_t kEntries = 1 << 16;

    Count count_zone(bits::Board amazons, bits::Board empty, std::int64_t effort);
    bool reaches(bits::Board amazons, bits::Board empty, int moves);
    bool zone_reaches(bits::Board amazons, bits::Board empty, int moves);
    bool any_move_reaches(bits::Board amazons, bits::Board empty, int moves);
    int walk(bits::Board amazons, bits::Board empty) const;
    Entry& entry(bits::Board amazons, bits::Board empty);

    std::unique_ptr<Entry[]> entries_;
    std::uint64_t nodes_ = 0;
    std::int64_t left_ = 0;  ///< effort; below 0 the search gives up
};

}  // namespace sparring::amazons
