#include "engines/dots-and-boxes/notation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "engines/games/symmetry.hpp"
#include "protocol/text.hpp"

namespace sparring::dots_and_boxes {
namespace {

/// Of a dot counted from the left and from the bottom.
std::string dot_text(int column, int row) {
    return fmt::format("{}{}", static_cast<char>('a' + column), row + 1);
}

std::string edge_text(Board board, int edge) {
    if (edge < board.horizontals()) {
        return dot_text(edge % board.columns, board.rows - edge / board.columns) + 'h';
    }
    edge -= board.horizontals();
    return dot_text(edge % (board.columns + 1), board.rows - 1 - edge / (board.columns + 1)) + 'v';
}

std::optional<int> horizontal(Board board, int row, int column) {
    if (row < 0 || row > board.rows || column < 0 || column >= board.columns) return {};
    return board.horizontal(row, column);
}

std::optional<int> vertical(Board board, int row, int column) {
    if (row < 0 || row >= board.rows || column < 0 || column > board.columns) return {};
    return board.vertical(row, column);
}

/// `c4` and `h` or `v`.
std::optional<int> contest_edge(Board board, std::string_view dot, std::string_view direction) {
    if (dot.empty()) return {};
    const auto number = text::number<int>(dot.substr(1));
    const int column = dot[0] - 'a';
    if (!number || *number < 1 || *number > board.rows + 1) return {};
    const int row = board.rows + 1 - *number;  // of the dot, from the top
    if (direction == "h") return horizontal(board, row, column);
    if (direction == "v") return vertical(board, row - 1, column);
    return {};
}

/// `h`, `2`, `3`.
std::optional<int> open_spiel_edge(Board board, std::string_view direction, std::string_view row,
                                   std::string_view column) {
    const auto r = text::number<int>(row), c = text::number<int>(column);
    if (!r || !c) return {};
    if (direction == "h") return horizontal(board, *r, *c);
    if (direction == "v") return vertical(board, *r, *c);
    return {};
}

std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    for (;;) {
        const std::size_t at = text.find(separator);
        parts.push_back(text.substr(0, at));
        if (at == text.npos) return parts;
        text.remove_prefix(at + 1);
    }
}

/// An edge in lower case, without the player's name.
std::optional<int> parse_edge(Board board, std::string_view text) {
    if (text.size() >= 2 && text.front() == '(' && text.back() == ')') {
        const auto parts = split(text.substr(1, text.size() - 2), ',');
        if (parts.size() == 2) return contest_edge(board, parts[0], parts[1]);
        if (parts.size() == 3) return open_spiel_edge(board, parts[0], parts[1], parts[2]);
        return {};
    }
    if (text.size() < 3) return {};
    if (text.size() == 3 && (text[1] < '0' || text[1] > '9')) {  // SAU: three letters
        const int second = text[1] - 'a', third = text[2] - 'a';
        if (text[0] == 'a') return horizontal(board, second, third);
        if (text[0] == 'b') return vertical(board, third, second);
        return {};
    }
    return contest_edge(board, text.substr(0, text.size() - 1), text.substr(text.size() - 1));
}

/// The player whose name stands before the parenthesis, which is removed with it.
std::optional<Side> take_player(std::string_view& text) {
    using Name = std::pair<std::string_view, Side>;
    for (const auto& [name, side] : {Name{"r", Side::first}, Name{"p1", Side::first},
                                     Name{"b", Side::second}, Name{"p2", Side::second}}) {
        if (text.size() > name.size() && text.starts_with(name) && text[name.size()] == '(') {
            text.remove_prefix(name.size());
            return side;
        }
    }
    return {};
}

std::string json_string(std::string_view text) {
    std::string result = "\"";
    for (const char c : text) {
        if (static_cast<unsigned char>(c) < ' ') {
            result += fmt::format("\\u{:04x}", c);
            continue;
        }
        if (c == '"' || c == '\\') result += '\\';
        result += c;
    }
    return result + "\"";
}

std::string_view side_text(Side side) {
    return side == Side::first ? "first" : "second";
}

}  // namespace

std::vector<std::string> Rules::variants() {
    std::vector<std::string> names{variant_name(Board{})};
    for (const Board board : boards()) {
        if (board != Board{}) names.push_back(variant_name(board));
    }
    return names;
}

