#include "referee/records/properties.hpp"

#include <fmt/format.h>

#include <utility>

#include "protocol/text.hpp"
#include "referee/records/text_cursor.hpp"

namespace sparring::referee {
namespace {

constexpr auto is_upper = [](char c) { return c >= 'A' && c <= 'Z'; };

/// Up to and with the `)` at its end; what is wrong at the cursor's line, if anything is.
std::optional<std::string> read_game(TextCursor& cursor, int& line, GameRecord& game,
                                     const PropertyReader& read) {
    if (!cursor.take_if('(') || !cursor.take_if(';')) return "expected a game, which begins (;";
    for (;;) {
        cursor.skip_blanks();
        line = cursor.line();
        if (cursor.take_if(')')) return {};
        if (cursor.take_if(';')) continue;
        const std::string_view name = cursor.take_while(is_upper);
        if (name.empty() || !cursor.take_if('['))
            return "expected a property such as B[..], or ) at the end of the game";
        const auto value = cursor.take_while([](char c) { return c != ']'; });
        if (!cursor.take_if(']')) return fmt::format("{}[ is not closed", text::printable(name));
        if (auto problem = read(game, {name, text::trim(value), line})) return problem;
    }
}

}  // namespace

Collection read_properties(std::string_view text, const GameRecord& model,
                           const PropertyReader& read) {
    Collection all;
    TextCursor cursor{text};
    for (int number = 1;; ++number) {
        cursor.take_while([](char c) { return is_blank(c) || is_digit(c); });
        if (cursor.at_end()) return all;
        GameRecord game = model;
        game.number = number;
        int line = game.line = cursor.line();
        if (auto problem = read_game(cursor, line, game, read)) {
            all.broken.push_back({line, number, *std::move(problem)});
            cursor.skip_to("(;");
        } else {
            all.games.push_back(std::move(game));
        }
    }
}

}  // namespace sparring::referee
