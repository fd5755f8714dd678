#include "protocol/cs2.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "protocol/text.hpp"

namespace sparring::cs2 {
namespace {

constexpr std::int64_t kLongest = 1'000'000'000'000;  // ms

Expected<std::string> move_of(std::string_view x, std::string_view y) {
    const auto column = text::number<int>(x), row = text::number<int>(y);
    if (!column || !row)
        return Error{fmt::format("'{} {}': expected column and row as numbers", text::printable(x),
                                 text::printable(y))};
    // Its own wrapper takes any negative number for a pass.
    if (*column < 0 || *row < 0) return std::string{kPass};
    return fmt::format("{} {}", *column, *row);
}

}  // namespace

Expected<Turn> parse_turn(std::string_view line) {
    const auto words = text::words(line);
    if (words.size() != 3)
        return Error{
            fmt::format("'{}': expected column, row and milliseconds", text::printable(line))};
    auto move = move_of(words[0], words[1]);
    if (!move) return Error{move.error()};
    const auto left = text::number<std::int64_t>(words[2]);
    if (!left)
        return Error{
            fmt::format("'{}' is not a number of milliseconds", text::printable(words[2]))};
    return Turn{*std::move(move), std::clamp<std::int64_t>(*left, -1, kLongest)};
}

std::string to_text(const Turn& turn) {
    return fmt::format("{} {}", turn.move, turn.left_ms);
}

Expected<std::string> parse_move(std::string_view line) {
    const auto words = text::words(line);
    if (words.size() != 2)
        return Error{fmt::format("'{}': expected column and row", text::printable(line))};
    return move_of(words[0], words[1]);
}

}  // namespace sparring::cs2
