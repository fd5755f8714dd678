#include "engines/amazons/position.hpp"

namespace sparring::amazons {
namespace {

/// Zobrist keys.
struct Keys {
    std::array<std::array<std::uint64_t, bits::kSquares>, 2> amazon{};
    std::array<std::uint64_t, bits::kSquares> arrow{};
    std::uint64_t second_to_move = 0;
};

constexpr Keys make_keys() {
    Keys keys;
    std::uint64_t seed = 0x616d617a6f6e73;  // "amazons"
    for (auto& side : keys.amazon) {
        for (auto& key : side) key = mix64(seed++);
    }
    for (auto& key : keys.arrow) key = mix64(seed++);
    keys.second_to_move = mix64(seed);
    return keys;
}

constexpr Keys kKeys = make_keys();

struct Start {
    Board first, second;
};

Start start_of(Variant variant) {
    const int files = variant.columns, ranks = variant.rows;
    const int from_edge = (files - 1) / 3, from_bottom = (ranks - 1) / 3;
    const std::array<std::array<int, 2>, 4> places{
        {{from_edge, 0}, {files - 1 - from_edge, 0}, {0, from_bottom}, {files - 1, from_bottom}}};
    Start start;
    for (const auto& [file, rank] : places) {
        start.first |= Board::of(bits::square_of(file, rank));
        start.second |= Board::of(bits::square_of(file, ranks - 1 - rank));
    }
    return start;
}

}  // namespace

Position::Position(Variant variant)
    : Position{start_of(variant).first, start_of(variant).second, {}, Side::first, variant} {}

Position::Position(Board first, Board second, Board arrows, Side side, Variant variant)
    : amazons_{first, second},
      empty_{bits::area(variant.columns, variant.rows) & ~(first | second | arrows)},
      hash_{mix64(variant.columns * 16u + variant.rows)},
      side_{side},
      variant_{variant} {
    for (std::size_t i = 0; i < 2; ++i) {
        for (Board left = amazons_[i]; left.any(); left.remove_lowest()) {
            hash_ ^= kKeys.amazon[i][left.lowest()];
        }
    }
    for (; arrows.any(); arrows.remove_lowest()) hash_ ^= kKeys.arrow[arrows.lowest()];
    if (side == Side::second) hash_ ^= kKeys.second_to_move;
}

void Position::generate(MoveList& moves) const {
    Move* next = moves.begin();
    for (Board amazons = own(); amazons.any(); amazons.remove_lowest()) {
        const int from = amazons.lowest();
        const Board empty = empty_ | Board::of(from);
        for (Board targets = bits::reach(from, empty_); targets.any(); targets.remove_lowest()) {
            const int to = targets.lowest();
            const Board arrows = bits::reach(to, empty);
            const auto add = [&](std::uint64_t word, int first_square) {
                for (; word != 0; word &= word - 1) {
                    *next++ = {static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(to),
                               static_cast<std::uint8_t>(first_square + std::countr_zero(word))};
                }
            };
            add(arrows.low, 0);
            add(arrows.high, 64);
        }
    }
    moves.resize(static_cast<std::size_t>(next - moves.begin()));
}

void Position::play(Move move) {
    const auto side = static_cast<std::size_t>(side_);
    const Board from = Board::of(move.from), to = Board::of(move.to);
    amazons_[side] ^= from | to;
    empty_ = (empty_ ^ (from | to)) & ~Board::of(move.arrow);
    hash_ ^= kKeys.amazon[side][move.from] ^ kKeys.amazon[side][move.to] ^ kKeys.arrow[move.arrow] ^
             kKeys.second_to_move;
    side_ = other(side_);
}

}  // namespace sparring::amazons
