#include <fmt/format.h>

#include <utility>

#include "protocol/text.hpp"
#include "referee/schedule/game_records.hpp"
#include "referee/schedule/text_cursor.hpp"

namespace sparring::referee {
namespace {

constexpr auto is_upper = [](char c) { return c >= 'A' && c <= 'Z'; };
constexpr auto is_digit = [](char c) { return c >= '0' && c <= '9'; };

/// `8 <64 squares> <side>` with blanks anywhere, as our FEN.
Expected<std::string> fen_of(std::string_view board) {
    std::string squares;
    for (const char c : board) {
        if (!is_blank(c)) squares += c;
    }
    if (squares.size() != 66 || squares.front() != '8') {
        return Error{"BO: expected 8, then 64 squares and the side to move"};
    }
    return squares.substr(1, 64) + ' ' + squares.back();
}

class Reader {
  public:
    explicit Reader(std::string_view text) : cursor_{text} {}

    Expected<std::vector<RecordedGame>> read() {
        for (;;) {
            // Matches of several games begin with their number.
            cursor_.take_while([](char c) { return is_blank(c) || is_digit(c); });
            if (cursor_.at_end()) return std::move(games_);
            if (auto problem = read_game()) return *std::move(problem);
        }
    }

  private:
    Error at_line(int line, std::string_view what) const {
        return Error{fmt::format("line {}: {}", line, what)};
    }

    bool take(char c) {
        if (cursor_.at_end() || cursor_.front() != c) return false;
        cursor_.take();
        return true;
    }

    std::optional<Error> read_game() {
        RecordedGame game;
        game.line = cursor_.line();
        if (!take('(') || !take(';')) return at_line(game.line, "expected a game, which begins (;");
        for (;;) {
            cursor_.skip_blanks();
            if (take(';')) {
                if (!take(')')) return at_line(cursor_.line(), "expected ;) at the end of a game");
                games_.push_back(std::move(game));
                return {};
            }
            if (auto problem = read_property(game)) return problem;
        }
    }

    std::optional<Error> read_property(RecordedGame& game) {
        const int line = cursor_.line();
        const std::string_view name = cursor_.take_while(is_upper);
        if (name.empty() || !take('[')) {
            return at_line(line, "expected a property such as B[F5//1.2], or ;)");
        }
        const std::string_view value = cursor_.take_while([](char c) { return c != ']'; });
        if (!take(']'))
            return at_line(line, fmt::format("{}[ is not closed", text::printable(name)));
        if (name == "GM" && !text::equals_ignoring_case(value, "Othello")) {
            return at_line(line, fmt::format("GM[{}]: expected Othello", text::printable(value)));
        }
        if (name == "BO") {
            auto fen = fen_of(value);
            if (!fen) return at_line(line, fen.error());
            game.fen = *std::move(fen);
        }
        if (name == "B" || name == "W") {
            const Side side = name == "B" ? Side::first : Side::second;
            game.moves.push_back({std::string{text::trim(value)}, line, side});
        }
        return {};
    }

    TextCursor cursor_;
    std::vector<RecordedGame> games_;
};

}  // namespace

Expected<std::vector<RecordedGame>> read_ggf(std::string_view text) {
    return Reader{text}.read();
}

}  // namespace sparring::referee
