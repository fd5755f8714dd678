#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "protocol/text.hpp"
#include "referee/records/readers.hpp"
#include "referee/records/text_cursor.hpp"

namespace sparring::referee {
namespace {

constexpr bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
constexpr bool is_strength(char c) {
    return c == '!' || c == '?';
}

/// Of chess and of draughts; nothing if it is none of them. `0-0`, lost by both, is no outcome.
std::optional<Outcome> parse_result(std::string_view text) {
    using Row = std::pair<std::string_view, Outcome>;
    static constexpr std::array<Row, 9> results{{{"*", Outcome::none},
                                                 {"0-0", Outcome::none},
                                                 {"1-0", Outcome::first_wins},
                                                 {"2-0", Outcome::first_wins},
                                                 {"0-1", Outcome::second_wins},
                                                 {"0-2", Outcome::second_wins},
                                                 {"1/2-1/2", Outcome::draw},
                                                 {"1-1", Outcome::draw},
                                                 {"1/2", Outcome::draw}}};
    for (const auto& [word, outcome] : results) {
        if (word == text) return outcome;
    }
    return {};
}

/// As parse_result, or any score such as `4-6`: who has more won.
Outcome parse_result_tag(std::string_view text) {
    if (const auto known = parse_result(text)) return *known;
    const auto dash = std::min(text.find('-'), text.size());
    const auto first = text::number<double>(text.substr(0, dash));
    const auto second = text::number<double>(text.substr(std::min(dash + 1, text.size())));
    if (!first || !second) return Outcome::none;
    return *first > *second   ? Outcome::first_wins
           : *first < *second ? Outcome::second_wins
                              : Outcome::draw;
}

std::string_view without_strength(std::string_view move) {
    const auto mark = move.find_first_of("!?*");
    if (mark == move.npos) return move;
    return move.substr(0, mark > 0 && move[mark - 1] == '(' ? mark - 1 : mark);
}

/// The word without a move number in front ("1.", "12...", "3") and strength marks behind.
std::string_view bare_move(std::string_view word) {
    const auto digits = std::min(word.find_first_not_of("0123456789"), word.size());
    constexpr std::size_t longest_number = 3;  // with four digits it is a move of draughts, 3228
    if (digits == word.size() && digits <= longest_number) return {};
    if (digits < word.size() && word[digits] == '.') {
        word.remove_prefix(std::min(word.find_first_not_of('.', digits), word.size()));
    }
    return without_strength(word);
}

/// `[Name "`, as tags begin.
bool is_tag(std::string_view text) {
    std::size_t i = 1;
    while (i < text.size() && (is_letter(text[i]) || is_digit(text[i]) || text[i] == '_')) ++i;
    if (!text.starts_with('[') || i == 1) return false;
    while (i < text.size() && (text[i] == ' ' || text[i] == '\t')) ++i;
    return i < text.size() && text[i] == '"';
}

/// `(..)` without a blank in it, as moves of the amazons and strength marks have them.
bool closes_at_once(std::string_view text) {
    const auto end = text.find_first_of(" \t\r\n)({", 1);
    return end != text.npos && text[end] == ')';
}

class Reader {
  public:
    explicit Reader(std::string_view text) : cursor_{text} {}

    Collection read() {
        while (cursor_.skip_blanks(), !cursor_.at_end()) read_one();
        if (depth_ > 0) drop(variation_line_, "the variation is not closed");
        finish();
        return std::move(all_);
    }

  private:
    void begin() {
        if (begun_) return;
        begun_ = true;
        game_.number = ++count_;
        game_.line = cursor_.line();
    }

    void finish() {
        if (begun_) all_.games.push_back(std::move(game_));
        clear();
    }

    void clear() {
        game_ = {};
        result_.clear();
        begun_ = in_moves_ = false;
        depth_ = 0;
    }

