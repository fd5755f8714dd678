// Where a population begins: the points of the first generation. Pure.
#pragma once

#include <cstdint>
#include <vector>

#include "tuner/config/table.hpp"
#include "tuner/genome/parameter.hpp"
#include "tuner/genome/random.hpp"

namespace sparring::tuner {

struct FirstPoints {
    enum class Where : std::uint8_t { near, random };

    Where where = Where::near;  ///< the start, or anywhere in the space
    double spread = 0.15;       ///< near the start: a standard deviation, as a share of the range

    /// Another such point.
    Point draw(const Space& space, Random& random) const;
};

/// Keys `start` (`near`, `random`) and `spread`.
FirstPoints read_first_points(Table& table);

/// The first is the start itself where they begin near it.
std::vector<Point> first_points(const Space& space, const FirstPoints& from, int count,
                                std::uint64_t seed);

}  // namespace sparring::tuner
