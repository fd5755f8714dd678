#include "engines/reversi/guess.hpp"

#include <algorithm>
#include <array>

#include "engines/reversi/endgame.hpp"
#include "engines/reversi/evaluation.hpp"

namespace sparring::reversi {
namespace {

/// By feature: the weight at 14 empty squares, and its change for each square more; thousandths of
/// a disc.
struct GuessWeights {
    std::array<std::array<int, 2>, 10> location, action;
    std::array<int, 2> stable, frontier, discs, turn;
};

constexpr GuessWeights kNormalGuess{{{{3378, 362},
                                      {72, 141},
                                      {-607, -11},
                                      {-347, -59},
                                      {509, -161},
                                      {-351, -41},
                                      {-535, -10},
                                      {-593, -66},
                                      {-189, -118},
                                      {-935, -4}}},
                                    {{{6162, 17},
                                      {2399, -192},
                                      {964, 20},
                                      {1083, 22},
                                      {2034, -159},
                                      {1352, -290},
                                      {991, -334},
                                      {3833, 780},
                                      {681, -67},
                                      {0, 0}}},
                                    {1060, 17},
                                    {-920, -112},
                                    {401, 34},
                                    {326, -71}};

constexpr GuessWeights kReversedGuess{{{{-2386, 30},
                                        {451, -46},
                                        {121, 33},
                                        {181, 2},
                                        {111, -38},
                                        {-50, -17},
                                        {112, -14},
                                        {266, 8},
                                        {344, 29},
                                        {369, 24}}},
                                      {{{261, -103},
                                        {1720, 17},
                                        {1010, -35},
                                        {880, 65},
                                        {531, 153},
                                        {1086, 2},
                                        {9, 65},
                                        {840, -12},
                                        {1529, 7},
                                        {0, 0}}},
                                      {-575, -9},
                                      {-317, -41},
                                      {-481, 11},
                                      {-536, 76}};

template <Variant V>
constexpr const GuessWeights& kGuess = V == Variant::othello ? kNormalGuess : kReversedGuess;

}  // namespace

template <Variant V>
int guess(Board own, Board opp) {
    const GuessWeights& w = kGuess<V>;
    const Features f = features(Position{own, opp, Side::first, V});
    const int n = std::popcount(~(own | opp)) - 14;
    const auto at = [n](const std::array<int, 2>& weight) { return weight[0] + weight[1] * n; };
    int sum =
        at(w.turn) + f.stable * at(w.stable) + f.frontier * at(w.frontier) + f.discs * at(w.discs);
    for (std::size_t i = 0; i < 10; ++i)
        sum += f.location[i] * at(w.location[i]) + f.action[i] * at(w.action[i]);
    return std::clamp(sum / (1000 / kGuessUnit), -64 * kGuessUnit, 64 * kGuessUnit);
}

template <Variant V>
int guess(Board own, Board opp, Board moves, int depth, int alpha, int beta, std::uint64_t& nodes) {
    ++nodes;
    if (moves == 0) {
        const Board replies = bits::mobility(opp, own);
        if (replies == 0) return kGuessUnit * final_score_of<V>(own, opp);
        return -guess<V>(opp, own, replies, depth, -beta, -alpha, nodes);
    }
    if (depth == 0) return guess<V>(own, opp);
    Successors successors;
    successors.add(own, opp, moves);
    for (Successor& s : successors) s.worth = -std::popcount(s.replies);
    int best = -65 * kGuessUnit;
    while (!successors.done()) {
        const Successor& s = successors.next();
        best = std::max(best, -guess<V>(s.own, s.opp, s.replies, depth - 1, -beta,
                                        -std::max(alpha, best), nodes));
        if (best >= beta) break;
    }
    return best;
}

template <Variant V>
int guess_deviation([[maybe_unused]] int empties, int depth) {
    return V == Variant::othello ? 850 + 15 * empties - 60 * depth : 530 - 12 * depth;
}

template int guess<Variant::othello>(Board, Board);
template int guess<Variant::reversed>(Board, Board);
template int guess<Variant::othello>(Board, Board, Board, int, int, int, std::uint64_t&);
template int guess<Variant::reversed>(Board, Board, Board, int, int, int, std::uint64_t&);
template int guess_deviation<Variant::othello>(int, int);
template int guess_deviation<Variant::reversed>(int, int);

}  // namespace sparring::reversi