Expected<Board> Rules::parse_variant(std::string_view text) {
    const std::size_t x = std::min(text.find_first_of("xX"), text.size());
    const auto rows = text::number<unsigned>(text.substr(0, x));
    const auto columns = text::number<unsigned>(text.substr(std::min(x + 1, text.size())));
    constexpr unsigned most = 21;  // 1x21 has 64 edges
    if (rows && columns && *rows >= 1 && *columns >= 1 && *rows <= most && *columns <= most) {
        const Board board{static_cast<std::uint8_t>(*rows), static_cast<std::uint8_t>(*columns)};
        if (board.edges() <= kMaxEdges) return board;
    }
    return Error{fmt::format(
        "dots-and-boxes has no variant '{}'; it has boards of ROWSxCOLUMNS boxes with up to {} "
        "edges: 5x5, 3x3, 4x6, 1x21",
        text::printable(text), kMaxEdges)};
}

std::string Rules::variant_name(Board board) {
    return fmt::format("{}x{}", board.rows, board.columns);
}

bool Rules::is_decided(const Position& position) {
    const int boxes = position.board().boxes();
    return 2 * std::max(position.points(Side::first), position.points(Side::second)) > boxes;
}

std::size_t Rules::age(const Position& position) {
    return static_cast<std::size_t>(std::popcount(position.drawn()));
}

std::string Rules::to_text(const Position& position, Move move) {
    return edge_text(position.board(), move.edge);
}

Expected<Move> Rules::parse_move(const Position& position, std::string_view text) {
    const Board board = position.board();
    const std::string lower = text::lower(text);
    std::string_view rest = lower;
    const auto player = take_player(rest);
    const auto edge = parse_edge(board, rest);
    if (!edge) {
        return Error{fmt::format("no such edge (expected a1h to {}h or a1v to {}v)",
                                 dot_text(board.columns - 1, board.rows),
                                 dot_text(board.columns, board.rows - 1))};
    }
    if (position.drawn() >> *edge & 1) return Error{"not legal: the edge is drawn"};
    if (player && *player != position.side_to_move()) {
        return Error{fmt::format("not legal: {} is to move", side_text(position.side_to_move()))};
    }
    return Move{static_cast<std::uint8_t>(*edge)};
}

std::string Rules::to_fen(const Position& position) {
    const Board board = position.board();
    std::string edges;
    for (int e = 0; e < board.edges(); ++e) edges += position.drawn() >> e & 1 ? '1' : '0';
    return fmt::format("{} {} {}-{} {}", variant_name(board), edges, position.points(Side::first),
                       position.points(Side::second),
                       position.side_to_move() == Side::first ? 1 : 2);
}

Expected<Position> Rules::parse_fen(Board board, std::string_view text) {
    const auto words = text::words(text);
    if (words.size() != 4) {
        return Error{fmt::format(
            "expected the board, its edges, the boxes made and the side to move, found {} words",
            words.size())};
    }
    const auto named = parse_variant(words[0]);
    if (!named) return Error{named.error()};
    if (*named != board) {
        return Error{fmt::format("the board is {}, the variant is {}", variant_name(*named),
                                 variant_name(board))};
    }
    if (words[1].size() != static_cast<std::size_t>(board.edges())) {
        return Error{fmt::format("expected {} edges, found {}", board.edges(), words[1].size())};
    }
    Edges drawn = 0;
    for (int e = 0; e < board.edges(); ++e) {
        const char c = words[1][e];
        if (c != '0' && c != '1') {
            return Error{fmt::format("edge {} ({}): '{}' is neither 0 nor 1", e + 1,
                                     edge_text(board, e), text::printable(words[1].substr(e, 1)))};
        }
        drawn |= static_cast<Edges>(c - '0') << e;
    }
    const auto counts = split(words[2], '-');
    const auto first = text::number<unsigned>(counts[0]);
    const auto second = text::number<unsigned>(counts.size() == 2 ? counts[1] : std::string_view{});
    if (!first || !second) {
        return Error{fmt::format("boxes made '{}': expected FIRST-SECOND, as in 3-2",
                                 text::printable(words[2]))};
    }
    const unsigned closed =
        static_cast<unsigned>(std::popcount(Position{board, drawn, 0, 0, Side::first}.closed()));
    if (*first > closed || *second != closed - *first) {
        return Error{fmt::format("boxes made {}-{}: they must add up to the closed boxes, {}",
                                 *first, *second, closed)};
    }
    if (words[3] != "1" && words[3] != "2") {
        return Error{fmt::format("side to move '{}': expected 1 or 2", text::printable(words[3]))};
    }
    return Position{board, drawn, static_cast<int>(*first), static_cast<int>(*second),
                    words[3] == "1" ? Side::first : Side::second};
}

