// Random streams of a run beside its strategy's: the first parts of their names. Strategies'
// streams begin with a generation, which is smaller.
#pragma once

#include <cstdint>

namespace sparring::tuner {

enum RunStream : std::uint64_t {
    kDealing = std::uint64_t{1} << 62,  ///< roles of openings, by number
    kFirstOpening,                      ///< of a block of generations
    kNoise,                             ///< in a sparring partner's parameters
    kRequestedOpening,                  ///< of somebody else's request
};

}  // namespace sparring::tuner
