#include "tuner/genome/random.hpp"

#include <cmath>
#include <numbers>

namespace sparring::tuner {
namespace {

/// Stafford's variant 13 of the 64-bit finaliser of MurmurHash3, as in SplitMix64.
std::uint64_t mixed(std::uint64_t x) {
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

constexpr std::uint64_t kGolden = 0x9e3779b97f4a7c15u;

std::uint32_t low(std::uint64_t x) {
    return static_cast<std::uint32_t>(x);
}
std::uint32_t high(std::uint64_t x) {
    return static_cast<std::uint32_t>(x >> 32);
}

}  // namespace

std::array<std::uint32_t, 4> philox(std::array<std::uint32_t, 4> counter,
                                    std::array<std::uint32_t, 2> key) {
    for (int round = 0; round < 10; ++round) {
        const std::uint64_t a = std::uint64_t{0xd2511f53u} * counter[0];
        const std::uint64_t b = std::uint64_t{0xcd9e8d57u} * counter[2];
        counter = {high(b) ^ counter[1] ^ key[0], low(b), high(a) ^ counter[3] ^ key[1], low(a)};
        key[0] += 0x9e3779b9u;
        key[1] += 0xbb67ae85u;
    }
    return counter;
}

Random::Random(std::uint64_t seed, std::initializer_list<std::uint64_t> path)
    : key_{low(seed), high(seed)} {
    // 96 bits of the counter name the stream, 32 count its blocks.
    std::uint64_t name = mixed(kGolden), check = mixed(~kGolden);
    for (const std::uint64_t step : path) {
        name = mixed(name + kGolden + mixed(step + kGolden));
        check = mixed(check ^ name);
    }
    counter_ = {0, low(name), high(name), low(check)};
}

std::uint64_t Random::next() {
    if (used_ >= 4) {
        block_ = philox(counter_, key_);
        ++counter_[0];
        used_ = 0;
    }
    const std::uint64_t value = std::uint64_t{block_[used_]} << 32 | block_[used_ + 1];
    used_ += 2;
    return value;
}

double Random::uniform() {
    return static_cast<double>(next() >> 11) * 0x1p-53;
}

std::uint64_t Random::below(std::uint64_t n) {
    // What lies above the largest multiple of n is drawn again.
    const std::uint64_t least = (std::uint64_t{0} - n) % n;
    for (;;) {
        const std::uint64_t value = next();
        if (value >= least) return value % n;
    }
}

double Random::normal() {
    const double radius = std::sqrt(-2 * std::log(1 - uniform()));
    return radius * std::cos(2 * std::numbers::pi * uniform());
}

}  // namespace sparring::tuner