    /// The game is broken; reading goes on at the cursor.
    void drop(int line, std::string_view what) {
        begin();
        all_.broken.push_back({line, game_.number, std::string{what}});
        clear();
    }

    /// The game is broken; reading goes on with the next one, whose tags stand behind a blank line
    /// or behind moves.
    void fail(int line, std::string_view what) {
        bool other_game = in_moves_;
        drop(line, what);
        for (;;) {
            cursor_.skip_line();
            if (cursor_.at_end()) return;
            cursor_.take();
            if (cursor_.rest().starts_with('[')) {
                if (other_game) return;
            } else {
                other_game = true;
            }
        }
    }

    void leave_out(int line, std::string_view what) {
        begin();
        all_.left_out.push_back({line, game_.number, std::string{what}});
    }

    void read_one() {
        const char c = cursor_.front();
        if (c == '{') {
            read_comment();
        } else if (c == ';' || ((c == '%' || c == '#') && cursor_.at_line_start())) {
            cursor_.skip_line();
        } else if (c == '(') {
            read_parenthesis();
        } else if (c == ')') {
            if (depth_ == 0) return fail(cursor_.line(), "')' without '('");
            --depth_;
            cursor_.take();
        } else if (c == '[') {
            read_tag();
        } else if (c == '/') {
            read_setup();
        } else if (c == '$') {
            cursor_.take();
            cursor_.take_while(is_digit);
        } else {
            read_word();
        }
    }

    void read_parenthesis() {
        const std::string_view rest = cursor_.rest();
        const auto inside = std::find_if_not(rest.begin() + 1, rest.end(), is_strength);
        if (inside != rest.begin() + 1 && inside != rest.end() && *inside == ')') {
            cursor_.take_while([](char c) { return c != ')'; });
        } else if (depth_++ == 0) {
            variation_line_ = cursor_.line();
            leave_out(variation_line_, "variation");
        }
        cursor_.take();
    }

    void read_comment() {
        const int line = cursor_.line();
        cursor_.take();
        std::string comment;
        bool new_game = false;
        const std::string_view text = cursor_.take_while([&](char c) {
            new_game = c == '[' && cursor_.at_line_start() && is_tag(cursor_.rest());
            return c != '}' && !new_game;
        });
        if (new_game || cursor_.at_end()) return drop(line, "the comment is not closed with '}'");
        cursor_.take();
        if (depth_ > 0 || game_.moves.empty()) return;
        auto& comments = game_.header.comments;
        comments.resize(game_.moves.size());
        for (const auto word : text::words(text)) {
            if (!comments.back().empty()) comments.back() += ' ';
            comments.back() += word;
        }
    }

    /// The value of a tag or a set-up, behind its `"`, with \" and \\ in it; nothing if it does not
    /// end on its line.
    std::optional<std::string> take_value() {
        std::string value;
        for (;;) {
            if (cursor_.at_end() || cursor_.front() == '\n') return {};
            char c = cursor_.take();
            if (c == '"') return value;
            if (c == '\\' && !cursor_.at_end() && cursor_.front() != '\n') c = cursor_.take();
            value += c;
        }
    }

    void read_tag() {
        const int line = cursor_.line();
        const auto malformed = [&] { fail(line, "expected a tag such as [White \"name\"]"); };
        if (depth_ > 0) {
            if (!is_tag(cursor_.rest())) return malformed();
            drop(variation_line_, "the variation is not closed");
        }
        if (in_moves_) finish();
        begin();
        cursor_.take();
        const std::string_view name =
            cursor_.take_while([](char c) { return !is_blank(c) && c != '"'; });
        cursor_.skip_blanks();
        if (!cursor_.take_if('"')) return malformed();
        auto value = take_value();
        cursor_.skip_blanks();
        if (!value || !cursor_.take_if(']')) return malformed();
        if (const auto problem = set_tag(text::lower(name), *std::move(value)))
            fail(line, *problem);
    }

