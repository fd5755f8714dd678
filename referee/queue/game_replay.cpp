#include "referee/queue/game_replay.hpp"

#include <fmt/format.h>

#include "protocol/text.hpp"
#include "referee/play/ugi_game.hpp"

namespace sparring::referee {
namespace {

/// Why a game cannot have ended as it says, if so. What an engine did wrong must be believed.
std::optional<std::string> contradiction(const GameResult& told, const GameSettings& settings) {
    if (told.offender && told.outcome != win_of(other(*told.offender)))
        return "an engine at fault does not lose";
    if (is_fault(told.reason) != told.offender.has_value())
        return "a fault is nobody's, or somebody's who did nothing wrong";
    if (told.reason == Reason::void_game && told.outcome != Outcome::none)
        return "it is void and has a result";
    // Only the engines know these games.
    if (is_any_ugi_game(settings.choice) || !told.position) return {};
    const games::Position& end = *told.position;
    if (told.reason == Reason::max_moves && told.outcome != Outcome::draw)
        return "it was ended by its length and is no draw";
    if (told.reason != Reason::normal) return {};
    if (end.outcome() != Outcome::none) {
        if (told.outcome != end.outcome() || told.margin != end.margin())
            return "its result is not that of the board";
    } else if (told.outcome != win_of(other(end.side_to_move()))) {
        return "it is not over by the rules, and nobody has resigned";
    }
    return {};
}

}  // namespace

Expected<GameResult> replayed(GameResult told, const GameSettings& settings,
                              const std::array<PlayerLimits, 2>& limits) {
    auto position = set_up(settings.choice, settings.opening);
    if (!position) return Error{"opening: " + position.error()};
    told.position = *std::move(position);
    AskedPosition* asked = is_any_ugi_game(settings.choice)
                               ? static_cast<AskedPosition*>(told.position.get())
                               : nullptr;
    std::array clocks{PlayerClock{limits[0]}, PlayerClock{limits[1]}};
    const auto left = [&](std::size_t side) {
        return limits[side].control ? std::optional{clocks[side].left()} : std::nullopt;
    };
    for (PlyRecord& ply : told.plies) {
        const auto wrong = [&](const std::string& what) {
            return Error{fmt::format("ply {} '{}': {}", told.position->plies() + 1,
                                     text::printable(ply.move), what)};
        };
        if (told.position->outcome() != Outcome::none) return wrong("the game is over");
        if (asked) asked->set_side(ply.side);
        if (ply.side != told.position->side_to_move()) return wrong("the other side is to move");
        auto played = told.position->play(ply.move);
        if (!played) return wrong(played.error());
        ply.move = *std::move(played);
        const auto side = static_cast<std::size_t>(ply.side);
        clocks[side].spend(ply.elapsed);
        clocks[1 - side].gain(ply.elapsed);
        if (settings.listener) settings.listener(ply, *told.position, {left(0), left(1)});
    }
    if (asked) asked->set_outcome(told.outcome);
    if (auto why = contradiction(told, settings)) return Error{*std::move(why)};
    told.moves_hash = hash_of(settings.opening, told.plies);
    return told;
}

}  // namespace sparring::referee
