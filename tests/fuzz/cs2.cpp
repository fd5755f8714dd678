// Both sides of CS2: any bytes give a value, and a value written and read again is the same.
#include "protocol/cs2.hpp"
#include "tests/fuzz/checks.hpp"

using namespace sparring;
using fuzz::require;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    fuzz::each_line(data, size, [&](std::string_view line) {
        if (const auto turn = cs2::parse_turn(line)) {
            const std::string text = cs2::to_text(*turn);
            const auto again = cs2::parse_turn(text);
            require(again && cs2::to_text(*again) == text);
        }
        if (const auto move = cs2::parse_move(line)) {
            const auto again = cs2::parse_move(*move);
            require(again && *again == *move);
        }
    });
    return 0;
}
