#include "referee/play/adjudication.hpp"

#include <algorithm>

namespace sparring::referee {
namespace {

/// A proved result outweighs every estimate.
constexpr int kProved = 1'000'000'000;

std::optional<int> hundredths(const std::optional<ugi::Score>& score) {
    if (!score) return {};
    if (score->kind == ugi::Score::Kind::cp) return score->value;
    return score->value > 0 ? kProved : score->value < 0 ? -kProved : 0;
}

/// One more move for which `holds`, or none running.
void count(int& running, bool holds) {
    running = holds ? running + 1 : 0;
}

}  // namespace

Outcome ScoreWatch::add(Side side, const std::optional<ugi::Score>& score, std::size_t plies) {
    Count& own = counts_[static_cast<std::size_t>(side)];
    const Count& others = counts_[static_cast<std::size_t>(other(side))];
    const auto value = hundredths(score);
    own.final.reset();
    if (score && score->kind == ugi::Score::Kind::final)
        own.final = side == Side::first ? score->value : -score->value;
    if (rules_.draw) {
        const DrawRule& rule = *rules_.draw;
        count(own.level, value && std::abs(*value) <= rule.score);
        if (plies >= 2 * static_cast<std::size_t>(rule.move_number) &&
            std::min(own.level, others.level) >= rule.move_count)
            return Outcome::draw;
    }
    if (rules_.resign) {
        const ResignRule& rule = *rules_.resign;
        count(own.losing, value && *value <= -rule.score);
        count(own.winning, value && *value >= rule.score);
        const auto lost = [&](const Count& loser, const Count& winner) {
            return loser.losing >= rule.move_count &&
                   (!rule.two_sided || winner.winning >= rule.move_count);
        };
        if (lost(own, others)) return win_of(other(side));
        if (lost(others, own)) return win_of(side);
    }
    return Outcome::none;
}

std::optional<int> ScoreWatch::agreed() const {
    const auto& [first, second] = counts_;
    return first.final && first.final == second.final ? first.final : std::nullopt;
}

}  // namespace sparring::referee
