#include "engines/draughts/notation.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "engines/draughts/route.hpp"
#include "protocol/text.hpp"

namespace sparring::draughts {
namespace {

Moves legal_moves(const Position& position) {
    Moves moves;
    position.generate(moves);
    return moves;
}

std::string pair_text(Move move) {
    return fmt::format("{}{}{}", bits::square_of(move.from()), move.is_capture() ? 'x' : '-',
                       bits::square_of(move.to()));
}

std::string hub_text(Move move) {
    std::string text = pair_text(move);
    for (Board left = move.captured(); left != 0; left &= left - 1) {
        text += fmt::format("x{}", bits::square_of(bits::lowest(left)));
    }
    return text;
}

/// A move as it was written: its cells in that order and what the sign says of it.
struct Spelling {
    enum class Kind { step, capture, unsaid };

    Kind kind = Kind::unsaid;
    std::vector<int> cells;

    bool names_captured(const Position& position) const {
        return std::all_of(cells.begin() + 2, cells.end(),
                           [&](int cell) { return position.opp() >> cell & 1; });
    }

    Board captured() const {
        Board captured = 0;
        for (std::size_t i = 2; i < cells.size(); ++i) captured |= bits::bit(cells[i]);
        return captured;
    }
};

constexpr std::string_view kExpected = "expected a move such as 32-28 or 28x19x23";
constexpr std::size_t kLongestText = 100;  // 20 captured squares take 66

std::optional<Error> add_square(Spelling& spelling, std::string_view digits) {
    const auto square = text::number<int>(digits);
    if (!square || *square < 1 || *square > 50) {
        return Error{fmt::format("no such square: {} (expected 1 to 50)", digits)};
    }
    spelling.cells.push_back(bits::cell_of(*square));
    return {};
}

/// `3228` or DXP's `322800`, `28190123`.
Expected<Spelling> parse_digits(std::string_view text) {
    Spelling spelling;
    if (text.size() % 2 != 0 || text.size() < 4) return Error{std::string{kExpected}};
    for (std::size_t i = 0; i < text.size(); i += 2) {
        if (i == 4) {
            if (text::number<std::size_t>(text.substr(i, 2)) != text.size() / 2 - 3) {
                return Error{
                    fmt::format("'{}': expected the number of captured squares that follow",
                                text.substr(i, 2))};
            }
            spelling.kind = text.size() == 6 ? Spelling::Kind::step : Spelling::Kind::capture;
        } else if (auto error = add_square(spelling, text.substr(i, 2))) {
            return *error;
        }
    }
    return spelling;
}

Expected<Spelling> parse_spelling(std::string_view text) {
    constexpr std::string_view digits = "0123456789";
    while (text.ends_with('!') || text.ends_with('?')) text.remove_suffix(1);
    if (text.empty() || text.size() > kLongestText) return Error{std::string{kExpected}};
    if (text.find_first_not_of(digits) == text.npos) return parse_digits(text);
    Spelling spelling;
    for (;;) {
        const auto end = std::min(text.find_first_not_of(digits), text.size());
        if (end == 0) return Error{std::string{kExpected}};
        if (auto error = add_square(spelling, text.substr(0, end))) return *error;
        if (end == text.size()) break;
        const char sign = text[end];
        const bool capture = sign == 'x' || sign == 'X' || sign == ':';
        const auto kind = capture ? Spelling::Kind::capture : Spelling::Kind::step;
        const bool first = spelling.cells.size() == 1;
        if ((!capture && sign != '-') || (!first && (kind != spelling.kind || !capture))) {
            return Error{std::string{kExpected}};
        }
        spelling.kind = kind;
        text.remove_prefix(end + 1);
    }
    return spelling;
}

std::vector<Move> matching(const Position& position, const Moves& moves, const Spelling& spelling) {
    const auto& cells = spelling.cells;
    const bool longer = cells.size() > 2;
    const bool hub = longer && spelling.names_captured(position);
    const std::optional<Move> passing = longer && !hub ? follow(position, cells) : std::nullopt;
    std::vector<Move> found;
    std::copy_if(moves.begin(), moves.end(), std::back_inserter(found), [&](Move move) {
        if (longer && !hub) return passing == move;
        if (move.from() != cells[0] || move.to() != cells[1]) return false;
        if (hub) return move.captured() == spelling.captured();
        return spelling.kind == Spelling::Kind::unsaid ||
               move.is_capture() == (spelling.kind == Spelling::Kind::capture);
    });
    return found;
}

Error why_not(const Position& position, const Moves& moves, const Spelling& spelling) {
    const int from = spelling.cells[0], square = bits::square_of(from);
    const bool capture = spelling.kind == Spelling::Kind::capture;
    if (position.opp() >> from & 1) {
        return {fmt::format("not legal: the piece on {} is the opponent's", square)};
    }
    if (!(position.own() >> from & 1))
        return {fmt::format("not legal: there is no piece on {}", square)};
    if (moves.empty()) return {"not legal: no piece can move"};
    if (moves[0].is_capture()) {
        if (!capture) {
            return {
                fmt::format("not legal: a capture is compulsory, such as {}", hub_text(moves[0]))};
        }
        return {fmt::format("not legal: the longest capture is compulsory, such as {}",
                            hub_text(moves[0]))};
    }
    if (capture) return {"not legal: there is nothing to capture"};
    return {fmt::format("not legal: the piece on {} cannot go there", square)};
}

Error ambiguous(const std::vector<Move>& moves) {
    constexpr std::size_t shown = 4;
    std::string texts;
    for (std::size_t i = 0; i < std::min(shown, moves.size()); ++i) {
        texts += (i == 0 ? "" : " or ") + hub_text(moves[i]);
    }
    return {fmt::format("ambiguous: {} may be {}{}", pair_text(moves[0]), texts,
                        moves.size() > shown ? " or others" : "")};
}

/// PDN's short form, or the long one where another move starts and ends on the same squares.
std::string pdn_text(const Position& position, Move move) {
    const Moves moves = legal_moves(position);
    const auto twins = std::count_if(moves.begin(), moves.end(), [&](Move other) {
        return other.from() == move.from() && other.to() == move.to();
    });
    if (twins < 2) return pair_text(move);
    std::string text;
    for (const int cell : route_of(position, move)) {
        text += fmt::format("{}{}", text.empty() ? "" : "x", bits::square_of(cell));
    }
    return text;
}

std::string_view pdn_result(Outcome outcome) {
    switch (outcome) {
        case Outcome::first_wins:
            return "2-0";
        case Outcome::second_wins:
            return "0-2";
        case Outcome::draw:
            return "1-1";
        case Outcome::none:
            break;
    }
    return "*";
}

}  // namespace

std::vector<std::string> Rules::variants() {
    return {"international", "killer"};
}

Expected<Variant> Rules::parse_variant(std::string_view text) {
    for (const std::string_view word : {"international", "normal", "standard"}) {
        if (text::equals_ignoring_case(text, word)) return Variant::international;
    }
    if (text::equals_ignoring_case(text, "killer")) return Variant::killer;
    return Error{fmt::format("draughts has no variant '{}'; it has international and killer",
                             text::printable(text))};
}

std::string Rules::variant_name(Variant variant) {
    return variant == Variant::international ? "international" : "killer";
}

std::string Rules::to_text(const Position&, Move move) {
    return hub_text(move);
}

Expected<Move> Rules::parse_move(const Position& position, std::string_view text) {
    const auto spelling = parse_spelling(text);
    if (!spelling) return Error{spelling.error()};
    const Moves moves = legal_moves(position);
    const auto found = matching(position, moves, *spelling);
    if (found.size() == 1) return found.front();
    if (found.empty()) return why_not(position, moves, *spelling);
    return ambiguous(found);
}

std::string Rules::to_board(const Position& position) {
    std::string board;
    for (int row = 0; row < 10; ++row) {
        board += fmt::format("{:>3} ", 5 * row + 1);
        for (int column = 0; column < 10; ++column) {
            if ((row + column) % 2 == 0) {
                board += "  ";
                continue;
            }
            const Board bit = bits::bit(bits::cell_of(5 * row + column / 2 + 1));
            const bool king = (position.kings() & bit) != 0;
            board += ' ';
            board += (position.pieces(Side::first) & bit) != 0    ? (king ? 'W' : 'w')
                     : (position.pieces(Side::second) & bit) != 0 ? (king ? 'B' : 'b')
                                                                  : '.';
        }
        board += fmt::format("  {:>2}\n", 5 * row + 5);
    }
    const auto tally = [&](Side side) {
        const Board pieces = position.pieces(side);
        const int kings = bits::count(pieces & position.kings());
        return fmt::format("{}+{}", bits::count(pieces) - kings, kings);
    };
    return board + fmt::format("{} to move, {}, men+kings W {} B {}, {} of {} plies to a draw\n",
                               position.side_to_move() == Side::first ? "W" : "B",
                               variant_name(position.variant()), tally(Side::first),
                               tally(Side::second), position.reversible_plies(),
                               position.draw_limit());
}

std::string Rules::to_record(const RecordHeader& header, const Position& start,
                             std::span<const Move> moves) {
    const std::string result{pdn_result(header.outcome)};
    Tags tags = seven_tags(header, result);
    tags.emplace_back("GameType", "20");
    if (start.variant() != Variant::international) {
        tags.emplace_back("Variant", variant_name(start.variant()));
    }
    if (!header.from_start) tags.emplace_back("FEN", to_fen(start));
    tags.emplace_back("TimeControl", header.time_control);
    if (!header.termination.empty()) tags.emplace_back("Termination", header.termination);
    std::vector<std::string> texts;
    Position position = start;
    for (const Move move : moves) {
        texts.push_back(pdn_text(position, move));
        position.play(move);
    }
    const auto numbers = alternating_numbers(texts.size(), start.side_to_move() == Side::first);
    // The result is a tag; what separates games is `*` (PDN 3.0, grammar, restriction 4).
    return pgn_text(tags, numbers, texts, header.comments, "*");
}

}  // namespace sparring::draughts
