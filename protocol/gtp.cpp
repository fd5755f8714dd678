#include "protocol/gtp.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "protocol/text.hpp"

namespace sparring::gtp {
namespace {

constexpr std::int64_t kLongestTime = 100'000'000;  // s

/// Without comment and control characters; tabs become blanks.
std::string cleaned(std::string_view line) {
    std::string clean;
    for (const char c : line.substr(0, line.find('#'))) {
        if (c == '\t') clean += ' ';
        if (c == 127 || (c >= 0 && c < ' ')) continue;
        clean += c;
    }
    return clean;
}

std::optional<std::int64_t> parse_id(std::string_view word) {
    const auto id = text::number<std::int64_t>(word);
    return id && *id >= 0 ? id : std::nullopt;
}

/// The number at the front of `text`, which is removed with it.
std::optional<std::int64_t> take_id(std::string_view& text) {
    const std::size_t end = std::min(text.find_first_not_of("0123456789"), text.size());
    const auto id = parse_id(text.substr(0, end));
    // `=3d` is a move that forgot its blank, `= 3 d3` the id after one.
    if (!id || (end < text.size() && text[end] != ' ' && text[end] != '\t')) return {};
    text.remove_prefix(end);
    return id;
}

Expected<std::int64_t> seconds(const std::string& word) {
    const auto value = text::number<std::int64_t>(word);
    // Some controllers send fractions.
    const auto whole = value ? value : text::number<std::int64_t>(word.substr(0, word.find('.')));
    if (!whole || std::abs(*whole) > kLongestTime)
        return Error{fmt::format("'{}' is not a number of seconds", text::printable(word))};
    return *whole;
}

Expected<int> stones(const std::string& word) {
    const auto value = text::number<int>(word);
    if (!value || *value < 0)
        return Error{fmt::format("'{}' is not a number of moves", text::printable(word))};
    return *value;
}

}  // namespace

std::optional<Command> parse_command(std::string_view line) {
    const std::string clean = cleaned(line);
    auto words = text::words(clean);
    if (words.empty()) return {};
    Command command;
    command.id = parse_id(words.front());
    if (command.id) words.erase(words.begin());
    if (!words.empty()) {
        command.name = words.front();
        command.arguments.assign(words.begin() + 1, words.end());
    }
    return command;
}

std::string to_text(const Command& command) {
    std::string line = command.id ? fmt::format("{} ", *command.id) : "";
    line += command.name;
    for (const std::string& argument : command.arguments) line += " " + argument;
    return line;
}

std::string to_text(const Response& response) {
    std::string text{response.ok ? '=' : '?'};
    if (response.id) text += fmt::to_string(*response.id);
    if (!response.text.empty()) text += " " + response.text;
    return text + '\n';
}

std::optional<Response> ResponseReader::take(std::string_view line) {
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    const bool starts = !line.empty() && (line[0] == '=' || line[0] == '?');
    if (!open_) {
        if (!starts) return {};
        Response response;
        response.ok = line[0] == '=';
        std::string_view rest = line.substr(1);
        response.id = take_id(rest);
        response.text = text::trim(rest).substr(0, kLongest);
        open_ = std::move(response);
        return {};
    }
    if (text::trim(line).empty()) {
        auto complete = std::move(open_);
        open_.reset();
        return complete;
    }
    if (open_->text.size() + line.size() < kLongest) (open_->text += '\n') += line;
    return {};
}

std::optional<bool> parse_is_black(std::string_view colour) {
    if (text::equals_ignoring_case(colour, "b") || text::equals_ignoring_case(colour, "black"))
        return true;
    if (text::equals_ignoring_case(colour, "w") || text::equals_ignoring_case(colour, "white"))
        return false;
    return {};
}

Expected<TimeSettings> parse_time_settings(const std::vector<std::string>& arguments) {
    if (arguments.size() != 3)
        return Error{"expected main time, byo-yomi time and byo-yomi stones"};
    const auto main = seconds(arguments[0]), period = seconds(arguments[1]);
    const auto moves = stones(arguments[2]);
    if (!main || !period) return Error{main ? period.error() : main.error()};
    if (!moves) return Error{moves.error()};
    return TimeSettings{*main, *period, *moves};
}

Expected<TimeLeft> parse_time_left(const std::vector<std::string>& arguments) {
    if (arguments.size() < 2) return Error{"expected colour, seconds and stones"};
    const auto black = parse_is_black(arguments[0]);
    if (!black) return Error{fmt::format("'{}' is no colour", text::printable(arguments[0]))};
    const auto time = seconds(arguments[1]);
    if (!time) return Error{time.error()};
    const auto moves = arguments.size() > 2 ? stones(arguments[2]) : Expected<int>{0};
    if (!moves) return Error{moves.error()};
    return TimeLeft{*black, *time, *moves};
}

}  // namespace sparring::gtp
