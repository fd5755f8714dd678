#include "referee/schedule/opening_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "protocol/text.hpp"
#include "referee/schedule/game_records.hpp"
#include "referee/schedule/text_cursor.hpp"

namespace sparring::referee {
namespace {

enum class Format { lines, pgn, ggf };

Format format_of(std::string_view text) {
    TextCursor cursor{text};
    for (cursor.skip_blanks(); !cursor.at_end() && cursor.front() == '#'; cursor.skip_blanks()) {
        cursor.skip_line();
    }
    if (cursor.at_end()) return Format::lines;
    const char first = cursor.take();
    if (first == '[' || first == '{' || first == '%') return Format::pgn;
    if (first == '(')
        return !cursor.at_end() && cursor.front() == ';' ? Format::ggf : Format::lines;
    if (first < '0' || first > '9') return Format::lines;
    cursor.take_while([](char c) { return c >= '0' && c <= '9'; });
    if (!cursor.at_end() && cursor.front() == '.') return Format::pgn;
    cursor.skip_blanks();
    if (cursor.at_end() || cursor.take() != '(') return Format::lines;
    return !cursor.at_end() && cursor.front() == ';' ? Format::ggf : Format::lines;
}

/// Plays recorded games as far as they are wanted.
class Replay {
  public:
    Replay(const games::Choice& choice, int plies) : choice_{choice}, plies_{plies} {}

    Expected<Opening> opening(const RecordedGame& game) const {
        Opening opening;
        auto position = choice_.game->start(choice_.variant);
        if (!game.fen.empty()) {
            auto parsed = choice_.game->parse_fen(choice_.variant, game.fen);
            if (!parsed) return at_line(game.line, parsed.error());
            if ((*parsed)->fen() != position->fen()) opening.fen = (*parsed)->fen();
            position = *std::move(parsed);
        }
        int number = 0;
        for (const RecordedMove& move : game.moves) {
            if (plies_ > 0 && static_cast<int>(opening.moves.size()) >= plies_) break;
            ++number;
            if (auto problem = play(*position, opening, move)) {
                return at_line(move.line, fmt::format("move {} '{}': {}", number,
                                                      text::printable(move.text), *problem));
            }
        }
        if (position->outcome() == Outcome::none) return opening;
        return at_line(game.line, game.moves.empty() || plies_ > 0
                                      ? "the game is over there"
                                      : "the game is over there; plies=N takes only N moves of it");
    }

  private:
    static Error at_line(int line, std::string_view what) {
        return Error{fmt::format("line {}: {}", line, what)};
    }

    static std::optional<std::string> play(games::Position& position, Opening& opening,
                                           const RecordedMove& move) {
        if (move.side && *move.side != position.side_to_move()) {
            return fmt::format("the {} player is to move",
                               position.side_to_move() == Side::first ? "first" : "second");
        }
        auto played = position.play(move.text);
        if (!played) return played.error();
        opening.moves.push_back(*std::move(played));
        return {};
    }

    const games::Choice& choice_;
    int plies_;
};

std::string join(std::span<const std::string_view> words) {
    std::string text;
    for (const auto word : words) {
        if (!text.empty()) text += ' ';
        text += word;
    }
    return text;
}

std::vector<RecordedMove> moves_of(std::span<const std::string_view> words, int line) {
    std::vector<RecordedMove> moves;
    for (const auto word : words) moves.push_back({std::string{word}, line});
    return moves;
}

/// `F5D6C3`: more than one square, nothing else, and the first one is a move (which keeps out the
/// amazons' d1d7g7).
bool is_run_of_squares(const games::Position& start, std::string_view word) {
    if (word.size() < 4 || word.size() % 2 != 0) return false;
    for (std::size_t i = 0; i < word.size(); i += 2) {
        const char column = static_cast<char>(word[i] | 0x20);
        if (column < 'a' || column > 'h' || word[i + 1] < '1' || word[i + 1] > '8') return false;
    }
    return static_cast<bool>(start.canonical(word.substr(0, 2)));
}

/// The squares of a run as moves, with the passes that such lists leave out.
std::vector<RecordedMove> moves_of_run(std::unique_ptr<games::Position> position,
                                       std::string_view run, int line) {
    std::vector<RecordedMove> moves;
    for (; !run.empty(); run.remove_prefix(2)) {
        if (position->play("pass")) moves.push_back({"pass", line});
        moves.push_back({std::string{run.substr(0, 2)}, line});
        // What is not legal is found out, and said, when the moves are taken.
        static_cast<void>(position->play(moves.back().text));
    }
    return moves;
}

Expected<RecordedGame> read_line(const games::Choice& choice, std::string_view line, int number) {
    const auto words = text::words(line);
    const std::span<const std::string_view> all{words};
    const auto moves_at =
        static_cast<std::size_t>(std::find(all.begin(), all.end(), "moves") - all.begin());
    const auto moves = moves_of(all.subspan(std::min(moves_at + 1, all.size())), number);
    const auto error = [&](std::string_view what) {
        return Error{fmt::format("line {}: {}", number, what)};
    };
    if (all.front() == "startpos") return RecordedGame{number, "", moves};
    if (all.front() == "fen") {
        if (moves_at == 1 || all.size() == 1) return error("fen: the position is missing");
        return RecordedGame{number, join(all.subspan(1, moves_at - 1)), moves};
    }
    const std::string fen = join(all.first(moves_at));
    const auto parsed = choice.game->parse_fen(choice.variant, fen);
    if (parsed) return RecordedGame{number, fen, moves};
    auto start = choice.game->start(choice.variant);
    if (all.size() == 1 && is_run_of_squares(*start, all.front())) {
        return RecordedGame{number, "", moves_of_run(std::move(start), all.front(), number)};
    }
    // What is neither is explained as what it looks more like: a FEN's first word is no move.
    if (all.front().size() > 8 && !start->canonical(all.front())) {
        return error("position: " + parsed.error());
    }
    return RecordedGame{number, "", moves_of(all, number)};
}

Expected<std::vector<RecordedGame>> read_lines(const games::Choice& choice, std::string_view text) {
    std::vector<RecordedGame> games;
    for (const auto& [number, line] : text::list_lines(text)) {
        auto game = read_line(choice, line, number);
        if (!game) return Error{game.error()};
        games.push_back(*std::move(game));
    }
    return games;
}

Expected<std::vector<RecordedGame>> read(const games::Choice& choice, std::string_view text) {
    switch (format_of(text)) {
        case Format::pgn:
            return read_pgn(text);
        case Format::ggf:
            return read_ggf(text);
        case Format::lines:
            break;
    }
    return read_lines(choice, text);
}

}  // namespace

Expected<std::vector<Opening>> parse_openings(const games::Choice& choice, std::string_view text,
                                              int plies) {
    constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
    if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
    const auto games = read(choice, text);
    if (!games) return Error{games.error()};
    std::vector<Opening> openings;
    const Replay replay{choice, plies};
    for (const RecordedGame& game : *games) {
        auto opening = replay.opening(game);
        if (!opening) return Error{opening.error()};
        openings.push_back(*std::move(opening));
    }
    if (openings.empty()) return Error{"there is no opening in it"};
    return openings;
}

}  // namespace sparring::referee
