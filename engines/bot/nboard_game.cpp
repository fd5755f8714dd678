#include "engines/bot/nboard_game.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "protocol/text.hpp"

namespace sparring::bot {
namespace {

constexpr double kLongest = 1e9;  // s

}  // namespace

std::optional<Error> NboardGame::set(const ggf::Game& game) {
    const NboardGame before = *this;
    const auto refuse = [&](Error why) {
        if (anti_ != before.anti_) (void)set_variant(before.anti_);
        board_ = before.board_;
        moves_ = before.moves_;
        time_ = before.time_;
        left_ms_ = before.left_ms_;
        restore();
        return why;
    };
    if (auto refused = set_variant(game.anti)) return refuse(*refused);
    if (auto refused = brain_.set_up(game.board, Dialect::nboard))
        return refuse(Error{"BO: " + refused->message});
    board_ = game.board;
    moves_.clear();
    time_ = game.time;
    left_ms_.fill(time_ ? time_->main_ms : 0);
    for (std::size_t i = 0; i < game.plies.size(); ++i) {
        const auto& [black, played] = game.plies[i];
        // A pass may have been left out.
        if ((brain_.side_to_move() == Side::first) != black && brain_.is_legal("pass"))
            (void)take({"pass", {}, {}});
        if ((brain_.side_to_move() == Side::first) != black)
            return refuse(Error{
                fmt::format("move {}: it is not {}'s turn", i + 1, black ? "Black" : "White")});
        if (auto refused = take(played))
            return refuse(Error{fmt::format("move {} {}", i + 1, refused->message)});
    }
    if (anti_ != before.anti_ || !before.goes_on(board_, moves_)) brain_.new_game();
    return {};
}

std::optional<Error> NboardGame::play(const ggf::Played& played) {
    return take(played);
}

std::optional<Error> NboardGame::take(const ggf::Played& played) {
    const Side mover = brain_.side_to_move();
    auto move = brain_.play(played.move, Dialect::nboard);
    if (!move) return Error{fmt::format("'{}': {}", text::printable(played.move), move.error())};
    moves_.push_back(*std::move(move));
    spend(mover, played);
    return {};
}

void NboardGame::spend(Side side, const ggf::Played& played) {
    if (!time_) return;
    std::int64_t& left = left_ms_[static_cast<std::size_t>(side)];
    left -= std::llround(std::clamp(played.seconds.value_or(0), 0.0, kLongest) * 1000);
    left += time_->increment_ms;
}

void NboardGame::restore() {
    (void)brain_.set_up(board_, Dialect::nboard);
    for (const std::string& move : moves_) (void)brain_.play(move, Dialect::ugi);
}

/// A game that is not anti leaves the variant as the user has set it.
std::optional<Error> NboardGame::set_variant(bool anti) {
    if (anti == anti_) return {};
    if (auto refused = brain_.options().set("Variant", anti ? "reversed" : "othello"))
        return refused;
    anti_ = anti;
    return {};
}

bool NboardGame::goes_on(const std::string& board, const std::vector<std::string>& moves) const {
    constexpr std::size_t kBack = 2;
    const std::size_t common = std::min(moves.size(), moves_.size());
    return board == board_ && moves.size() + kBack >= moves_.size() &&
           std::equal(moves.begin(), moves.begin() + static_cast<std::ptrdiff_t>(common),
                      moves_.begin());
}

std::optional<Clock> NboardGame::clock() const {
    if (!time_) return {};
    const auto left = [&](Side side) {
        return std::max<std::int64_t>(left_ms_[static_cast<std::size_t>(side)], 1);
    };
    return Clock{
        left(Side::first), left(Side::second), time_->increment_ms, time_->increment_ms, {}};
}

}  // namespace sparring::bot
