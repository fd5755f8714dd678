// The endings of up to four pieces, numbered. A position is seen by the side to move: its men go
// up. (The board is turned by half if they go down; turned by more or mirrored it is no board.)
// Counters of draws are not part of an ending.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "engines/draughts/position.hpp"

namespace sparring::draughts {

/// The side to move with men going up, its opponent's with men going down.
struct Pieces {
    Board own_men = 0, own_kings = 0, opp_men = 0, opp_kings = 0;

    Board own() const { return own_men | own_kings; }
    Board opp() const { return opp_men | opp_kings; }
};

Pieces seen_by_mover(const Position& position);
Position position_of(const Pieces& pieces, Variant variant);

/// The board turned by half.
Board turned(Board board);

/// The same seen by the other side.
inline Pieces turned(const Pieces& p) {
    return {turned(p.opp_men), turned(p.opp_kings), turned(p.own_men), turned(p.own_kings)};
}

struct Material {
    int own_men = 0, own_kings = 0, opp_men = 0, opp_kings = 0;

    int men() const { return own_men + opp_men; }
    Material for_opponent() const { return {opp_men, opp_kings, own_men, own_kings}; }
    bool operator==(const Material&) const = default;
};

/// All positions of one material as numbers 0 .. size() - 1; some of them have two pieces on one
/// square.
class Ending {
  public:
    static constexpr int kMostPieces = 4, kMostOfAKind = kMostPieces - 1;

    explicit Ending(const Material& material);

    const Material& material() const { return material_; }
    std::size_t size() const { return size_; }

    /// Precondition: the pieces are of this material.
    std::size_t index(const Pieces& pieces) const;

    /// Nothing if two pieces share a square.
    std::optional<Pieces> at(std::size_t index) const;

  private:
    Material material_;
    std::array<std::size_t, 4> sizes_{};  ///< of own men, own kings, opponent's men and kings
    std::size_t size_ = 1;
};

/// Every ending of that many pieces, at least one a side, always in the same order.
const std::vector<Ending>& endings_of(int pieces);

}  // namespace sparring::draughts
