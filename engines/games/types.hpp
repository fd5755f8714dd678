// Words that all games share: sides, outcomes, lists of moves.
#pragma once

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>

namespace sparring {

/// `first` moves first in the starting position. Colours exist only in notation.
enum class Side : std::uint8_t { first, second };

constexpr Side other(Side side) {
    return side == Side::first ? Side::second : Side::first;
}

enum class Outcome : std::uint8_t { none, first_wins, second_wins, draw };

constexpr Outcome win_of(Side side) {
    return side == Side::first ? Outcome::first_wins : Outcome::second_wins;
}

/// A move list of fixed capacity that lives on the stack and does not clear its memory.
/// Move must be trivially copyable and trivially default constructible.
template <class Move, std::size_t Capacity>
class MoveList {
  public:
    static constexpr std::size_t capacity = Capacity;

    MoveList() {}  // NOLINT: leaves moves_ uninitialised on purpose, it may hold thousands

    void push_back(Move move) {
        assert(size_ < Capacity);
        moves_[size_++] = move;
    }
    void clear() { size_ = 0; }
    void resize(std::size_t size) { size_ = size; }  ///< shrinks only

    bool empty() const { return size_ == 0; }
    std::size_t size() const { return size_; }
    Move& operator[](std::size_t i) { return moves_[i]; }
    const Move& operator[](std::size_t i) const { return moves_[i]; }
    Move* begin() { return moves_.data(); }
    Move* end() { return moves_.data() + size_; }
    const Move* begin() const { return moves_.data(); }
    const Move* end() const { return moves_.data() + size_; }

  private:
    std::size_t size_ = 0;
    std::array<Move, Capacity> moves_;
};

/// splitmix64 (Steele, Lea, Flood 2014): the source of Zobrist keys and of every seeded choice.
constexpr std::uint64_t mix64(std::uint64_t x) {
    x += 0x9e3779b97f4a7c15;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
    x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
    return x ^ (x >> 31);
}

}  // namespace sparring