int Rules::symmetries(const Position& position) {
    return board_symmetries(position.board().columns, position.board().rows);
}

Position Rules::image(const Position& position, int symmetry) {
    Edges image = 0;
    for (Edges left = position.drawn(); left != 0; left &= left - 1) {
        image |= Edges{1} << position.geometry().image[symmetry][std::countr_zero(left)];
    }
    return {position.board(), image, position.points(Side::first), position.points(Side::second),
            position.side_to_move()};
}

std::string Rules::to_board(const Position& position) {
    const Board board = position.board();
    const auto drawn = [&](int edge) { return (position.drawn() >> edge & 1) != 0; };
    std::string text;
    for (int row = 0; row <= board.rows; ++row) {
        text += fmt::format("{:>3} +", board.rows + 1 - row);
        for (int column = 0; column < board.columns; ++column) {
            text += drawn(board.horizontal(row, column)) ? "---+" : "   +";
        }
        text += '\n';
        if (row == board.rows) break;
        std::string sides = "    ";
        for (int column = 0; column <= board.columns; ++column) {
            sides += drawn(board.vertical(row, column)) ? "|   " : "    ";
        }
        text += sides.substr(0, sides.find_last_not_of(' ') + 1) + '\n';
    }
    text += "    ";
    for (int column = 0; column <= board.columns; ++column) {
        text += static_cast<char>('a' + column);
        text += column < board.columns ? "   " : "\n";
    }
    text += fmt::format("{} to move, {} boxes, first {} second {}\n",
                        side_text(position.side_to_move()), variant_name(board),
                        position.points(Side::first), position.points(Side::second));
    return text;
}

std::string Rules::to_record(const RecordHeader& header, const Position& start,
                             std::span<const Move> moves) {
    std::vector<std::string> numbers, texts;
    Position position = start;
    int number = 1;
    std::optional<Side> last;
    for (const Move move : moves) {
        const Side side = position.side_to_move();
        if (side == last) {
            numbers.emplace_back();
        } else {
            if (last == Side::second) ++number;
            numbers.push_back(fmt::format("{}{}", number, side == Side::first ? "." : "..."));
        }
        texts.push_back(to_text(position, move));
        last = side;
        position.play(move);
    }
    Tags tags = seven_tags(header, sparring::to_text(header.outcome), "First", "Second");
    tags.emplace_back("Game", name);
    tags.emplace_back("Variant", variant_name(start.board()));
    tags.emplace_back(
        "Boxes", fmt::format("{}-{}", position.points(Side::first), position.points(Side::second)));
    tags.emplace_back("TimeControl", header.time_control);
    if (!header.termination.empty()) tags.emplace_back("Termination", header.termination);
    if (!header.from_start) tags.emplace_back("FEN", to_fen(start));
    return pgn_text(tags, numbers, texts, header.comments, sparring::to_text(header.outcome));
}

ContestRecord Rules::to_contest_record(const RecordHeader& header, const Position& start,
                                       std::span<const Move> moves) {
    Position position = start;
    std::string pieces;
    for (const Move move : moves) {
        const std::string edge = to_text(position, move);
        pieces += fmt::format("{}{{\"piece\":\"{}({},{})\"}}", pieces.empty() ? "" : ",",
                              position.side_to_move() == Side::first ? 'r' : 'b',
                              edge.substr(0, edge.size() - 1), edge.back());
        position.play(move);
    }
    std::string day = header.date.substr(0, header.date.find(' '));
    std::replace(day.begin(), day.end(), '.', '-');
    return {"DB", ".json",
            fmt::format("{{\"R\":{},\"B\":{},\"winner\":\"{}\",\"RScore\":{},\"BScore\":{},"
                        "\"Date\":{},\"Event\":{},\"game\":[{}]}}\n",
                        json_string(header.first), json_string(header.second),
                        header.outcome == Outcome::first_wins ? 'R' : 'B',
                        position.points(Side::first), position.points(Side::second),
                        json_string(day), json_string(header.event), pieces)};
}

}  // namespace sparring::dots_and_boxes
