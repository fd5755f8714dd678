#include "engines/amazons/notation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "engines/games/symmetry.hpp"
#include "protocol/text.hpp"

namespace sparring::amazons {

std::string square_text(int square) {
    return fmt::format("{}{}", static_cast<char>('a' + bits::file_of(square)),
                       bits::rank_of(square) + 1);
}

namespace {

bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
bool is_digit(char c) {
    return c >= '0' && c <= '9';
}
int letter_index(char c) {
    return (c | 0x20) - 'a';
}

bool on_board(Variant variant, int file, int rank) {
    return file >= 0 && file < variant.columns && rank >= 0 && rank < variant.rows;
}

Error malformed() {
    return Error{"expected from, to and arrow as in d1-d7/g7"};
}

Error no_such_square(Variant variant, std::string_view text) {
    return Error{fmt::format("no such square '{}' on a {} board", text::printable(text),
                             Rules::variant_name(variant))};
}

/// Takes a letter and its number off the front of `rest`.
Expected<int> take_square(Variant variant, std::string_view& rest) {
    std::size_t length = 1;
    while (length < rest.size() && is_digit(rest[length])) ++length;
    if (length == 1 || !is_letter(rest[0])) return malformed();
    const std::string_view word = rest.substr(0, length);
    rest.remove_prefix(length);
    const auto number = text::number<int>(word.substr(1));
    const int file = letter_index(word[0]), rank = number.value_or(0) - 1;
    if (!on_board(variant, file, rank)) return no_such_square(variant, word);
    return bits::square_of(file, rank);
}

bool take(std::string_view& rest, char c) {
    if (rest.empty() || rest[0] != c) return false;
    rest.remove_prefix(1);
    return true;
}

/// SAU's six letters: column from the left, row from the top, three times.
Expected<Move> parse_sau(Variant variant, std::string_view text) {
    std::array<std::uint8_t, 3> squares{};
    for (std::size_t i = 0; i < 3; ++i) {
        const std::string_view word = text.substr(2 * i, 2);
        const int file = letter_index(word[0]), rank = variant.rows - 1 - letter_index(word[1]);
        if (!on_board(variant, file, rank)) return no_such_square(variant, word);
        squares[i] = static_cast<std::uint8_t>(bits::square_of(file, rank));
    }
    return Move{squares[0], squares[1], squares[2]};
}

/// The three squares of a move in any spelling.
Expected<Move> parse_squares(Variant variant, std::string_view text) {
    if (text.size() == 6 && std::all_of(text.begin(), text.end(), is_letter)) {
        return parse_sau(variant, text);
    }
    std::string_view rest = text;
    const auto from = take_square(variant, rest);
    if (!from) return Error{from.error()};
    take(rest, '-');
    const auto to = take_square(variant, rest);
    if (!to) return Error{to.error()};
    const bool bracket = take(rest, '(');
    if (!bracket && take(rest, ',')) {  // the arrow's own start follows
        const auto again = take_square(variant, rest);
        if (!again) return Error{again.error()};
        if (*again != *to) {
            return Error{fmt::format("the arrow starts on {}, not where the amazon went, {}",
                                     square_text(*again), square_text(*to))};
        }
    } else if (!bracket && !take(rest, '/') && !take(rest, 'x')) {
        take(rest, 'X');
    }
    const auto arrow = take_square(variant, rest);
    if (!arrow) return Error{arrow.error()};
    if (bracket && !take(rest, ')')) return malformed();
    if (!rest.empty()) return malformed();
    return Move{static_cast<std::uint8_t>(*from), static_cast<std::uint8_t>(*to),
                static_cast<std::uint8_t>(*arrow)};
}

char piece(const Position& position, int square) {
    if (position.amazons(Side::first).has(square)) return 'Q';
    if (position.amazons(Side::second).has(square)) return 'q';
    return position.empty().has(square) ? '.' : '*';
}

/// What a position is made of, while its text is being read.
struct Sets {
    Board first, second, arrows;

