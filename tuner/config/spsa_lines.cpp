#include "tuner/config/spsa_lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

#include "protocol/text.hpp"

namespace sparring::tuner {
namespace {

constexpr double kLargest = 1e15;

std::string_view trimmed(std::string_view text) {
    constexpr std::string_view blanks = " \t\r";
    const auto first = text.find_first_not_of(blanks);
    if (first == text.npos) return {};
    return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

std::vector<std::string_view> fields_of(std::string_view line) {
    std::vector<std::string_view> fields;
    for (;;) {
        const auto comma = line.find(',');
        fields.push_back(trimmed(line.substr(0, comma)));
        if (comma == line.npos) return fields;
        line.remove_prefix(comma + 1);
    }
}

Expected<SpsaLine> parse_line(std::string_view text) {
    auto fields = fields_of(text);
    SpsaLine line;
    line.name = fields.front();
    if (fields.size() == 7) {
        if (fields[1] != "int" && fields[1] != "float")
            return Error{fmt::format("'{}' is neither int nor float", text::printable(fields[1]))};
        line.whole = fields[1] == "int";
        fields.erase(fields.begin() + 1);
    }
    if (fields.size() != 6 || line.name.empty())
        return Error{
            "expected name, int, start, min, max, C_end, R_end (OpenBench) or "
            "name,start,min,max,c_end,r_end (fishtest)"};
    const std::array numbers{&line.start, &line.min, &line.max, &line.c_end, &line.r_end};
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        const auto number = text::number<double>(fields[i + 1]);
        if (!number || !(std::abs(*number) <= kLargest))
            return Error{fmt::format("'{}' is not a number", text::printable(fields[i + 1]))};
        *numbers[i] = *number;
    }
    if (!(line.min < line.max)) return Error{fmt::format("{} is not below {}", line.min, line.max)};
    if (!(line.start >= line.min && line.start <= line.max))
        return Error{fmt::format("{} is outside {}..{}", line.start, line.min, line.max)};
    if (!(line.c_end >= 0 && line.c_end <= (line.max - line.min) / 2))
        return Error{fmt::format("c_end {} is not in 0..{}, half the range", line.c_end,
                                 (line.max - line.min) / 2)};
    if (!(line.r_end >= 0 && line.r_end <= 10))
        return Error{fmt::format("r_end {} is not in 0..10", line.r_end)};
    if (line.whole) {
        // Fishtest tunes with fractions and rounds when it plays.
        line.start = std::round(line.start);
        line.min = std::ceil(line.min);
        line.max = std::floor(line.max);
        if (!(line.min < line.max && line.start >= line.min && line.start <= line.max))
            return Error{"there is no whole number to choose in its range"};
    }
    return line;
}

/// A power of ten that leaves at least 200 values.
double step_of(const SpsaLine& line) {
    return std::pow(10, std::floor(std::log10((line.max - line.min) / 200)));
}

}  // namespace

Expected<std::vector<SpsaLine>> parse_spsa_lines(std::string_view text) {
    std::vector<SpsaLine> lines;
    for (int number = 1; !text.empty(); ++number) {
        const auto end = text.find('\n');
        const std::string_view text_line = trimmed(text.substr(0, end));
        text.remove_prefix(end == text.npos ? text.size() : end + 1);
        if (text_line.empty() || text_line.front() == '#') continue;
        auto line = parse_line(text_line);
        if (!line) return Error{fmt::format("line {}: {}", number, line.error())};
        for (const SpsaLine& other : lines)
            if (text::equals_ignoring_case(other.name, line->name))
                return Error{fmt::format("line {}: {} stands here twice", number,
                                         text::printable(line->name))};
        lines.push_back(*std::move(line));
    }
    if (lines.empty()) return Error{"there are no parameters in it"};
    return lines;
}

std::string to_toml(const std::vector<SpsaLine>& lines) {
    std::string parameters, gains;
    for (const SpsaLine& line : lines) {
        // JSON's strings are TOML's.
        const std::string name =
            nlohmann::json(line.name).dump(-1, ' ', true, nlohmann::json::error_handler_t::replace);
        parameters += fmt::format("[[param]]\nname = {}\ndefault = {}\nmin = {}\nmax = {}\n", name,
                                  line.start, line.min, line.max);
        if (!line.whole)
            parameters += fmt::format("codec = \"real\"\nstep = {:g}\n", step_of(line));
        parameters += '\n';
        gains += fmt::format("[strategy.parameters.{}]\nc_end = {:.6g}\nr_end = {:g}\n\n", name,
                             line.c_end / (line.max - line.min), line.r_end);
    }
    return parameters + gains.substr(0, gains.size() - 1);
}

}  // namespace sparring::tuner
