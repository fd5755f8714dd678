#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <utility>

#include "protocol/text.hpp"
#include "referee/records/readers.hpp"

namespace sparring::referee {
namespace {

using Words = std::span<const std::string_view>;

std::string join(Words words) {
    std::string text;
    for (const auto word : words) {
        if (!text.empty()) text += ' ';
        text += word;
    }
    return text;
}

void add_moves(GameRecord& game, Words words) {
    for (const auto word : words) game.moves.push_back({std::string{word}, game.line});
}

/// `F5D6C3`: more than one square, nothing else, and the first one is a move (which keeps out the
/// amazons' d1d7g7).
bool is_transcript(const games::Position& start, std::string_view word) {
    if (word.size() < 4 || word.size() % 2 != 0) return false;
    for (std::size_t i = 0; i < word.size(); i += 2) {
        const char column = static_cast<char>(word[i] | 0x20);
        if (column < 'a' || column > 'h' || word[i + 1] < '1' || word[i + 1] > '8') return false;
    }
    return static_cast<bool>(start.canonical(word.substr(0, 2)));
}

/// What is wrong, if anything is.
std::optional<std::string> read_line(const games::Choice& choice, GameRecord& game, Words all) {
    const auto moves_at =
        static_cast<std::size_t>(std::find(all.begin(), all.end(), "moves") - all.begin());
    const Words moves = all.subspan(std::min(moves_at + 1, all.size()));
    const bool named = all.front() == "fen", from_start = all.front() == "startpos";
    if (named && (moves_at == 1 || all.size() == 1)) return "fen: the position is missing";
    if (named) game.fen = join(all.subspan(1, moves_at - 1));
    if (named || from_start) {
        add_moves(game, moves);
        return {};
    }
    std::string fen = join(all.first(moves_at));
    const auto parsed = choice.game->parse_fen(choice.variant, fen);
    const auto start = choice.game->start(choice.variant);
    if (parsed) {
        game.fen = std::move(fen);
        add_moves(game, moves);
    } else if (all.size() == 1 && is_transcript(*start, all.front())) {
        for (std::string_view rest = all.front(); !rest.empty(); rest.remove_prefix(2))
            game.moves.push_back({std::string{rest.substr(0, 2)}, game.line});
    } else if (all.front().size() > 8 && !start->canonical(all.front())) {
        // What is neither is explained as what it looks more like: a FEN's first word is no move.
        return "position: " + parsed.error();
    } else {
        add_moves(game, all);
    }
    return {};
}

}  // namespace

Collection read_lines(const games::Choice& choice, std::string_view text) {
    Collection all;
    int count = 0;
    for (const auto& [number, line] : text::list_lines(text)) {
        GameRecord game;
        game.number = ++count;
        game.line = number;
        game.game = choice.game->name();
        game.header.variant = choice.variant;
        const auto words = text::words(line);
        if (auto problem = read_line(choice, game, words)) {
            all.broken.push_back({number, count, *std::move(problem)});
        } else {
            all.games.push_back(std::move(game));
        }
    }
    return all;
}

}  // namespace sparring::referee
