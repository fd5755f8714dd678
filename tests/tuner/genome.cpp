// Random streams, parameters and their codecs.
#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <set>

#include "tests/catch.hpp"
#include "tuner/genome/parameter.hpp"
#include "tuner/genome/random.hpp"

namespace {

using namespace sparring;
using namespace sparring::tuner;
using Catch::Matchers::Contains;

TEST_CASE("Philox gives its authors' numbers") {
    // Random123's kat_vectors, philox4x32 with 10 rounds.
    CHECK(philox({0, 0, 0, 0}, {0, 0}) ==
          std::array<std::uint32_t, 4>{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8});
    const std::uint32_t all = 0xffffffff;
    CHECK(philox({all, all, all, all}, {all, all}) ==
          std::array<std::uint32_t, 4>{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd});
    CHECK(philox({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}) ==
          std::array<std::uint32_t, 4>{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1});
}

TEST_CASE("random streams depend on their name alone") {
    Random a{1, {2, 3}}, b{1, {2, 3}};
    for (int i = 0; i < 100; ++i) REQUIRE(a.next() == b.next());
    std::set<std::uint64_t> firsts;
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
        for (std::uint64_t i = 0; i < 10; ++i) {
            firsts.insert(Random{seed, {i}}.next());
            firsts.insert(Random{seed, {i, 0}}.next());
            firsts.insert(Random{seed, {0, i, 1}}.next());
        }
    }
    CHECK(firsts.size() == 300);
}

TEST_CASE("random numbers are distributed as they say") {
    Random random{7, {}};
    const int n = 200000;
    double sum = 0, squares = 0, mean = 0;
    std::array<int, 6> faces{};
    for (int i = 0; i < n; ++i) {
        const double normal = random.normal();
        sum += normal;
        squares += normal * normal;
        mean += random.uniform();
        ++faces[random.below(6)];
    }
    CHECK(std::abs(sum / n) < 5 / std::sqrt(n));
    CHECK(std::abs(squares / n - 1) < 5 * std::sqrt(2.0 / n));
    CHECK(std::abs(mean / n - 0.5) < 5 * std::sqrt(1.0 / 12 / n));
    for (const int face : faces) CHECK(std::abs(face - n / 6.0) < 5 * std::sqrt(n * 5.0 / 36));
}

TEST_CASE("every codec gives every value back") {
    struct Range {
        double min, max, step;
    };
    for (const Codec codec : {Codec::binary, Codec::gray, Codec::twos_complement}) {
        for (const Range range : {Range{0, 63, 1}, Range{-64, 63, 1}, Range{-512, 511, 1},
                                  Range{0, 100, 1}, Range{3, 9, 2}, Range{0, 1, 0.25}}) {
            Parameter parameter{.name = "P",
                                .min = range.min,
                                .max = range.max,
                                .start = range.min,
                                .step = range.step,
                                .codec = codec};
            for (const int spare : {0, 1, 3}) {
                parameter.bits = bits_for(parameter) + spare;
                INFO(word(codec) << " " << range.min << ".." << range.max << " " << parameter.bits);
                REQUIRE(!fault(parameter));
                for (std::uint64_t k = 0; k < parameter.levels(); ++k) {
                    const double value = range.min + static_cast<double>(k) * range.step;
                    REQUIRE(decode(parameter, encode(parameter, value)) == value);
                }
                for (std::uint64_t pattern = 0; pattern < std::uint64_t{1} << parameter.bits;
                     ++pattern) {
                    const double value = decode(parameter, pattern);
                    REQUIRE(value >= range.min);
                    REQUIRE(value <= range.max);
                    REQUIRE(parameter.snapped(value) == value);
                }
            }
        }
    }
}

TEST_CASE("codecs spell as their names say") {
    Parameter parameter{.name = "P", .min = -64, .max = 63, .bits = 7};
    parameter.codec = Codec::twos_complement;
    CHECK(encode(parameter, -1) == 0b1111111);
    CHECK(encode(parameter, 0) == 0);
    CHECK(encode(parameter, -64) == 0b1000000);
    parameter.codec = Codec::binary;
    CHECK(encode(parameter, -64) == 0);
    CHECK(encode(parameter, 63) == 127);
    parameter.codec = Codec::gray;
    for (double value = -64; value < 63; ++value)
        CHECK(std::popcount(encode(parameter, value) ^ encode(parameter, value + 1)) == 1);
}

TEST_CASE("parameters come from the engine's options") {
    const auto spin = parameter_of(Option::spin("A11", 20, 0, 63));
    REQUIRE(spin);
    CHECK(spin->bits == 6);
    CHECK(spin->start == 20);
    CHECK(spin->text(53) == "53");
    const auto check = parameter_of(Option::check("Safe", true));
    REQUIRE(check);
    CHECK(check->text(check->start) == "true");
    CHECK(*check->value("false") == 0);
    const auto combo = parameter_of(Option::combo("Search", "pvs", {"alphabeta", "pvs", "mtdf"}));
    REQUIRE(combo);
    CHECK(combo->bits == 2);
    CHECK(combo->text(combo->start) == "pvs");
    CHECK(parameter_of(Option::button("Clear")).error() ==
          "option Clear is a button, which cannot be tuned");
}

TEST_CASE("values are read and written on the grid") {
    const Parameter real{.name = "w", .min = -1, .max = 1, .step = 0.01, .codec = Codec::real};
    CHECK(real.text(real.snapped(0.256)) == "0.26");
    CHECK(real.text(real.snapped(-0.001)) == "0.00");
    CHECK(real.levels() == 201);
    CHECK(*real.value("0.5") == Approx(0.5));
    CHECK(real.value("0.505").error() == "w: 0.505 is not -1.00 plus a multiple of 0.01");
    CHECK(real.value("2").error() == "w: 2 is outside -1.00..1.00");
    CHECK(real.value("x").error() == "w: 'x' is not a number");
    CHECK(real.snapped(std::nan("")) == -1);
}

TEST_CASE("impossible parameters are refused") {
    const auto says = [](Parameter parameter, const char* what) {
        const auto problem = fault(parameter);
        REQUIRE(problem);
        CHECK_THAT(*problem, Contains(what));
    };
    says({.name = "P", .min = 3, .max = 3}, "parameter P: its range 3..3 is empty");
    says({.name = "P", .min = 0, .max = 3, .start = 4, .bits = 2}, "its default 4 is outside 0..3");
    says({.name = "P", .min = 0, .max = 100, .bits = 6}, "6 bits; its 101 values need 7");
    says({.name = "P", .min = 0, .max = 100, .step = 0}, "its step 0 does not fit");
}

}  // namespace
