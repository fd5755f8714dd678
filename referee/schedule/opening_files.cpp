#include "referee/schedule/opening_files.hpp"

#include <fmt/format.h>

#include <string>
#include <utility>

#include "referee/records/format.hpp"
#include "referee/records/played_record.hpp"

namespace sparring::referee {
namespace {

Error at(int line, int number, std::string_view what) {
    return {fmt::format("{}: {}", place(line, number), what)};
}

}  // namespace

Expected<std::vector<Opening>> parse_openings(const games::Choice& choice, std::string_view text,
                                              int plies) {
    const Format format = format_of(text);
    const auto utf8 = decoded(format, std::string{text});
    if (!utf8) return Error{utf8.error()};
    const Collection all = read_games(format, *utf8, &choice);
    if (!all.broken.empty()) {
        const Remark& first = all.broken.front();
        return at(first.line, first.number, first.text);
    }
    std::vector<Opening> openings;
    for (const GameRecord& game : all.games) {
        // Tags alone are no opening.
        if (format == Format::pgn && game.moves.empty() && game.fen.empty()) continue;
        auto played = play_record(choice, game, plies);
        if (!played) return Error{played.error()};
        if (played->position->outcome() != Outcome::none) {
            return at(game.line, game.number,
                      game.moves.empty() || plies > 0
                          ? "the game is over there"
                          : "the game is over there; plies=N takes only N moves of it");
        }
        openings.push_back(std::move(played->opening));
    }
    if (openings.empty()) return Error{"there is no opening in it"};
    return openings;
}

}  // namespace sparring::referee
