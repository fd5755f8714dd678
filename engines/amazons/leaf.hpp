// What one thread of the best-first search finds out about a leaf: who wins, or what its moves are
// worth.
#pragma once

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "engines/amazons/evaluation.hpp"
#include "engines/amazons/zone_search.hpp"

namespace sparring::amazons {

enum class Proof : std::uint8_t { none, lost, won };  ///< for the side to move

class Leaf {
  public:
    struct Candidate {
        std::int32_t value;  ///< for who moves, in the evaluation's units
        std::uint32_t move;  ///< code()
        Proof proof;         ///< of the position after it
    };

    /// Takes its memory. Throws std::bad_alloc.
    Leaf();

    /// Who wins, if zones tell it without much effort.
    Proof solve(const Position& position, Watch& watch);

    /// Makes candidates() of the moves of the best ways; an amazon's way is judged as if no arrow
    /// were shot. `prove`: also by what zones tell; `whole`: of the moves of all ways.
    void evaluate_moves(const Position& position, const Evaluation& evaluation, bool prove,
                        bool whole);

    std::vector<Candidate>& candidates() { return candidates_; }
    bool complete() const { return complete_; }  ///< all moves are candidates

    /// Positions evaluated since the last call.
    std::uint64_t take_evaluations() { return std::exchange(evaluations_, 0); }

  private:
    struct Way {
        std::int32_t value;
        std::uint8_t from, to;
    };

    void choose_ways(const Position& position, const Evaluation& evaluation, bool whole);
    Candidate judge(const Ground& ground, const Territory& t, std::uint32_t move,
                    const Evaluation& evaluation, bool prove);

    std::vector<Way> ways_;
    std::vector<Candidate> candidates_;
    ZoneSearch zones_;
    std::uint64_t evaluations_ = 0;
    bool complete_ = true;
};

}  // namespace sparring::amazons
