#include "engines/amazons/zone_search.hpp"

#include <algorithm>

namespace sparring::amazons {
namespace {

constexpr std::int64_t kFillEffort = 200'000;  // nodes; thousands of times what zones take
constexpr std::size_t kStack = 1 << 16;        // children of all nodes on a line
constexpr std::uint64_t kTellEvery = 1024;     // nodes, a millisecond or two

/// How good a ground is for its side to move.
std::int16_t promise(const Ground& ground) {
    const Territory t = territory(ground.own, ground.opp, ground.empty);
    return static_cast<std::int16_t>((t.t1 + t.t2 + t.c1 / 2) / (Territory::kUnit / 100));
}

}  // namespace

ZoneSearch::ZoneSearch(std::size_t megabytes) : table_{megabytes} {
    stack_.reserve(kStack);
}

void ZoneSearch::begin(Watch& watch, std::uint64_t nodes, std::optional<Watch::Instant> until) {
    watch_ = &watch;
    until_ = until;
    nodes_ = told_ = 0;
    most_nodes_ = nodes;
    gave_up_ = false;
    stack_.clear();
}

bool ZoneSearch::wins(const Ground& fight, int reserve, std::uint32_t* move) {
    *move = 0;
    if (!fight.contested()) return reserve > 0;
    // Not decided by bounds or table, which know of no move.
    const bool win = search(fight, reserve, *move);
    watch_->over(nodes_ - told_);
    told_ = nodes_;
    return win;
}

bool ZoneSearch::give_up() {
    gave_up_ = true;
    return false;
}

/// Reduces a child to what is contested: +1 if its side to move has won, -1 if it has lost, else 0.
int ZoneSearch::decide(Child& child) {
    const Race race = settle(child.fight, filler_, kFillEffort);
    if (!race.reserve.exact()) {
        give_up();
        return 0;
    }
    child.fight = race.fight;
    const int reserve = child.reserve + race.reserve.least;
    child.reserve = static_cast<std::int16_t>(reserve);
    if (!race.fight.contested()) return reserve > 0 ? 1 : -1;
    const Count bounds = prospects(race.fight, filler_);
    switch (verdict({reserve + bounds.least, reserve + bounds.most})) {
        case Verdict::won:
            return 1;
        case Verdict::lost:
            return -1;
        case Verdict::open:
            break;
    }
    const Threshold known = table_.find(race.fight);
    return reserve >= known.won ? 1 : reserve <= known.lost ? -1 : 0;
}

bool ZoneSearch::search(const Ground& fight, int reserve, std::uint32_t& winner) {
    if (nodes_ - told_ >= kTellEvery) {
        if (watch_->over(nodes_ - told_) || (until_ && Watch::Instant::clock::now() >= *until_))
            give_up();
        told_ = nodes_;
    }
    if (nodes_ > most_nodes_) give_up();
    if (gave_up_) return false;
    const std::uint64_t before = nodes_;
    const std::size_t base = stack_.size();
    const bool win = expand(fight, reserve, winner);
    stack_.resize(base);
    if (!gave_up_) table_.store(fight, reserve, win, winner, nodes_ - before + 1);
    return win;
}

bool ZoneSearch::expand(const Ground& fight, int reserve, std::uint32_t& winner) {
    const std::size_t base = stack_.size();
    const std::uint32_t known = table_.find(fight).move;
    for (Board amazons = fight.own; amazons.any(); amazons.remove_lowest()) {
        const int from = amazons.lowest();
        const Board vacated = fight.empty | Board::of(from);
        for (Board ways = bits::reach(from, fight.empty); ways.any(); ways.remove_lowest()) {
            const int to = ways.lowest();
            const Board moved = fight.own ^ Board::of(from) ^ Board::of(to);
            for (Board arrows = bits::reach(to, vacated); arrows.any(); arrows.remove_lowest()) {
                const int arrow = arrows.lowest();
                const Move move{static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(to),
                                static_cast<std::uint8_t>(arrow)};
                Child child{{fight.opp, moved, vacated ^ Board::of(to) ^ Board::of(arrow)},
                            static_cast<std::int16_t>(-reserve),
                            0,
                            move.code() + 1};
                ++nodes_;
                const int decided = decide(child);
                if (gave_up_) return false;
                if (decided > 0) continue;
                if (decided < 0) {
                    winner = child.move;
                    return true;
                }
                child.promise = child.move == known ? -32768 : promise(child.fight);
                if (stack_.size() == kStack) return give_up();
                stack_.push_back(child);
            }
        }
    }
    std::sort(stack_.begin() + static_cast<std::ptrdiff_t>(base), stack_.end(),
              [](const Child& a, const Child& b) {
                  return a.promise != b.promise ? a.promise < b.promise : a.move < b.move;
              });
    if (reserve > 0) {
        Child child{
            {fight.opp, fight.own, fight.empty}, static_cast<std::int16_t>(1 - reserve), 0, 0};
        const int decided = decide(child);
        if (decided < 0) {
            winner = 0;
            return true;
        }
        if (decided == 0) stack_.push_back(child);
    }
    const std::size_t end = stack_.size();
    for (std::size_t i = base; i < end; ++i) {
        const Child child = stack_[i];
        // Its sisters may have taught the table since.
        const Threshold t = table_.find(child.fight);
        std::uint32_t answer = 0;
        const bool lost = child.reserve <= t.lost  ? true
                          : child.reserve >= t.won ? false
                                                   : !search(child.fight, child.reserve, answer);
        if (gave_up_) return false;
        if (lost) {
            winner = child.move;
            return true;
        }
    }
    return false;
}

}  // namespace sparring::amazons
