#include "engines/dots-and-boxes/loony_endgame.hpp"

#include <algorithm>
#include <cstdlib>

namespace sparring::dots_and_boxes {
namespace {

/// Lengths one by one, rising.
struct Lengths {
    Lengths(std::uint32_t set, const std::array<std::uint8_t, kMaxBoxes + 1>& counts) {
        for (; set != 0; set &= set - 1) {
            const int length = std::countr_zero(set);
            for (int i = 0; i < counts[length]; ++i) all[count++] = length;
        }
    }

    std::array<int, kMaxBoxes> all;
    int count = 0;
};

}  // namespace

int loony_value(const LooseParts& parts) {
    const Lengths chains{parts.chain_lengths, parts.chains}, loops{parts.loop_lengths, parts.loops};
    // values[j]: of all chains from i on and all loops from j on, for the side that takes.
    std::array<int, kMaxBoxes + 1> values;
    for (int i = chains.count; i >= 0; --i) {
        for (int j = loops.count; j >= 0; --j) {
            int least = i == chains.count && j == loops.count ? 0 : kMaxBoxes;
            if (i < chains.count) {
                const int length = chains.all[i], rest = values[j];
                least = length > 2 ? length - 2 + std::abs(rest - 2) : length - rest;
            }
            if (j < loops.count) {
                least = std::min(least, loops.all[j] - 4 + std::abs(values[j + 1] - 4));
            }
            values[j] = least;
        }
    }
    return -values[0];
}

}  // namespace sparring::dots_and_boxes
