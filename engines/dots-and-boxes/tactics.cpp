#include "engines/dots-and-boxes/tactics.hpp"

#include "engines/dots-and-boxes/chains.hpp"

namespace sparring::dots_and_boxes {
namespace {

// Captures before all else and gifts behind: history lies within +-2^14, a killer adds 2^15.
constexpr int kCapture = 1 << 18, kGift = -(1 << 18), kBoxGiven = 1 << 12;

// Among safe edges those that leave fewest safe edges, and inner ones: measured on 5x5.
constexpr int kFewerSafe = 40'000, kRim = -20'000;

}  // namespace

int Tactics::first_guess(const Position& position, Move move) {
    const Boxes closed = position.closes(move);
    if (closed != 0) return kCapture * std::popcount(closed);
    const Boxes given = position.geometry().edge[move.edge].boxes & position.freedom_two();
    if (given == 0) {
        const Boxes boxes = position.geometry().edge[move.edge].boxes;
        return kFewerSafe * std::popcount(boxes & position.freedom_three()) +
               (std::popcount(boxes) == 1 ? kRim : 0);
    }
    return kGift - kBoxGiven * std::popcount(Chains{position}.links.component(given));
}

std::pair<std::vector<std::string>, int> Tactics::bench() {
    // The start, then 8 to 26 edges in with no box to take, then two with boxes to take.
    return {{
                "5x5 000000000000000000000000000000000000000000000000000000000000 0-0 1",
                "5x5 110000100000000000101000010000000000000000000000100000001000 0-0 1",
                "5x5 100100000000001101000100001010001100000100100001000000000001 0-0 1",
                "5x5 100000100011011000000100100000101011000000001001110110001100 0-0 1",
                "5x5 011011011010000001111000001111010010001001011010000101010001 0-0 1",
                "5x5 010000010010110010000010111001000000110001000110110010010110 0-0 1",
                "5x5 000001001111111011111011100010000101101000010111010001111101 1-1 1",
            },
            9};
}

}  // namespace sparring::dots_and_boxes
