#include "referee/archive/replay.hpp"

#include <fmt/format.h>

#include "protocol/text.hpp"
#include "referee/play/ugi_game.hpp"

namespace sparring::referee {

Expected<games::Choice> choice_of(std::string_view game) {
    if (game == any_ugi_game().game->name()) return any_ugi_game();
    return games::find(game);
}

Opening opening_of(const StoredOpening& stored) {
    Opening opening{stored.fen, {}};
    for (const auto word : text::words(stored.moves)) opening.moves.emplace_back(word);
    return opening;
}

Expected<std::unique_ptr<games::Position>> replay(const games::Choice& choice,
                                                  const StoredOpening& opening,
                                                  const StoredGame& game,
                                                  const PositionListener& listener) {
    const auto refused = [&](const std::string& what) {
        return Error{fmt::format("game {}: {}", game.scheduled.number, what)};
    };
    auto position = set_up(choice, {opening.fen, {}});
    if (!position) return refused("opening: " + position.error());
    AskedPosition* asked =
        is_any_ugi_game(choice) ? static_cast<AskedPosition*>(position->get()) : nullptr;
    const auto tell = [&] {
        if (listener) listener(**position);
    };
    const auto play = [&](const std::string& move) -> std::optional<Error> {
        const auto played = (*position)->play(move);
        if (!played) {
            return refused(fmt::format("ply {} '{}': {}", (*position)->plies() + 1,
                                       text::printable(move), played.error()));
        }
        return {};
    };
    tell();
    for (const std::string& move : opening_of(opening).moves) {
        if (auto error = play(move)) return *error;
        tell();
    }
    for (const PlyRecord& ply : game.record) {
        if (asked) asked->set_side(ply.side);
        if (auto error = play(ply.move)) return *error;
        tell();
    }
    return position;
}

}  // namespace sparring::referee