    std::optional<std::string> set_tag(const std::string& name, std::string value) {
        RecordHeader& header = game_.header;
        if (name == "event") header.event = value;
        if (name == "site") header.site = value;
        if (name == "date") header.date = value;
        if (name == "round") header.round = value;
        if (name == "white" || name == "first") header.first = value;
        if (name == "black" || name == "second") header.second = value;
        if (name == "timecontrol") header.time_control = value;
        if (name == "termination") header.termination = value;
        if (name == "time") game_.time = value.substr(0, 5);
        if (name == "result") {
            header.outcome = parse_result_tag(value);
            result_ = value;
        }
        if (name == "fen") game_.fen = value;
        if (name == "game") game_.game = value;
        if (name == "variant") {
            const auto slash = value.find('/');
            if (slash != value.npos) game_.game = value.substr(0, slash);
            header.variant = slash == value.npos ? value : value.substr(slash + 1);
            // A position's way into the game, as lidraughts names it.
            if (text::equals_ignoring_case(value, "From Position")) header.variant.clear();
        }
        if (name != "gametype") return {};
        const auto type = text::number<int>(std::string_view{value}.substr(0, value.find(',')));
        if (type == 20) game_.game = "draughts";
        if (type == 20) return {};
        return fmt::format("[GameType \"{}\"]: expected 20, international draughts",
                           text::printable(value));
    }

    /// `/FEN "W:W31-50:B1-20"/`
    void read_setup() {
        const int line = cursor_.line();
        cursor_.take();
        const std::string_view word = cursor_.take_while(is_letter);
        cursor_.skip_blanks();
        const bool opened = cursor_.take_if('"');
        auto fen = opened ? take_value() : std::nullopt;
        cursor_.skip_blanks();
        if (!text::equals_ignoring_case(word, "FEN") || !fen || !cursor_.take_if('/'))
            return fail(line, "expected a set-up such as /FEN \"W:W31-50:B1-20\"/");
        if (depth_ > 0) return;
        if (!game_.moves.empty())
            return fail(line, "a set-up behind moves; only the beginning of a game can be set up");
        begin();
        in_moves_ = true;
        game_.fen = *std::move(fen);
    }

    std::string_view take_word() {
        int open = 0;
        return cursor_.take_while([&](char c) {
            if (c == '(' && !closes_at_once(cursor_.rest())) return false;
            if (c == '(') ++open;
            if (c == ')') return open-- > 0;
            return !is_blank(c) && c != '{' && c != '$' && c != '[';
        });
    }

    /// The unusual score that the tag announced, and nothing of the game behind it.
    bool is_announced_result(std::string_view word) const {
        const std::string_view rest = text::trim(cursor_.rest());
        return word == result_ && (rest.empty() || rest.front() == '[' || rest.front() == '*');
    }

    void read_word() {
        const int line = cursor_.line();
        const std::string_view word = take_word();
        if (depth_ > 0) return;
        begin();
        in_moves_ = true;
        if (const auto outcome = parse_result(word)) {
            if (word == "0-0") leave_out(line, "lost by both (0-0), which stays without a result");
            if (*outcome != Outcome::none) game_.header.outcome = *outcome;
            return finish();
        }
        if (is_announced_result(word)) return finish();
        std::string move{bare_move(word)};
        // Columns of moves are padded: `1- 7`.
        if (move.size() > 1 && is_digit(move[0]) && (move.back() == '-' || move.back() == 'x')) {
            cursor_.skip_blanks();
            move += without_strength(take_word());
        }
        if (!move.empty()) game_.moves.push_back({std::move(move), line});
    }

    TextCursor cursor_;
    Collection all_;
    GameRecord game_;
    std::string result_;  // as its tag has it
    int count_ = 0;
    bool begun_ = false, in_moves_ = false;
    int depth_ = 0, variation_line_ = 0;
};

}  // namespace

Collection read_pgn(std::string_view text) {
    return Reader{text}.read();
}

}  // namespace sparring::referee
