#include "engines/dots-and-boxes/bounds_table.hpp"

#include "tests/catch.hpp"
#include "tests/engines/random.hpp"

namespace sparring::dots_and_boxes {

TEST_CASE("dots-and-boxes: a table that grows keeps what it knows") {
    for (const std::size_t megabytes : {2, 5, 40}) {
        BoundsTable table;
        table.resize(megabytes);
        table.reserve();
        REQUIRE(table.small());
        constexpr int keys = 20'000;  // of which none has to make room
        test::Random random{megabytes};
        for (int i = 0; i < keys; ++i) table.store(random.next(), 24, {-2, 2 * (i % 10)}, 1);

        while (table.small()) {
            const auto room = table.room();
            table.grow();
            REQUIRE(table.room() > room);
        }
        test::Random again{megabytes};
        int wrong = 0;
        for (int i = 0; i < keys; ++i) {
            Bounds bounds{-24, 24};
            table.probe(again.next(), 24, bounds);
            wrong += bounds.lower != -2 || bounds.upper != 2 * (i % 10);
        }
        CHECK(wrong == 0);
        for (int i = 0; i < keys; ++i) {
            Bounds bounds{-24, 24};
            table.probe(again.next(), 24, bounds);
            wrong += bounds.lower != -24 || bounds.upper != 24;
        }
        CHECK(wrong == 0);
    }
}

TEST_CASE("dots-and-boxes: a small table has all its memory at once") {
    BoundsTable table;
    table.resize(1);
    table.reserve();
    CHECK_FALSE(table.small());
}

}  // namespace sparring::dots_and_boxes
