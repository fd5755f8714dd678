#include "engines/draughts/ending.hpp"

#include <utility>

namespace sparring::draughts {
namespace {

constexpr int kSquares = 50, kManSquares = 45;  // no man stands where it promotes

/// How many sets of k squares there are among n.
constexpr auto kChoose = [] {
    std::array<std::array<std::uint32_t, Ending::kMostOfAKind + 1>, kSquares + 1> choose{};
    for (int n = 0; n <= kSquares; ++n) {
        choose[n][0] = 1;
        for (int k = 1; k <= Ending::kMostOfAKind && n > 0; ++k)
            choose[n][k] = choose[n - 1][k - 1] + choose[n - 1][k];
    }
    return choose;
}();

/// Sets of equal size in the order of their highest squares (the combinatorial number system).
/// `first` is the square that counts as 0.
std::size_t number_of(Board set, int first) {
    std::size_t number = 0;
    for (int k = 1; set != 0; set &= set - 1, ++k)
        number += kChoose[bits::square_of(bits::lowest(set)) - first][k];
    return number;
}

std::vector<Board> sets_of(int squares, int first, int size) {
    std::vector<Board> sets(kChoose[squares][size]);
    const auto add = [&](const auto& self, Board set, int from, int left) -> void {
        if (left == 0) {
            sets[number_of(set, first)] = set;
            return;
        }
        for (int square = from; square < squares; ++square)
            self(self, set | bits::bit(bits::cell_of(square + first)), square + 1, left - 1);
    };
    add(add, 0, 0, size);
    return sets;
}

/// The squares of the four kinds, in the order of Pieces: how many, and the first of them.
constexpr std::array<std::pair<int, int>, 4> kKinds{
    {{kManSquares, 6}, {kSquares, 1}, {kManSquares, 1}, {kSquares, 1}}};

const std::vector<Board>& sets_of(std::size_t kind, int size) {
    static const auto all = [] {
        std::array<std::array<std::vector<Board>, Ending::kMostOfAKind + 1>, 4> sets;
        for (std::size_t k = 0; k < 4; ++k) {
            for (int n = 0; n <= Ending::kMostOfAKind; ++n)
                sets[k][n] = sets_of(kKinds[k].first, kKinds[k].second, n);
        }
        return sets;
    }();
    return all[kind][size];
}

std::array<int, 4> counts(const Material& m) {
    return {m.own_men, m.own_kings, m.opp_men, m.opp_kings};
}

}  // namespace

Board turned(Board board) {
    constexpr int spare = 64 - bits::kCells;
    const auto swap = [&](int shift, Board low) {
        board = (board >> shift & low) | (board & low) << shift;
    };
    swap(1, 0x5555555555555555);
    swap(2, 0x3333333333333333);
    swap(4, 0x0f0f0f0f0f0f0f0f);
    swap(8, 0x00ff00ff00ff00ff);
    swap(16, 0x0000ffff0000ffff);
    swap(32, 0x00000000ffffffff);
    return board >> spare;
}

Pieces seen_by_mover(const Position& position) {
    const Board own = position.own(), opp = position.opp(), kings = position.kings();
    const Pieces seen{own & ~kings, own & kings, opp & ~kings, opp & kings};
    if (position.side_to_move() == Side::first) return seen;
    return {turned(seen.own_men), turned(seen.own_kings), turned(seen.opp_men),
            turned(seen.opp_kings)};
}

Position position_of(const Pieces& p, Variant variant) {
    return Position{p.own(), p.opp(), p.own_kings | p.opp_kings, Side::first, variant};
}

Ending::Ending(const Material& material) : material_{material} {
    const auto pieces = counts(material);
    for (std::size_t kind = 0; kind < 4; ++kind) {
        sizes_[kind] = kChoose[kKinds[kind].first][pieces[kind]];
        size_ *= sizes_[kind];
    }
}

std::size_t Ending::index(const Pieces& p) const {
    std::size_t index = number_of(p.own_men, kKinds[0].second);
    index = index * sizes_[1] + number_of(p.own_kings, kKinds[1].second);
    index = index * sizes_[2] + number_of(p.opp_men, kKinds[2].second);
    return index * sizes_[3] + number_of(p.opp_kings, kKinds[3].second);
}

std::optional<Pieces> Ending::at(std::size_t index) const {
    const auto pieces = counts(material_);
    std::array<Board, 4> boards{};
    Board occupied = 0;
    for (std::size_t kind = 4; kind-- > 0; index /= sizes_[kind]) {
        boards[kind] = sets_of(kind, pieces[kind])[index % sizes_[kind]];
        if ((occupied & boards[kind]) != 0) return {};
        occupied |= boards[kind];
    }
    return Pieces{boards[0], boards[1], boards[2], boards[3]};
}

const std::vector<Ending>& endings_of(int pieces) {
    static const auto all = [] {
        std::array<std::vector<Ending>, Ending::kMostPieces + 1> endings;
        for (int count = 2; count <= Ending::kMostPieces; ++count) {
            for (int own = 1; own < count; ++own) {
                for (int own_kings = 0; own_kings <= own; ++own_kings) {
                    for (int opp_kings = 0; opp_kings <= count - own; ++opp_kings) {
                        endings[count].emplace_back(Material{own - own_kings, own_kings,
                                                             count - own - opp_kings, opp_kings});
                    }
                }
            }
        }
        return endings;
    }();
    return all[pieces];
}

}  // namespace sparring::draughts
