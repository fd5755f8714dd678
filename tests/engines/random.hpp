// Seeded random numbers for tests: the same on every machine.
#pragma once

#include <cstddef>
#include <cstdint>

#include "engines/games/types.hpp"

namespace sparring::test {

class Random {
  public:
    explicit Random(std::uint64_t seed) : state_{seed} {}

    std::uint64_t next() { return mix64(state_++); }

    /// Uniform in [0, size); precondition: size > 0.
    std::size_t below(std::size_t size) { return next() % size; }

  private:
    std::uint64_t state_;
};

}  // namespace sparring::test
