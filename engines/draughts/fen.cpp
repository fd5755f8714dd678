// Positions as text.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "engines/draughts/notation.hpp"
#include "protocol/text.hpp"

namespace sparring::draughts {
namespace {

constexpr int kMostPieces = 20;  // a side's number at the start, which never grows

constexpr std::string_view colour(Side side) {
    return side == Side::first ? "white" : "black";
}

/// The pieces read so far.
struct Setup {
    std::array<Board, 2> pieces{};
    std::array<bool, 2> seen{};
    Board kings = 0;

    Board& of(Side side) { return pieces[static_cast<std::size_t>(side)]; }

    std::optional<Error> put(Side side, int square, bool king) {
        const Board bit = bits::bit(bits::cell_of(square));
        if (((pieces[0] | pieces[1]) & bit) != 0) {
            return Error{fmt::format("square {} is named twice", square)};
        }
        if (!king && (bit & (side == Side::first ? bits::kTopRow : bits::kBottomRow)) != 0) {
            return Error{fmt::format("square {}: a {} man cannot stand there, only a king (K{})",
                                     square, colour(side), square)};
        }
        of(side) |= bit;
        if (king) kings |= bit;
        if (bits::count(of(side)) > kMostPieces) {
            return Error{fmt::format("{} has more than {} pieces", colour(side), kMostPieces)};
        }
        return {};
    }

    Expected<Position> position(Side turn, Variant variant) {
        return Position{of(turn), of(other(turn)), kings, turn, variant};
    }
};

std::optional<Side> parse_side(char c) {
    if (c == 'W' || c == 'w') return Side::first;
    if (c == 'B' || c == 'b') return Side::second;
    return {};
}

std::optional<int> parse_square(std::string_view text) {
    const auto square = text::number<unsigned>(text);
    if (!square || *square < 1 || *square > 50) return {};
    return static_cast<int>(*square);
}

/// `31`, `K7`, `31-50`, `K1-5`.
std::optional<Error> put_item(Setup& setup, Side side, std::string_view item) {
    const std::string_view whole = item;
    const bool king = !item.empty() && (item[0] == 'K' || item[0] == 'k');
    if (king) item.remove_prefix(1);
    const auto dash = item.find('-');
    const auto first = parse_square(item.substr(0, dash));
    const auto last = dash == item.npos ? first : parse_square(item.substr(dash + 1));
    if (!first || !last || *first > *last) {
        return Error{
            fmt::format("'{}': expected a square from 1 to 50 or a range such as 31-50, with K "
                        "before it for kings",
                        text::printable(whole))};
    }
    for (int square = *first; square <= *last; ++square) {
        if (auto error = setup.put(side, square, king)) return error;
    }
    return {};
}

std::optional<Error> put_side(Setup& setup, Side side, std::string_view items) {
    auto& seen = setup.seen[static_cast<std::size_t>(side)];
    if (seen) return Error{fmt::format("the {} pieces are given twice", colour(side))};
    seen = true;
    while (!items.empty()) {
        const auto comma = items.find(',');
        if (auto error = put_item(setup, side, items.substr(0, comma))) return error;
        if (comma == items.npos) break;
        items.remove_prefix(comma + 1);
    }
    return {};
}

bool is_counter(std::string_view part) {
    return (part[0] == 'H' || part[0] == 'F') && text::number<unsigned>(part.substr(1));
}

Expected<Position> parse_hub(Variant variant, std::string_view text) {
    Setup setup;
    for (int square = 1; square <= 50; ++square) {
        const char c = text[static_cast<std::size_t>(square)];
        if (c == 'e') continue;
        const auto side = parse_side(c);
        if (!side) {
            return Error{
                fmt::format("square {}: '{}' is none of w b W B e", square,
                            text::printable(text.substr(static_cast<std::size_t>(square), 1)))};
        }
        if (auto error = setup.put(*side, square, c == 'W' || c == 'B')) return *error;
    }
    return setup.position(*parse_side(text[0]), variant);
}

}  // namespace

std::string Rules::to_fen(const Position& position) {
    std::string fen = position.side_to_move() == Side::first ? "W" : "B";
    for (const Side side : {Side::first, Side::second}) {
        fen += side == Side::first ? ":W" : ":B";
        bool more = false;
        for (Board left = position.pieces(side); left != 0; left &= left - 1) {
            if (more) fen += ',';
            more = true;
            if ((position.kings() & bits::lowest_bit(left)) != 0) fen += 'K';
            fen += fmt::to_string(bits::square_of(bits::lowest(left)));
        }
    }
    return fen;
}

Expected<Position> Rules::parse_fen(Variant variant, std::string_view text) {
    std::string fen;
    for (const auto word : text::words(text)) fen += word;
    if (fen.empty()) return Error{"expected a position such as W:W31-50:B1-20, found nothing"};
    const auto turn = parse_side(fen[0]);
    const std::string_view all = fen;
    if (turn && all.size() == 51 && all.find(':') == all.npos) return parse_hub(variant, all);
    if (!turn || all.size() < 2 || all[1] != ':') {
        return Error{fmt::format("side to move '{}': expected W or B and a colon",
                                 text::printable(all.substr(0, all.find(':'))))};
    }
    std::string_view rest = all.substr(2);
    if (rest.ends_with('.')) rest.remove_suffix(1);
    Setup setup;
    for (bool more = true; more;) {
        const auto colon = rest.find(':');
        const std::string_view part = rest.substr(0, colon);
        more = colon != rest.npos;
        if (more) rest.remove_prefix(colon + 1);
        const auto side = part.empty() ? std::nullopt : parse_side(part[0]);
        if (side) {
            if (auto error = put_side(setup, *side, part.substr(1))) return *error;
        } else if (part.empty() || !is_counter(part)) {
            return Error{
                fmt::format("':{}': expected :W or :B and the squares", text::printable(part))};
        }
    }
    for (const Side side : {Side::first, Side::second}) {
        if (!setup.seen[static_cast<std::size_t>(side)]) {
            return Error{fmt::format("the {} pieces are missing: expected :{} and the squares",
                                     colour(side), side == Side::first ? 'W' : 'B')};
        }
    }
    return setup.position(*turn, variant);
}

}  // namespace sparring::draughts
