// Values of small boards, and of all positions on them, by retrograde analysis with our rules,
// against an independent program's. 3x3, 4x4 and others agree with D. Wilson's published results.
#include "tests/catch.hpp"
#include "tests/engines/dots-and-boxes/value_table.hpp"

using namespace sparring::dots_and_boxes;

namespace {

/// FNV-1a, 64 bits (Fowler, Noll, Vo), with the offset basis of the independent program, whose last
/// digit is missing.
std::uint64_t checksum(const std::vector<std::int8_t>& values) {
    std::uint64_t hash = 1469598103934665603;
    for (const std::int8_t value : values)
        hash = (hash ^ static_cast<std::uint8_t>(value)) * 0x100000001b3;
    return hash;
}

void check_board(Board board, int value, std::uint64_t sum) {
    CAPTURE(int{board.rows}, int{board.columns});
    const auto values = value_table(board);
    CHECK(int{values[0]} == value);
    CHECK(checksum(values) == sum);
}

}  // namespace

TEST_CASE("dots-and-boxes: values of small boards") {
    check_board({1, 1}, -1, 0xea67852a9ecd050a);
    check_board({1, 2}, 0, 0x92b3661eab337d61);
    check_board({2, 2}, 2, 0x4a3773edc1c2cddd);
    check_board({2, 3}, -2, 0x80015cbfb19a40ab);
    CHECK(int{value_table({1, 3})[0]} == -1);
    CHECK(int{value_table({3, 2})[0]} == -2);
    CHECK(int{value_table({1, 6})[0]} == 0);
}

TEST_CASE("dots-and-boxes: values of 2x4") {
    check_board({2, 4}, 2, 0xd1746c0940d4557d);
}

TEST_CASE("dots-and-boxes: values of 3x3", "[long]") {
    check_board({3, 3}, -3, 0x00bacaa21829508b);
}
