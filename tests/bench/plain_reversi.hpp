// The yardstick for reversi's perft: forty plain lines, eight directions one after another, bulk
// counting at the last ply.
#pragma once

#include <bit>
#include <cstdint>

namespace sparring::bench {

class PlainReversi {
  public:
    static std::uint64_t perft(std::uint64_t own, std::uint64_t opp, int depth) {
        std::uint64_t moves = mobility(own, opp);
        if (moves == 0) {
            if (mobility(opp, own) == 0) return 1;
            return depth == 1 ? 1 : perft(opp, own, depth - 1);
        }
        if (depth == 1) return static_cast<std::uint64_t>(std::popcount(moves));
        std::uint64_t total = 0;
        for (; moves != 0; moves &= moves - 1) {
            const std::uint64_t placed = moves & -moves, turned = flips(placed, own, opp);
            total += perft(opp ^ turned, own ^ turned ^ placed, depth - 1);
        }
        return total;
    }

  private:
    template <int direction>
    static std::uint64_t step(std::uint64_t x) {
        constexpr std::uint64_t not_a = 0xfefefefefefefefe, not_h = 0x7f7f7f7f7f7f7f7f;
        if constexpr (direction == 0) return x << 1 & not_a;
        if constexpr (direction == 1) return x >> 1 & not_h;
        if constexpr (direction == 2) return x << 8;
        if constexpr (direction == 3) return x >> 8;
        if constexpr (direction == 4) return x << 7 & not_h;
        if constexpr (direction == 5) return x >> 7 & not_a;
        if constexpr (direction == 6) return x << 9 & not_a;
        if constexpr (direction == 7) return x >> 9 & not_h;
    }

    template <int direction>
    static std::uint64_t run(std::uint64_t from, std::uint64_t opp) {
        std::uint64_t x = step<direction>(from) & opp;
        for (int i = 0; i < 5; ++i) x |= step<direction>(x) & opp;
        return x;
    }

    template <int... d>
    static std::uint64_t all_moves(std::uint64_t own, std::uint64_t opp) {
        return ((step<d>(run<d>(own, opp))) | ...);
    }

    template <int d>
    static std::uint64_t flips_along(std::uint64_t placed, std::uint64_t own, std::uint64_t opp) {
        const std::uint64_t x = run<d>(placed, opp);
        return step<d>(x) & own ? x : 0;
    }

    static std::uint64_t mobility(std::uint64_t own, std::uint64_t opp) {
        return all_moves<0, 1, 2, 3, 4, 5, 6, 7>(own, opp) & ~(own | opp);
    }

    static std::uint64_t flips(std::uint64_t p, std::uint64_t own, std::uint64_t opp) {
        return flips_along<0>(p, own, opp) | flips_along<1>(p, own, opp) |
               flips_along<2>(p, own, opp) | flips_along<3>(p, own, opp) |
               flips_along<4>(p, own, opp) | flips_along<5>(p, own, opp) |
               flips_along<6>(p, own, opp) | flips_along<7>(p, own, opp);
    }
};

}  // namespace sparring::bench
