#include "referee/view/table.hpp"

#include <algorithm>

namespace sparring::referee {
namespace {

bool continues(char c) {
    return (static_cast<unsigned char>(c) & 0xc0) == 0x80;
}

constexpr std::size_t kBetweenColumns = 2;

}  // namespace

std::size_t characters(std::string_view text) {
    return static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char c) { return !continues(c); }));
}

std::string fitted(const std::string& text, std::size_t width) {
    if (characters(text) <= width) return text;
    std::string result;
    std::size_t count = 0;
    for (const char c : text) {
        if (!continues(c) && ++count >= width) break;
        result += c;
    }
    return width == 0 ? "" : result + "~";
}

void Table::column(std::string title, Align align) {
    columns_.push_back({std::move(title), align});
}

void Table::row(std::vector<std::string> cells) {
    cells.resize(columns_.size());
    rows_.push_back(std::move(cells));
}

std::string Table::text(bool colour, std::size_t width) const {
    std::vector<std::size_t> widths;
    for (std::size_t i = 0; i < columns_.size(); ++i) {
        std::size_t widest = characters(columns_[i].title);
        for (const auto& row : rows_) widest = std::max(widest, characters(row[i]));
        widths.push_back(widest);
    }
    std::size_t total = columns_.empty() ? 0 : kBetweenColumns * (columns_.size() - 1);
    for (const std::size_t each : widths) total += each;
    const auto yielding = std::find_if(columns_.begin(), columns_.end(), [](const Column& column) {
        return column.align == Align::left;
    });
    if (total > width && yielding != columns_.end()) {
        constexpr std::size_t least = 4;
        std::size_t& narrow = widths[static_cast<std::size_t>(yielding - columns_.begin())];
        narrow -= std::min(narrow - std::min(narrow, least), total - width);
    }
    const auto line = [&](auto cell) {
        std::string result;
        for (std::size_t i = 0; i < columns_.size(); ++i) {
            const std::string content = fitted(cell(i), widths[i]);
            const std::string padding(widths[i] - characters(content), ' ');
            if (i > 0) result.append(kBetweenColumns, ' ');
            result += columns_[i].align == Align::left ? content + padding : padding + content;
        }
        result.erase(result.find_last_not_of(' ') + 1);
        return result;
    };
    std::string text = line([&](std::size_t i) { return columns_[i].title; });
    if (colour) text = "\x1b[1m" + text + "\x1b[0m";
    text += '\n';
    for (const auto& row : rows_) text += line([&](std::size_t i) { return row[i]; }) + "\n";
    return text;
}

}  // namespace sparring::referee
