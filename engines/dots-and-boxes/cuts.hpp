// The moves of a position as strings and coins, with the keys of what they leave.
#pragma once

#include <array>
#include <cstdint>

#include "engines/dots-and-boxes/string_graph.hpp"
#include "engines/dots-and-boxes/string_keys.hpp"

namespace sparring::dots_and_boxes {

/// A move: a string, or a part that stands alone, is opened; then the other side takes its coins.
/// With no coins on it, a string is an edge that gives nothing away.
struct Cut {
    enum class Kind : std::uint8_t { string, chain, loop };

    /// Coins that can be given back.
    int returnable() const { return kind == Kind::loop ? 4 : length > 2 ? 2 : 0; }

    /// Makes the move; returns the coins that the other side can take.
    int apply(StringGraph& graph) const {
        if (kind == Kind::string) return graph.cut(end);
        if (kind == Kind::chain) {
            graph.take_chain(length);
        } else {
            graph.take_loop(length);
        }
        return length;
    }

    std::uint64_t key;  ///< of what is left
    int score;          ///< the greatest goes first
    Kind kind;
    std::uint8_t end;     ///< of strings
    std::uint8_t length;  ///< coins on it
    std::uint8_t number;  ///< among the position's moves
};

/// The moves of a position: each string; of chains that stand alone the shortest of one or two
/// coins and the shortest long one; the shortest loop.
class Cuts {
  public:
    Cut* begin() { return cuts_.data(); }
    Cut* end() { return cuts_.data() + count_; }

    /// The sums of what is left after a move.
    const Lanes& lanes_after(const Cut& cut) const { return after_[cut.number]; }

  private:
    friend class CutGenerator;

    std::array<Lanes, kMaxEdges> after_;
    std::array<Cut, kMaxEdges> cuts_;
    unsigned count_;
};

class CutGenerator {
  public:
    /// The keys outlive it.
    explicit CutGenerator(const StringKeys& keys) : keys_{&keys} {
        change_[StringGraph::kGround] = Lanes{};
    }

    /// All moves of a graph with these sums. Scores are not set.
    void generate(const StringGraph& graph, const Lanes& lanes, Cuts& cuts);

  private:
    /// Joints at which more changes than change_ says: when a string to one of them is cut, or one
    /// between two of them.
    struct Special {
        Boxes any = 0, both = 0;
    };

    Special find_changes(const StringGraph& graph);
    void add_strings(const StringGraph& graph, const Lanes& lanes, Special special,
                     Cuts& cuts) const;
    void add_loose(const StringGraph& graph, const Lanes& lanes, Cuts& cuts) const;

    const StringKeys* keys_;
    /// What else changes in the sums when the string is cut at an end: of a joint of three strings
    /// the other two become one.
    std::array<Lanes, StringGraph::kEnds + 1> change_;
};

}  // namespace sparring::dots_and_boxes