    /// False if `c` is no piece.
    bool add(char c, int square) {
        switch (c) {
            case 'Q':
            case 'w':
            case 'W':
                first |= Board::of(square);
                return true;
            case 'q':
            case 'b':
            case 'B':
                second |= Board::of(square);
                return true;
            case '*':
            case 'x':
            case 'X':
                arrows |= Board::of(square);
                return true;
            default:
                return false;
        }
    }
};

/// Reads one row of a FEN; the error says what is wrong with it, or is empty.
std::string read_row(Variant variant, std::string_view row, int rank, Sets& sets) {
    int file = 0;
    for (std::size_t i = 0; i < row.size(); ++i) {
        if (is_digit(row[i])) {
            int run = row[i] - '0';
            if (run == 0) return fmt::format("rank {}: a run of 0 empty squares", rank + 1);
            if (i + 1 < row.size() && is_digit(row[i + 1])) run = 10 * run + (row[++i] - '0');
            file += run;
        } else {
            if (file < variant.columns && !sets.add(row[i], bits::square_of(file, rank))) {
                return fmt::format("rank {}: '{}' is none of Q q w b * x or a number", rank + 1,
                                   text::printable(row.substr(i, 1)));
            }
            ++file;
        }
        if (file > variant.columns) break;
    }
    if (file == variant.columns) return {};
    return fmt::format("rank {}: {} squares, a {} board has {} columns", rank + 1,
                       file > variant.columns ? "too many" : "too few",
                       Rules::variant_name(variant), variant.columns);
}

}  // namespace

std::vector<std::string> Rules::variants() {
    std::vector<std::string> names{variant_name({})};
    for (int columns = Variant::kLeast; columns <= Variant::kMost; ++columns) {
        for (int rows = Variant::kLeast; rows <= Variant::kMost; ++rows) {
            if (columns == Variant::kMost && rows == Variant::kMost) continue;
            names.push_back(fmt::format("{}x{}", columns, rows));
        }
    }
    return names;
}

Expected<Variant> Rules::parse_variant(std::string_view text) {
    const std::size_t x = text.find_first_of("xX");
    if (x != text.npos) {
        const auto columns = text::number<int>(text.substr(0, x));
        const auto rows = text::number<int>(text.substr(x + 1));
        const auto fits = [](std::optional<int> n) {
            return n && *n >= Variant::kLeast && *n <= Variant::kMost;
        };
        if (fits(columns) && fits(rows)) {
            return Variant{static_cast<std::uint8_t>(*columns), static_cast<std::uint8_t>(*rows)};
        }
    }
    return Error{fmt::format("amazons has no variant '{}'; it has 4x4 to 10x10, columns x rows",
                             text::printable(text))};
}

std::string Rules::variant_name(Variant variant) {
    return fmt::format("{}x{}", variant.columns, variant.rows);
}

std::string Rules::to_text(const Position&, Move move) {
    return fmt::format("{}-{}/{}", square_text(move.from), square_text(move.to),
                       square_text(move.arrow));
}

Expected<Move> Rules::parse_move(const Position& position, std::string_view text) {
    const auto move = parse_squares(position.variant(), text);
    if (!move) return move;
    if (!position.own().has(move->from)) {
        return Error{fmt::format("not legal: no amazon of the side to move stands on {}",
                                 square_text(move->from))};
    }
    if (!bits::reach(move->from, position.empty()).has(move->to)) {
        return Error{fmt::format("not legal: the amazon on {} cannot reach {}",
                                 square_text(move->from), square_text(move->to))};
    }
    if (!bits::reach(move->to, position.empty() | Board::of(move->from)).has(move->arrow)) {
        return Error{fmt::format("not legal: an arrow from {} cannot reach {}",
                                 square_text(move->to), square_text(move->arrow))};
    }
    return move;
}

std::string Rules::to_fen(const Position& position) {
    std::string fen;
    for (int rank = position.variant().rows - 1; rank >= 0; --rank) {
        int run = 0;
        const auto end_run = [&] {
            if (run > 0) fen += fmt::format("{}", run);
            run = 0;
        };
        for (int file = 0; file < position.variant().columns; ++file) {
            const char c = piece(position, bits::square_of(file, rank));
            if (c == '.') {
                ++run;
                continue;
            }
            end_run();
            fen += c;
        }
        end_run();
        if (rank > 0) fen += '/';
    }
    const int plies = position.arrows().count();
    const bool first = position.side_to_move() == Side::first;
    return fen + fmt::format(" {} - - {} {}", first ? 'w' : 'b', plies, plies / 2 + 1);
}

Expected<Position> Rules::parse_fen(Variant variant, std::string_view text) {
    const auto words = text::words(text);
    if (words.size() < 2) {
        return Error{fmt::format("expected {} rows, a blank and the side to move, found {}",
                                 variant.rows, words.empty() ? "nothing" : "no side to move")};
    }
    const auto rows = 1 + std::count(words[0].begin(), words[0].end(), '/');
    if (rows != variant.rows) {
        return Error{fmt::format("found {} rows, a {} board has {}", rows, variant_name(variant),
                                 variant.rows)};
    }
    Sets sets;
    std::string_view rest = words[0];
    for (int rank = variant.rows - 1; rank >= 0; --rank) {
        const std::string_view row = rest.substr(0, rest.find('/'));
        if (auto error = read_row(variant, row, rank, sets); !error.empty()) return Error{error};
        if (rank > 0) rest.remove_prefix(row.size() + 1);
    }
    for (const Side side : {Side::first, Side::second}) {
        const bool first = side == Side::first;
        const int count = (first ? sets.first : sets.second).count();
        if (count > kMostAmazons) {
            return Error{fmt::format("{} amazons of the {} player ({}), at most {} are possible",
                                     count, first ? "first" : "second", first ? 'Q' : 'q',
                                     kMostAmazons)};
        }
    }
    const bool first = text::equals_ignoring_case(words[1], "w");
    if (!first && !text::equals_ignoring_case(words[1], "b")) {
        return Error{fmt::format("side to move '{}': expected w or b", text::printable(words[1]))};
    }
    return Position{sets.first, sets.second, sets.arrows, first ? Side::first : Side::second,
                    variant};
}

int Rules::symmetries(const Position& position) {
    return board_symmetries(position.variant().columns, position.variant().rows);
}

Position Rules::image(const Position& position, int symmetry) {
    const auto [columns, rows] = position.variant();
    const auto image = [&, columns = columns, rows = rows](Board squares) {
        Board result;
        for (; squares.any(); squares.remove_lowest()) {
            const int square = squares.lowest();
            const auto [file, rank] =
                image_of({bits::file_of(square), bits::rank_of(square)}, columns, rows, symmetry);
            result |= Board::of(bits::square_of(file, rank));
        }
        return result;
    };
    return {image(position.amazons(Side::first)), image(position.amazons(Side::second)),
            image(position.arrows()), position.side_to_move(), position.variant()};
}

std::string Rules::to_board(const Position& position) {
    const auto [columns, rows] = position.variant();
    std::string board = "   ";
    for (int file = 0; file < columns; ++file) {
        board += ' ';
        board += static_cast<char>('a' + file);
    }
    board += '\n';
    for (int rank = rows - 1; rank >= 0; --rank) {
        board += fmt::format("{:>3}", rank + 1);
        for (int file = 0; file < columns; ++file) {
            board += ' ';
            board += piece(position, bits::square_of(file, rank));
        }
        board += '\n';
    }
    const bool first = position.side_to_move() == Side::first;
    board += fmt::format("{} to move, {}, {} empty, {} moves\n", first ? 'Q' : 'q',
                         variant_name(position.variant()), position.moves_left(),
                         position.count_moves());
    return board;
}

std::string Rules::to_record(const RecordHeader& header, const Position& start,
                             std::span<const Move> moves) {
    const std::string result{sparring::to_text(header.outcome)};
    Tags tags = seven_tags(header, result);
    tags.emplace_back("Variant", fmt::format("{}/{}", name, variant_name(start.variant())));
    tags.emplace_back("TimeControl", header.time_control);
    if (!header.termination.empty()) tags.emplace_back("Termination", header.termination);
    if (!header.from_start) {
        tags.emplace_back("SetUp", "1");
        tags.emplace_back("FEN", to_fen(start));
    }
    std::vector<std::string> texts;
    texts.reserve(moves.size());
    for (const Move move : moves) texts.push_back(to_text(start, move));
    const bool first = start.side_to_move() == Side::first;
    return pgn_text(tags, alternating_numbers(moves.size(), first), texts, header.comments, result);
}

ContestRecord Rules::to_contest_record(const RecordHeader& header, const Position&,
                                       std::span<const Move> moves) {
    const auto field = [](std::string_view text) {
        std::string inner;
        for (const char c : text)
            inner += c == '['                              ? '('
                     : c == ']'                            ? ')'
                     : static_cast<unsigned char>(c) < ' ' ? ' '
                                                           : c;
        return "[" + inner + "]";
    };
    const std::string place = header.site == "?" ? "" : " " + header.site;
    std::string text = "#" + field("AM") + field(header.first) + field(header.second) +
                       field(header.outcome == Outcome::first_wins ? "先手胜" : "后手胜") +
                       field(header.date + place) + field(header.event) + ";\r\n";
    for (std::size_t i = 0; i < moves.size(); ++i) {
        text += i % 2 == 0 ? fmt::format("{} ", i / 2 + 1) : " ";
        text += fmt::format("{}{}({})", square_text(moves[i].from), square_text(moves[i].to),
                            square_text(moves[i].arrow));
        if (i % 2 == 1 || i + 1 == moves.size()) text += "\r\n";
    }
    return {"AM", ".txt", std::move(text)};
}

}  // namespace sparring::amazons
