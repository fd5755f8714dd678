// The table that the threads of a search share.
#include "engines/search/transposition.hpp"

#include <thread>

#include "tests/catch.hpp"

using namespace sparring;

TEST_CASE("halves of two entries of one position are not taken for one") {
    TranspositionTable table;
    table.resize(1);
    table.start_search();
    constexpr std::uint64_t key = 0x123456789abcdef;
    std::atomic<bool> over{false};
    std::atomic<std::int64_t> writes{0};
    // Always a value and the move that goes with it.
    const auto write = [&](Value first) {
        for (Value value = first; !over; value = (value + 2) % 1000) {
            table.store(key, 7, -kInfinite, kInfinite, value,
                        static_cast<std::uint32_t>(value) + 1);
            ++writes;
        }
    };
    std::thread even{write, 0}, odd{write, 1};
    std::int64_t found = 0, wrong = 0;
    while (found < 500'000 || writes < 3'000'000) {
        TranspositionTable::Entry entry;
        if (!table.probe(key, entry)) continue;
        ++found;
        wrong += entry.lower != entry.upper || entry.depth != 7 ||
                 entry.move != static_cast<std::uint32_t>(entry.lower) + 1;
    }
    over = true;
    even.join();
    odd.join();
    CHECK(wrong == 0);
}
