#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "protocol/text.hpp"
#include "referee/schedule/game_records.hpp"
#include "referee/schedule/text_cursor.hpp"

namespace sparring::referee {
namespace {

bool is_result(std::string_view word) {
    static constexpr std::array<std::string_view, 9> results{"*",   "1-0", "0-1", "1/2-1/2", "2-0",
                                                             "0-2", "1-1", "0-0", "1/2"};
    return std::find(results.begin(), results.end(), word) != results.end();
}

/// The word without a move number in front ("1.", "12...") and strength marks behind.
std::string_view bare_move(std::string_view word) {
    const auto digits = std::min(word.find_first_not_of("0123456789"), word.size());
    if (digits < word.size() && word[digits] == '.') {
        word.remove_prefix(std::min(word.find_first_not_of('.', digits), word.size()));
    }
    while (!word.empty() && (word.back() == '!' || word.back() == '?')) word.remove_suffix(1);
    return word;
}

class Reader {
  public:
    explicit Reader(std::string_view text) : cursor_{text} {}

    Expected<std::vector<RecordedGame>> read() {
        while (!problem_ && (cursor_.skip_blanks(), !cursor_.at_end())) read_one();
        if (!problem_ && depth_ > 0) fail(variation_line_, "the variation is not closed");
        if (problem_) return *problem_;
        finish();
        return std::move(games_);
    }

  private:
    void fail(int line, std::string_view what) {
        problem_ = Error{fmt::format("line {}: {}", line, what)};
    }

    void finish() {
        if (begun_ && (!game_.moves.empty() || !game_.fen.empty())) {
            games_.push_back(std::move(game_));
        }
        game_ = {};
        begun_ = in_moves_ = false;
    }

    void begin() {
        if (!begun_) game_.line = cursor_.line();
        begun_ = true;
    }

    void read_one() {
        const char c = cursor_.front();
        if (c == '{') {
            const int line = cursor_.line();
            if (!cursor_.skip_past('}')) fail(line, "the comment is not closed with '}'");
        } else if (c == ';' || ((c == '%' || c == '#') && cursor_.at_line_start())) {
            cursor_.skip_line();
        } else if (c == '(') {
            if (depth_++ == 0) variation_line_ = cursor_.line();
            cursor_.take();
        } else if (c == ')') {
            if (depth_-- == 0) fail(cursor_.line(), "')' without '('");
            cursor_.take();
        } else if (c == '[') {
            read_tag();
        } else {
            read_word();
        }
    }

    /// `[Name "value"]`, with \" and \\ in the value.
    void read_tag() {
        const int line = cursor_.line();
        const auto malformed = [&] { fail(line, "expected a tag such as [White \"name\"]"); };
        if (depth_ > 0) return malformed();
        if (in_moves_) finish();
        begin();
        cursor_.take();
        const std::string name{cursor_.take_while([](char c) { return c != ' ' && c != '"'; })};
        cursor_.skip_blanks();
        if (cursor_.at_end() || cursor_.take() != '"') return malformed();
        std::string value;
        for (;;) {
            if (cursor_.at_end() || cursor_.front() == '\n') return malformed();
            char c = cursor_.take();
            if (c == '"') break;
            if (c == '\\' && !cursor_.at_end() && cursor_.front() != '\n') c = cursor_.take();
            value += c;
        }
        cursor_.skip_blanks();
        if (cursor_.at_end() || cursor_.take() != ']') return malformed();
        if (text::equals_ignoring_case(name, "FEN")) game_.fen = value;
    }

    void read_word() {
        const int line = cursor_.line();
        int open = 0;  // moves of the amazons may have parentheses in them
        const std::string_view word = cursor_.take_while([&](char c) {
            if (c == '(') ++open;
            return !is_blank(c) && c != '{' && (c != ')' || open-- > 0);
        });
        if (depth_ > 0 || word.front() == '$') return;
        begin();
        in_moves_ = true;
        if (is_result(word)) return finish();
        const std::string_view move = bare_move(word);
        if (!move.empty()) game_.moves.push_back({std::string{move}, line});
    }

    TextCursor cursor_;
    std::vector<RecordedGame> games_;
    RecordedGame game_;
    bool begun_ = false, in_moves_ = false;
    int depth_ = 0, variation_line_ = 0;
    std::optional<Error> problem_;
};

}  // namespace

Expected<std::vector<RecordedGame>> read_pgn(std::string_view text) {
    return Reader{text}.read();
}

}  // namespace sparring::referee
