#include "engines/amazons/tactics.hpp"

namespace sparring::amazons {

void Tactics::first_parts(const Position& position, Parts& parts) {
    parts.clear();
    for (Board amazons = position.own(); amazons.any(); amazons.remove_lowest()) {
        const int from = amazons.lowest();
        for (Board to = bits::reach(from, position.empty()); to.any(); to.remove_lowest()) {
            parts.push_back(
                {static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(to.lowest())});
        }
    }
}

void Tactics::complete(const Position& position, Part part, Completions& moves) {
    moves.clear();
    const Board empty = position.empty() | Board::of(part.from);
    for (Board arrows = bits::reach(part.to, empty); arrows.any(); arrows.remove_lowest()) {
        moves.push_back({part.from, part.to, static_cast<std::uint8_t>(arrows.lowest())});
    }
}

std::optional<Move> Tactics::legal_move(const Position& position, std::uint32_t code) {
    const Move move{static_cast<std::uint8_t>(code & 127),
                    static_cast<std::uint8_t>(code >> 7 & 127),
                    static_cast<std::uint8_t>(code >> 14 & 127)};
    if (!position.own().has(move.from) || !bits::reach(move.from, position.empty()).has(move.to))
        return {};
    if (!bits::reach(move.to, position.empty() | Board::of(move.from)).has(move.arrow)) return {};
    return move;
}

std::pair<std::vector<std::string>, int> Tactics::bench() {
    // The start, two middle games of other programs, and 8, 20, 32, 44 and 62 plies of one of ours.
    return {
        {
            "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w",
            "5q*3/1*8/Q3q5/*3Q1*3/1*2Q2*2/5Q3*/2q******1/1***q*4/*4*4/6*3 w",
            "5*4/1q**q2*2/1*2***1**/*1***Q**2/*q1**2Q1*/*2**Q1***/3**3*1/3***1*1q/2*4*1*/5***Q* w",
            "3q*5/10/3Q*5/7Q1q/**1*6/8*1/Q1q7/5*q3/10/3*2Q3 w",
            "4*5/1*2*5/1Qq**1*1**/6*q*1/**1*2*1Q1/6q1*1/2q7/1*Q*1*1*2/7Q2/3*6 w",
            "4*2q2/1*Qq*2*2/1******1**/1*1Q2*1*1/**1*2***1/8*1/1q4*q**/1*Q***1*2/7Q2/3**5 w",
            "2Q1*2q2/1**q*2*2/1******1**/1*4*1*1/****2***1/1qQ5*1/1**3*1**/1*Q*****2/1***1*1*2/"
            "3**qQ**1 w",
            "Q1*q*4q/1*******1*/1*********/1*2Q1***1/****2***1/1**1Q3*1/1**1***1**/1*1*****1*/"
            "q***1*Q***/*1***q**** w",
        },
        4};
}

}  // namespace sparring::amazons
