// The moves that the shared search follows where it need not see them all: those of the best ways,
// ordered by the evaluation of the positions after them; what is far behind the best is searched
// less deep, or not at all.
#pragma once

#include <array>
#include <optional>
#include <utility>

#include "engines/amazons/evaluation.hpp"
#include "engines/amazons/tactics.hpp"
#include "engines/search/move_picker.hpp"

namespace sparring::amazons {

class Selection {
  public:
    /// Precondition: depth >= 2. What it is given must outlive it.
    Selection(const Position& position, const Evaluation& evaluation, const OrderingHints& hints,
              int depth, bool root)
        : position_{position}, evaluation_{evaluation}, hints_{hints}, depth_{depth}, root_{root} {}

    /// The table's move, the killer, then the others, the best first; none if those that are left
    /// are not worth this depth.
    std::optional<Move> next();

    /// Plies by which the last move is to be searched less deep at first.
    int reduction() const { return reduction_; }

    /// Positions evaluated since the last call.
    std::uint64_t take_evaluations() { return std::exchange(evaluations_, 0); }

  private:
    static constexpr std::size_t kMostWays = 20;
    static constexpr std::size_t kCapacity = kMostWays * Tactics::Completions::capacity;

    struct Candidate {
        Value value;
        Move move;
    };

    std::size_t most_ways() const;
    void survey();

    const Position& position_;
    const Evaluation& evaluation_;
    const OrderingHints hints_;
    const int depth_;
    const bool root_;
    int reduction_ = 0;
    std::uint64_t evaluations_ = 0;
    std::size_t told_ = 0;  ///< of the table's move and the killer
    bool surveyed_ = false;
    Value best_ = 0;
    std::size_t size_ = 0, given_ = 0;
    std::array<Candidate, kCapacity> candidates_;  // uninitialised beyond size_
    BestFirst<kCapacity> order_;
};

}  // namespace sparring::amazons
