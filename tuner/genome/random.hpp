// Random numbers that need no state: a stream is named by a seed and a path (generation,
// individual, operator, ...), so what one candidate draws does not depend on when, where and after
// whom.
//
// Philox4x32-10: Salmon, Moraes, Dror, Shaw, "Parallel random numbers: as easy as 1, 2, 3", SC
// 2011. The distributions are our own, because the standard library's differ from one to the next.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <utility>
#include <vector>

namespace sparring::tuner {

/// One block of Philox4x32-10.
std::array<std::uint32_t, 4> philox(std::array<std::uint32_t, 4> counter,
                                    std::array<std::uint32_t, 2> key);

class Random {
  public:
    /// Different paths give independent streams.
    Random(std::uint64_t seed, std::initializer_list<std::uint64_t> path);

    std::uint64_t next();  ///< all 64 bits

    double uniform();                      ///< in [0, 1)
    std::uint64_t below(std::uint64_t n);  ///< in [0, n), without bias; n > 0
    bool chance(double p) { return uniform() < p; }
    double normal();  ///< mean 0, variance 1

    template <class T>
    void shuffle(std::vector<T>& list) {
        for (std::size_t i = list.size(); i > 1; --i) std::swap(list[i - 1], list[below(i)]);
    }

  private:
    std::array<std::uint32_t, 2> key_;
    std::array<std::uint32_t, 4> counter_;
    std::array<std::uint32_t, 4> block_{};
    std::size_t used_ = 4;
};

}  // namespace sparring::tuner
