// A position without boxes to take, as strings and coins (Berlekamp, Conway & Guy, Winning Ways,
// chapter 16): boxes are coins, undrawn edges are strings between them or to the ground.
//
// It is kept contracted. Coins with three or four strings are joints; coins with two only lengthen
// the string that runs through them, so that a string has a length: the coins on it. Strings of
// length 0 are the edges that give nothing away. Chains from ground to ground and loops stand alone
// and are only counted. Two chains of one cancel out, and so do two of two: who opens one, between
// its coins, is answered by the other, after which both sides have got as much and the same side is
// to move; so they are left out, and what they hold is not among the coins.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

#include "engines/dots-and-boxes/position.hpp"

namespace sparring::dots_and_boxes {

/// Parts that stand alone: how many chains and loops there are of each length.
struct LooseParts {
    void add_chain(int length) {
        ++chains[length];
        chain_lengths |= 1u << length;
    }
    void add_loop(int length) {
        ++loops[length];
        loop_lengths |= 1u << length;
    }
    void remove_chain(int length) {
        if (--chains[length] == 0) chain_lengths &= ~(1u << length);
    }
    void remove_loop(int length) {
        if (--loops[length] == 0) loop_lengths &= ~(1u << length);
    }

    std::uint32_t chain_lengths = 0, loop_lengths = 0;  ///< bit n: there are some of length n
    std::array<std::uint8_t, kMaxBoxes + 1> chains{}, loops{};
};

class StringGraph {
  public:
    /// An end of a string: joint * 4 + k, where a joint has the number of its box.
    using End = std::uint8_t;

    static constexpr unsigned kEnds = 4 * kMaxBoxes;
    static constexpr End kGround = kEnds, kNone = 255;

    /// The joint of an end; kGround has one of its own, which is no box.
    static constexpr unsigned joint_of(unsigned end) { return end / 4; }

    /// Precondition: no box of the position has exactly one undrawn side.
    explicit StringGraph(const Position& position);

    /// Cuts the string at this end and takes all coins on it; returns how many. If it led from a
    /// joint of three strings back to itself, the joint and the coins on its third string are among
    /// them.
    int cut(unsigned end);

    void take_chain(int length) {
        loose_.remove_chain(length);
        coins_ = static_cast<std::int16_t>(coins_ - length);
    }
    void take_loop(int length) {
        loose_.remove_loop(length);
        coins_ = static_cast<std::int16_t>(coins_ - length);
    }

    int coins() const { return coins_; }
    const LooseParts& loose() const { return loose_; }

    Boxes joints() const { return joints_; }
    /// Joints of three strings, and joints that a string leads back to.
    Boxes threes() const { return threes_; }
    Boxes selfs() const { return selfs_; }

    /// The other end of the string: an end, kGround, or kNone if there is no string here.
    unsigned across(unsigned end) const { return across_[end]; }
    /// Coins on the string.
    unsigned length(unsigned end) const { return length_[end]; }

    /// Calls `visit` once for each string, with the lesser of its ends.
    template <class Visit>
    void each_string(const Visit& visit) const {
        for (unsigned half = 0; half < 2; ++half) {
            for (std::uint64_t left = strings_[half]; left != 0; left &= left - 1) {
                visit(64 * half + static_cast<unsigned>(std::countr_zero(left)));
            }
        }
    }

    /// The three ends of a joint of three strings.
    std::array<unsigned, 3> three_ends(unsigned joint) const {
        const std::uint32_t first = ends(joint), second = first & (first - 1);
        return {end_of(joint, first), end_of(joint, second), end_of(joint, second & (second - 1))};
    }

  private:
    static constexpr std::uint32_t kNoneBits = 0x80808080;  // only kNone has the highest bit

    /// The highest bit of each of the joint's four bytes in which there is a string.
    std::uint32_t ends(unsigned joint) const {
        std::uint32_t four;
        std::memcpy(&four, across_.data() + 4 * joint, 4);
        return ~four & kNoneBits;
    }
    static unsigned end_of(unsigned joint, std::uint32_t ends) {
        return 4 * joint + static_cast<unsigned>(std::countr_zero(ends)) / 8;
    }

    static Boxes bit(unsigned joint) { return Boxes{1} << joint; }
    /// The string of which these are the ends is there, or no more.
    void add_string(unsigned a, unsigned b) {
        const unsigned end = a < b ? a : b;
        strings_[end / 64] |= std::uint64_t{1} << end % 64;
    }
    void remove_string(unsigned a, unsigned b) {
        const unsigned end = a < b ? a : b;
        strings_[end / 64] &= ~(std::uint64_t{1} << end % 64);
    }
    void settle(unsigned joint);
    void add_chain(int length);

    std::array<std::uint64_t, 2> strings_{};  ///< the lesser end of each
    Boxes joints_ = 0, threes_ = 0, selfs_ = 0;
    std::int16_t coins_ = 0, taken_ = 0;
    LooseParts loose_;
    std::array<End, kEnds> across_;
    std::array<std::uint8_t, kEnds> length_{};
};

}  // namespace sparring::dots_and_boxes
