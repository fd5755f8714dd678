// Keys of positions as strings and coins: sums over the strings, one for each symmetry of the
// board, of which the least counts.
#pragma once

#include <array>
#include <cstdint>

#include "engines/dots-and-boxes/lanes.hpp"
#include "engines/dots-and-boxes/string_graph.hpp"

namespace sparring::dots_and_boxes {

class StringKeys {
  public:
    explicit StringKeys(Board board);

    /// A string's part of the sums; `a` and `b` are the joints that it joins, or kGroundJoint.
    Lanes string(unsigned a, unsigned b, unsigned length) const {
        return pairs_[a * kStride + b] ^ lengths_[length];
    }
    /// Of a chain or loop that stands alone.
    Lanes chain(unsigned length) const { return string(kGroundJoint, kGroundJoint, length); }
    Lanes loop(unsigned length) const { return Lanes::all(loops_[length]); }

    /// The sums of a graph, in the order of the symmetries; the first is the identity.
    Lanes lanes(const StringGraph& graph) const;

    /// The same for positions whose graphs, as they lie on the board, are equal but for a symmetry
    /// of the board. Loose parts lie nowhere; the shape of a string does not matter.
    static std::uint64_t key(const Lanes& lanes) {
        const std::uint64_t least = lanes.least();
        return (least ^ least >> 32) * 0x9fb21c651e98df25;
    }

    Board board() const { return board_; }

    static constexpr unsigned kGroundJoint = StringGraph::joint_of(StringGraph::kGround);

  private:
    static constexpr unsigned kStride = 32;

    Board board_;
    /// Twice as many lengths as there are: of a string that leads back to its joint both ends are
    /// added up before that is known; what comes of it is not used.
    std::array<std::uint64_t, 2 * kMaxBoxes> lengths_{};
    std::array<std::uint64_t, kMaxBoxes + 1> loops_;
    std::array<Lanes, (kGroundJoint + 1) * kStride> pairs_;
};

}  // namespace sparring::dots_and_boxes
