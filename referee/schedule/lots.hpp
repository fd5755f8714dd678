// Random numbers from a seed, the same on every machine.
#pragma once

#include <cstddef>
#include <cstdint>

#include "engines/games/types.hpp"

namespace sparring::referee {

/// splitmix64.
class Lots {
  public:
    explicit Lots(std::uint64_t seed) : state_{seed} {}

    /// 0 .. bound - 1; the bias of the modulus is below 2^-40 for bounds that occur here.
    std::size_t below(std::size_t bound) {
        state_ += 0x9e3779b97f4a7c15;
        return static_cast<std::size_t>(mix64(state_) % bound);
    }

  private:
    std::uint64_t state_;
};

}  // namespace sparring::referee
