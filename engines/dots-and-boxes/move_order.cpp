#include "engines/dots-and-boxes/move_order.hpp"

#include <cstdlib>

namespace sparring::dots_and_boxes {
namespace {

// Weights found by changing one at a time, by the nodes of 40 positions of 3x4, 3x5, 4x4 and 5x5.
constexpr int kOffer = -(1 << 18), kCoin = -(1 << 12), kShort = 8'000;
constexpr int kRim = -40'000;
constexpr int kHistoryMax = 100'000;

/// An edge at a joint of three strings makes one of the other two: its length, how many of the two
/// gave nothing away before, how many lead to the ground.
int score_of_end(const StringGraph& graph, unsigned end) {
    if ((graph.threes() >> StringGraph::joint_of(end) & 1) == 0) return 0;
    unsigned length = 1, free = 0, grounds = 0;
    for (const unsigned other : graph.three_ends(StringGraph::joint_of(end))) {
        if (other == end) continue;
        length += graph.length(other);
        free += graph.length(other) == 0;
        grounds += graph.across(other) == StringGraph::kGround;
    }
    constexpr std::array<int, 3> by_length{32'000, 40'000, 48'000};
    constexpr std::array<std::array<int, 3>, 3> by_grounds{
        {{-8'000, 0, -24'000}, {-8'000, 0, 0}, {-8'000, 0, 12'000}}};
    const unsigned kind = length < 3 ? length - 1 : 2;
    return by_length[kind] + by_grounds[kind][grounds] - 6'000 * static_cast<int>(free);
}

/// Positions that are their own images leave less to prove: by half a turn (the fourth symmetry of
/// StringKeys), or in a mirror (the second and third).
int score_of_symmetry(const Lanes& after) {
    const auto& words = after.words;
    const std::uint64_t word = words[0];
    int score = 0;
    if (word == words[3]) score += 20'000;
    if (word == words[1] || word == words[2]) score += 8'000;
    return score;
}

}  // namespace

std::size_t MoveOrder::size_of(const StringGraph& graph) {
    return static_cast<std::size_t>(std::popcount(graph.joints())) / 3;
}

std::size_t MoveOrder::degrees_of(const StringGraph& graph, const Cut& cut) {
    const Boxes threes = graph.threes();
    return (threes >> StringGraph::joint_of(cut.end) & 1) * 2 +
           (threes >> StringGraph::joint_of(graph.across(cut.end)) & 1);
}

int MoveOrder::score(const StringGraph& graph, const Cut& cut, const Lanes& after,
                     unsigned side) const {
    const int offer = kCoin * cut.length;
    if (cut.kind != Cut::Kind::string || cut.length > 2) return kOffer + offer;
    const History& history = history_[side];
    const int learned = history.by_size[size_of(graph)][cut.end] +
                        history.by_degrees[degrees_of(graph, cut)][cut.end] +
                        score_of_symmetry(after);
    if (cut.length > 0) return learned + offer + kShort;
    const unsigned to = graph.across(cut.end);
    const int here = score_of_end(graph, cut.end);
    return learned + here + (to == StringGraph::kGround ? kRim : score_of_end(graph, to));
}

void MoveOrder::learn(const StringGraph& graph, const Cut& best, const Cut* begin, unsigned side) {
    History& history = history_[side];
    ByEnd& by_size = history.by_size[size_of(graph)];
    const auto add = [&](const Cut& cut, int bonus) {
        if (cut.kind != Cut::Kind::string) return;
        for (int* value :
             {&by_size[cut.end], &history.by_degrees[degrees_of(graph, cut)][cut.end]}) {
            *value += bonus - *value * std::abs(bonus) / kHistoryMax;
        }
    };
    const int bonus = 12 * graph.coins() * graph.coins();
    add(best, bonus);
    for (const Cut* cut = begin; cut != &best; ++cut) add(*cut, -bonus);
}

}  // namespace sparring::dots_and_boxes
