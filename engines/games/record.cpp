#include "engines/games/record.hpp"

#include <fmt/format.h>

#include <array>

namespace sparring {
namespace {

constexpr std::array<std::string_view, 4> kOutcomes{"*", "1-0", "0-1", "1/2-1/2"};

std::string escaped(std::string_view value) {
    std::string result;
    for (const char c : value) {
        if (c == '"' || c == '\\') result += '\\';
        result += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
    }
    return result;
}

}  // namespace

std::string_view to_text(Outcome outcome) {
    return kOutcomes[static_cast<std::size_t>(outcome)];
}

std::optional<Outcome> parse_outcome(std::string_view text) {
    for (std::size_t i = 0; i < kOutcomes.size(); ++i) {
        if (kOutcomes[i] == text) return static_cast<Outcome>(i);
    }
    return {};
}

Tags seven_tags(const RecordHeader& header, std::string_view result, std::string_view first,
                std::string_view second) {
    return {{"Event", header.event},
            {"Site", header.site},
            {"Date", header.date},
            {"Round", header.round},
            {std::string{first}, header.first},
            {std::string{second}, header.second},
            {"Result", std::string{result}}};
}

std::string pgn_text(const Tags& tags, std::span<const std::string> numbers,
                     std::span<const std::string> moves, std::span<const std::string> comments,
                     std::string_view result) {
    std::string text;
    for (const auto& [name, value] : tags)
        text += fmt::format("[{} \"{}\"]\n", name, escaped(value));
    text += '\n';
    std::size_t column = 0;
    const auto add = [&](std::string_view word) {
        constexpr std::size_t width = 80;
        if (column != 0 && column + 1 + word.size() > width) {
            text += '\n';
            column = 0;
        }
        if (column != 0) {
            text += ' ';
            ++column;
        }
        text += word;
        column += word.size();
    };
    for (std::size_t i = 0; i < moves.size(); ++i) {
        if (i < numbers.size() && !numbers[i].empty()) add(numbers[i]);
        add(moves[i]);
        if (i < comments.size() && !comments[i].empty()) add("{" + comments[i] + "}");
    }
    add(result);
    text += '\n';
    return text;
}

std::vector<std::string> alternating_numbers(std::size_t plies, bool first_to_move) {
    std::vector<std::string> numbers(plies);
    for (std::size_t i = 0; i < plies; ++i) {
        const std::size_t ply = i + (first_to_move ? 0 : 1);
        if (ply % 2 == 0) {
            numbers[i] = fmt::format("{}.", ply / 2 + 1);
        } else if (i == 0) {
            numbers[i] = fmt::format("{}...", ply / 2 + 1);
        }
    }
    return numbers;
}

}  // namespace sparring
