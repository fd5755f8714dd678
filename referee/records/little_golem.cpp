#include <algorithm>

#include "referee/records/properties.hpp"
#include "referee/records/readers.hpp"

namespace sparring::referee {
namespace {

/// White and Black stand across each other instead of side by side.
constexpr std::string_view kCross = "3Q2Q3/10/10/q8q/10/10/q8q/10/10/3Q2Q3 w - - 0 1";

bool can_begin(const games::Position& start, const std::vector<RecordedMove>& moves) {
    const auto position = start.clone();
    constexpr std::size_t enough = 12;  // by then amazons of both sides have left their squares
    for (std::size_t i = 0; i < std::min(moves.size(), enough); ++i) {
        if (!position->play(moves[i].text)) return false;
    }
    return true;
}

/// Most games of that set-up do not name it.
bool is_cross(const GameRecord& game) {
    if (game.header.event.find("CROSS") != game.header.event.npos) return true;
    const auto amazons = games::find("amazons");
    if (!amazons || can_begin(*amazons->game->start(amazons->variant), game.moves)) return false;
    const auto cross = amazons->game->parse_fen(amazons->variant, kCross);
    return cross && can_begin(**cross, game.moves);
}

std::optional<std::string> little_golem_property(GameRecord& game, const Property& property) {
    const auto& [name, value, line] = property;
    if (name == "EV" && value != "null") game.header.event = value;
    if (name == "SO") game.header.site = value;
    if (name == "PW") game.header.first = value;
    if (name == "PB") game.header.second = value;
    if (name == "W" || name == "B")
        game.moves.push_back({std::string{value}, line, name == "W" ? Side::first : Side::second});
    return {};
}

}  // namespace

Collection read_little_golem(std::string_view text) {
    GameRecord model;
    model.game = "amazons";
    Collection all = read_properties(text, model, little_golem_property);
    for (GameRecord& game : all.games) {
        if (is_cross(game)) game.fen = kCross;
    }
    return all;
}

}  // namespace sparring::referee
