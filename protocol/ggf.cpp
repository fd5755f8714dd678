#include "protocol/ggf.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "protocol/real.hpp"
#include "protocol/text.hpp"

namespace sparring::ggf {
namespace {

constexpr double kLongest = 1e9;  // s

bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}
bool is_upper(char c) {
    return c >= 'A' && c <= 'Z';
}

/// At `separator`; an empty text is one empty part.
std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    for (;;) {
        const auto end = text.find(separator);
        parts.push_back(text::trim(text.substr(0, end)));
        if (end == text.npos) return parts;
        text.remove_prefix(end + 1);
    }
}

/// Nothing if it is no time; an empty part is 0.
std::optional<std::int64_t> milliseconds(std::string_view part) {
    if (part.empty()) return 0;
    std::string clock{part};
    // Days end with a point where hours follow, which is no fraction of seconds.
    if (const auto point = clock.find('.'); clock.find(':', point) != clock.npos)
        clock[point] = ':';
    const auto fields = split(clock, ':');
    constexpr std::array units{1.0, 60.0, 3600.0, 86400.0};
    if (fields.size() > units.size()) return {};
    double seconds = 0;
    for (std::size_t i = 0; i < fields.size(); ++i) {
        const auto value = fields[i].empty() ? std::optional{0.0} : text::real(fields[i]);
        if (!value || *value < 0) return {};
        seconds += *value * units[fields.size() - 1 - i];
    }
    if (seconds > kLongest) return {};
    return std::llround(seconds * 1000);
}

std::string clock_text(std::int64_t milliseconds) {
    const std::int64_t seconds = std::max<std::int64_t>(milliseconds, 0) / 1000;
    if (seconds < 3600) return fmt::format("{}:{:02}", seconds / 60, seconds % 60);
    return fmt::format("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
}

/// The value of a property must not end it, nor begin or end with what readers leave out.
std::string clean(std::string value) {
    for (char& c : value) {
        if (c == ']') c = ')';
        if (c >= 0 && c < ' ') c = ' ';
    }
    return std::string{text::trim(value)};
}

std::optional<Error> read_board(Game& game, std::string_view value) {
    auto board = parse_board(value);
    if (!board) return Error{board.error()};
    game.board = *std::move(board);
    return {};
}

std::optional<Error> read_type(Game& game, std::string_view value) {
    const auto anti = parse_anti(value);
    if (!anti) return Error{anti.error()};
    game.anti = *anti;
    return {};
}

std::optional<Error> read_property(Game& game, std::string_view name, std::string_view value) {
    const std::string text{text::trim(value)};
    if (name == "GM" && !text::equals_ignoring_case(text, "Othello"))
        return Error{fmt::format("GM[{}]: expected Othello", text::printable(text))};
    if (name == "BO") return read_board(game, text);
    if (name == "TY") return read_type(game, text);
    if (name == "PC") game.place = text;
    if (name == "PB") game.black = text;
    if (name == "PW") game.white = text;
    if (name == "RE") game.result = text;
    if (name == "TI") game.time = parse_time(text);
    if (name == "B" || name == "W") game.plies.push_back({name == "B", parse_played(text)});
    return {};
}

}  // namespace

Expected<std::string> parse_board(std::string_view text) {
    std::string squares;
    for (const char c : text)
        if (!is_blank(c)) squares += c;
    const bool printable = std::all_of(squares.begin(), squares.end(),
                                       [](char c) { return c > ' ' && c <= '~' && c != ']'; });
    if (squares.size() != 66 || squares.front() != '8' || !printable)
        return Error{"BO: expected 8, then 64 squares and the side to move"};
    return squares.substr(1, 64) + ' ' + squares.back();
}

/// `s` (two games at once), size, `k` komi, `a` anti, `r20` random start.
Expected<bool> parse_anti(std::string_view type) {
    const std::string_view whole = type;
    if (type.starts_with('s')) type.remove_prefix(1);
    const auto digits = std::min(type.find_first_not_of("0123456789"), type.size());
    if (type.substr(0, digits) != "8")
        return Error{fmt::format("TY[{}]: expected a board of size 8", text::printable(whole))};
    return type.find('a', digits) != type.npos;
}

Played parse_played(std::string_view text) {
    text = text::trim(text);
    const bool slashes = text.find('/') != text.npos;
    const auto fields = slashes ? split(text, '/') : text::words(text);
    Played played;
    if (!fields.empty()) played.move = fields[0];
    if (fields.size() > 1) played.eval = text::real(fields[1]);
    if (fields.size() > 2) played.seconds = text::real(fields[2]);
    return played;
}

std::string to_text(const Played& played) {
    std::string text = clean(played.move);
    std::erase_if(text, is_blank);  // blanks would part it from what is not there
    if (played.eval || played.seconds) text += '/';
    if (played.eval) text += fmt::format("{:.2f}", *played.eval);
    if (played.seconds) text += fmt::format("/{:.3f}", *played.seconds);
    return text;
}

std::optional<Time> parse_time(std::string_view text) {
    const auto parts = split(text, '/');
    if (text::trim(text).empty() || parts.size() > 3) return {};
    Time time;
    const std::array fields{&time.main_ms, &time.increment_ms, &time.grace_ms};
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const auto value = milliseconds(parts[i]);
        if (!value) return {};
        *fields[i] = *value;
    }
    return time;
}

std::string to_text(const Time& time) {
    std::string text = clock_text(time.main_ms);
    if (time.increment_ms == 0 && time.grace_ms == 0) return text;
    text += '/';
    if (time.increment_ms != 0) text += clock_text(time.increment_ms);
    if (time.grace_ms != 0) text += '/' + clock_text(time.grace_ms);
    return text;
}

Expected<Game> parse_game(std::string_view text) {
    text = text::trim(text);
    if (!text.starts_with("(;")) return Error{"a game begins with (;"};
    text.remove_prefix(2);
    Game game;
    for (;;) {
        text.remove_prefix(static_cast<std::size_t>(
            std::find_if_not(text.begin(), text.end(), is_blank) - text.begin()));
        if (text.starts_with(";)")) break;
        const auto length = static_cast<std::size_t>(
            std::find_if_not(text.begin(), text.end(), is_upper) - text.begin());
        const std::string_view name = text.substr(0, length);
        text.remove_prefix(length);
        if (name.empty() || !text.starts_with('['))
            return Error{fmt::format("'{}': expected a property such as B[F5//1.2], or ;)",
                                     text::printable(text, 20))};
        const auto end = text.find(']');
        if (end == text.npos) return Error{fmt::format("{}[ is not closed", name)};
        if (auto problem = read_property(game, name, text.substr(1, end - 1))) return *problem;
        text.remove_prefix(end + 1);
    }
    if (game.board.empty()) return Error{"expected BO[8 <64 squares> <side to move>]"};
    return game;
}

std::string to_text(const Game& game) {
    std::string text = fmt::format("(;GM[Othello]PC[{}]PB[{}]PW[{}]RE[{}]", clean(game.place),
                                   clean(game.black), clean(game.white), clean(game.result));
    if (game.time) text += fmt::format("TI[{}]", to_text(*game.time));
    text += fmt::format("TY[{}]BO[8 {}]", game.anti ? "8a" : "8", clean(game.board));
    for (const auto& [black, played] : game.plies)
        text += fmt::format("{}[{}]", black ? 'B' : 'W', to_text(played));
    return text + ";)";
}

}  // namespace sparring::ggf
