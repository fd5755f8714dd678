#include "referee/schedule/random_openings.hpp"

#include <memory>
#include <utility>

#include "referee/schedule/lots.hpp"

namespace sparring::referee {
namespace {

struct Line {
    std::unique_ptr<games::Position> position;
    Opening opening;
};

/// Random moves from the start; nothing if the game ends on the way.
std::optional<Line> random_line(const games::Choice& choice, int plies, Lots lots) {
    Line line{choice.game->start(choice.variant), {}};
    for (int ply = 0; ply < plies; ++ply) {
        const auto moves = line.position->legal_moves();
        if (moves.empty()) return {};
        const auto played = line.position->play(moves[lots.below(moves.size())]);
        if (!played) return {};
        line.opening.moves.push_back(*played);
    }
    if (line.position->outcome() != Outcome::none) return {};
    return line;
}

}  // namespace

RandomOpenings::RandomOpenings(games::Choice choice, int plies, std::uint64_t seed)
    : choice_{std::move(choice)}, plies_{plies}, stream_{mix64(seed)} {}

std::optional<Opening> RandomOpenings::next() {
    // Openings become rare long before this many misses in a row; then there are no more of them.
    constexpr int most_misses = 10'000;
    for (int misses = 0; misses < most_misses; ++misses) {
        auto line = random_line(choice_, plies_, Lots{mix64(stream_ + attempt_++)});
        if (line && seen_.insert(line->position->symmetry_key()).second) {
            return std::move(line->opening);
        }
    }
    return {};
}

}  // namespace sparring::referee
