#include "engines/bot/nboard_ranking.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace sparring::bot {
namespace {

constexpr double kDisc = 100;
constexpr std::string_view kProved = "100%";

}  // namespace

double discs(const ugi::Score& score) {
    return score.kind == ugi::Score::Kind::cp ? score.value / kDisc : score.value;
}

nboard::Line line_of(const ugi::Info& info, const std::vector<std::string>& before) {
    nboard::Line line;
    line.pv = fmt::format("{}{}", fmt::join(before, ""), fmt::join(info.pv, ""));
    if (info.score) line.eval = discs(*info.score);
    const bool proved = info.score && info.score->kind == ugi::Score::Kind::final;
    const auto depth = static_cast<std::size_t>(info.depth.value_or(1)) + before.size();
    line.depth = proved ? std::string{kProved} : fmt::to_string(depth);
    return line;
}

NboardRanking::NboardRanking(Brain& brain, int wanted, int depth,
                             std::optional<std::int64_t> time_ms)
    : brain_{brain},
      mover_{brain.side_to_move()},
      wanted_{static_cast<std::size_t>(wanted)},
      deepest_{std::max(depth, 2)} {
    if (time_ms) deadline_ = SteadyClock::now() + std::chrono::milliseconds{*time_ms};
    for (std::string& move : brain.legal_moves(Dialect::ugi))
        candidates_.push_back({std::move(move)});
}

std::optional<Limits> NboardRanking::next(std::vector<nboard::Reply>& out) {
    for (;;) {
        if (at_ == candidates_.size() && !next_iteration(out)) return {};
        Candidate& candidate = candidates_[at_];
        candidate.line = {};
        candidate.line.pv = brain_.spell(candidate.move, Dialect::nboard);
        (void)brain_.play(candidate.move, Dialect::ugi);
        if (brain_.outcome() == Outcome::none) {
            Limits limits;
            limits.depth = depth_ - 1;
            if (deadline_) {
                using std::chrono::milliseconds;
                const auto left =
                    std::chrono::duration_cast<milliseconds>(*deadline_ - SteadyClock::now());
                limits.move_time_ms = std::max<std::int64_t>(left.count(), 1);
            }
            return limits;
        }
        candidate.eval = mover_ == Side::first ? brain_.margin() : -brain_.margin();
        candidate.line.depth = kProved;
        brain_.undo();
        ++at_;
    }
}

void NboardRanking::take(const Found& found) {
    Candidate& candidate = candidates_[at_++];
    const int sign = brain_.side_to_move() == mover_ ? 1 : -1;
    brain_.undo();
    candidate.line = line_of(found.info, {candidate.line.pv});
    candidate.eval = sign * candidate.line.eval.value_or(0);
}

/// All have been searched to this depth. False if that was the last.
bool NboardRanking::next_iteration(std::vector<nboard::Reply>& out) {
    const bool late = deadline_ && SteadyClock::now() >= *deadline_;
    // What was cut short is no deeper than the last, which has been said.
    if (late && depth_ > 2) return false;
    std::stable_sort(candidates_.begin(), candidates_.end(),
                     [](const Candidate& a, const Candidate& b) { return a.eval > b.eval; });
    for (std::size_t i = 0; i < std::min(wanted_, candidates_.size()); ++i) {
        candidates_[i].line.eval = candidates_[i].eval;
        out.emplace_back(candidates_[i].line);
    }
    const bool proved =
        std::all_of(candidates_.begin(), candidates_.end(),
                    [](const Candidate& each) { return each.line.depth == kProved; });
    if (proved || late || depth_ >= deepest_) return false;
    ++depth_;
    at_ = 0;
    return true;
}

std::optional<Limits> NboardAnalysis::next(std::vector<nboard::Reply>& out) {
    for (;;) {
        if (searched_) {
            out.emplace_back(nboard::Analysis{static_cast<int>(brain_.plies()), black_});
            if (!brain_.undo()) return {};
        }
        searched_ = true;
        if (brain_.outcome() == Outcome::none) return limits_;
        black_ = brain_.margin();
        begun_ = true;
    }
}

/// Where the move that was played is the best, what came of it says more than the search does.
void NboardAnalysis::take(const Found& found) {
    const std::size_t ply = brain_.plies();
    const bool as_played = begun_ && ply < moves_.size() && found.move == moves_[ply];
    if (!as_played && found.info.score) {
        const double eval = discs(*found.info.score);
        black_ = brain_.side_to_move() == Side::first ? eval : -eval;
    }
    begun_ = true;
}

}  // namespace sparring::bot
