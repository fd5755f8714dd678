// A position without boxes to take, as strings and coins (Berlekamp, Conway & Guy, Winning Ways,
// chapter 16): boxes are coins, undrawn edges are strings between them or to the ground.
//
// It is kept contracted. Coins with three or four strings are joints; coins with two only lengthen
// the string that runs through them, so that a string has a length: the coins on it. Strings of
// length 0 are the edges that give nothing away. Chains from ground to ground and loops stand alone
// and are only counted.
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

/// Random numbers for strings, by the joints that they join and their lengths: one for each
/// symmetry of the board.
class StringKeys {
  public:
    explicit StringKeys(Board board);

    using Lanes = std::array<std::uint64_t, 8>;

    /// Of two boxes; kMaxBoxes stands for the ground.
    const Lanes& pair(int a, int b) const { return pairs_[a][b]; }

    /// Factors of a string's length, and summands for chains and loops.
    std::array<std::uint64_t, kMaxBoxes + 1> length, chain, loop;

    Board board() const { return board_; }

  private:
    Board board_;
    std::array<std::array<Lanes, kMaxBoxes + 1>, kMaxBoxes + 1> pairs_;
};

class StringGraph {
  public:
    /// An end of a string: joint * 4 + k, where a joint has the number of its box.
    using End = std::uint8_t;

    static constexpr int kEnds = 4 * kMaxBoxes;
    static constexpr End kGround = 127, kNone = 255;

    /// Precondition: no box of the position has exactly one undrawn side. The keys outlive it.
    StringGraph(const Position& position, const StringKeys& keys);

    /// Cuts the string at this end and takes all coins on it; returns how many. If it led from a
    /// joint of three strings back to itself, the joint and the coins on its third string are among
    /// them.
    int cut(int end);

    void take_chain(int length) {
        loose_.remove_chain(length);
        loose_key_ -= keys_->chain[length];
        coins_ = static_cast<std::int16_t>(coins_ - length);
    }
    void take_loop(int length) {
        loose_.remove_loop(length);
        loose_key_ -= keys_->loop[length];
        coins_ = static_cast<std::int16_t>(coins_ - length);
    }

    int coins() const { return coins_; }
    Boxes joints() const { return joints_; }
    const LooseParts& loose() const { return loose_; }

    /// The other end of the string: an end, kGround, or kNone if there is no string here.
    int across(int end) const { return across_[end]; }
    /// Coins on the string.
    int length(int end) const { return length_[end]; }

    int degree(int joint) const { return std::popcount(~ends(joint) & kNoneBits); }

    /// The same for positions whose graphs, as they lie on the board, are equal but for a symmetry
    /// of the board. Loose parts lie nowhere; the shape of a string does not matter.
    std::uint64_t key() const { return key(lanes_, loose_key_); }

    /// key() after the cut of a string with at most two coins.
    std::uint64_t key_after_cut(int end) const;

  private:
    static constexpr std::uint32_t kNoneBits = 0x80808080;  // only kNone has the highest bit

    std::uint32_t ends(int joint) const {
        std::uint32_t four;
        std::memcpy(&four, across_.data() + 4 * joint, 4);
        return four;
    }

    static std::uint64_t key(const StringKeys::Lanes& lanes, std::uint64_t loose_key) {
        std::uint64_t least = lanes[0];
        for (const std::uint64_t lane : lanes) least = lane < least ? lane : least;
        const std::uint64_t key = least + loose_key;
        return (key ^ key >> 32) * 0x9fb21c651e98df25;
    }

    /// The joint of an end, kMaxBoxes for the ground.
    static int joint_of(int end) { return end == kGround ? kMaxBoxes : end / 4; }

    /// Adds the keys of a string, `sign` times.
    void add_key(StringKeys::Lanes& lanes, int a, int b, int length, std::uint64_t sign) const {
        const StringKeys::Lanes& keys = keys_->pair(a, b);
        const std::uint64_t factor = keys_->length[length] * sign;
        for (std::size_t i = 0; i < keys.size(); ++i) lanes[i] += keys[i] * factor;
    }
    void add_key(int end, std::uint64_t sign) {
        add_key(lanes_, end / 4, joint_of(across_[end]), length_[end], sign);
    }
    void settle(int joint);

    StringKeys::Lanes lanes_{};
    std::uint64_t loose_key_ = 0;
    const StringKeys* keys_;
    Boxes joints_ = 0;
    std::int16_t coins_ = 0, taken_ = 0;
    LooseParts loose_;
    std::array<End, kEnds> across_;
    std::array<std::uint8_t, kEnds> length_{};
};

}  // namespace sparring::dots_and_boxes
