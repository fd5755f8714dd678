#include "protocol/option.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "protocol/text.hpp"

namespace sparring {
namespace {

constexpr std::string_view kEmpty = "<empty>";
constexpr std::array<std::string_view, 5> kTypeNames{"check", "spin", "combo", "button", "string"};
constexpr std::array<std::string_view, 6> kKeywords{"name", "type", "default", "min", "max", "var"};

std::string_view type_name(Option::Type type) {
    return kTypeNames[static_cast<std::size_t>(type)];
}

}  // namespace

Option Option::check(std::string name, bool value) {
    return {std::move(name), Type::check, value ? "true" : "false", 0, 0, {}};
}
Option Option::spin(std::string name, std::int64_t value, std::int64_t min, std::int64_t max) {
    return {std::move(name), Type::spin, fmt::format("{}", value), min, max, {}};
}
Option Option::combo(std::string name, std::string value, std::vector<std::string> vars) {
    return {std::move(name), Type::combo, std::move(value), 0, 0, std::move(vars)};
}
Option Option::button(std::string name) {
    return {std::move(name), Type::button, {}, 0, 0, {}};
}
Option Option::text(std::string name, std::string value) {
    return {std::move(name), Type::string, std::move(value), 0, 0, {}};
}

std::string to_text(const Option& option) {
    std::string line = fmt::format("option name {} type {}", option.name, type_name(option.type));
    if (option.type != Option::Type::button) {
        line += " default ";
        line += option.default_value.empty() ? kEmpty : std::string_view{option.default_value};
    }
    if (option.type == Option::Type::spin) {
        line += fmt::format(" min {} max {}", option.min, option.max);
    }
    for (const std::string& var : option.vars) line += " var " + var;
    return line;
}

Expected<Option> parse_option(std::string_view line) {
    auto words = text::words(line);
    if (!words.empty() && words.front() == "option") words.erase(words.begin());
    Option option;
    bool typed = false;
    for (std::size_t i = 0; i < words.size();) {
        const std::string_view key = words[i++];
        if (std::find(kKeywords.begin(), kKeywords.end(), key) == kKeywords.end()) continue;
        std::string value;
        while (i < words.size() &&
               std::find(kKeywords.begin(), kKeywords.end(), words[i]) == kKeywords.end()) {
            value += value.empty() ? "" : " ";
            value += words[i++];
        }
        if (key == "name") {
            option.name = value;
        } else if (key == "type") {
            const auto found = std::find(kTypeNames.begin(), kTypeNames.end(), value);
            if (found == kTypeNames.end()) {
                return Error{
                    fmt::format("option type '{}': expected check, spin, combo, button or string",
                                text::printable(value))};
            }
            option.type = static_cast<Option::Type>(found - kTypeNames.begin());
            typed = true;
        } else if (key == "default") {
            option.default_value = value == kEmpty ? "" : value;
        } else if (key == "var") {
            option.vars.push_back(value);
        } else {
            const auto number = text::number<std::int64_t>(value);
            if (!number) {
                return Error{fmt::format("option {} '{}': expected a whole number", key,
                                         text::printable(value))};
            }
            (key == "min" ? option.min : option.max) = *number;
        }
    }
    if (option.name.empty()) return Error{"option without a name"};
    if (!typed) return Error{fmt::format("option {}: no type", text::printable(option.name))};
    return option;
}

Expected<std::string> accept_value(const Option& option, std::string_view raw) {
    const std::string_view value = text::trim(raw);
    switch (option.type) {
        case Option::Type::check:
            for (const std::string_view word : {"true", "false"}) {
                if (text::equals_ignoring_case(value, word)) return std::string{word};
            }
            return Error{fmt::format("'{}' is neither true nor false", text::printable(value))};
        case Option::Type::spin: {
            const auto number = text::number<std::int64_t>(value);
            if (!number)
                return Error{fmt::format("'{}' is not a whole number", text::printable(value))};
            if (*number < option.min)
                return Error{fmt::format("{} is below {}", *number, option.min)};
            if (*number > option.max)
                return Error{fmt::format("{} is above {}", *number, option.max)};
            return fmt::format("{}", *number);
        }
        case Option::Type::combo: {
            for (const std::string& var : option.vars) {
                if (text::equals_ignoring_case(value, var)) return var;
            }
            const auto near = text::nearest(value, option.vars);
            return Error{fmt::format("'{}' is not one of its values{}", text::printable(value),
                                     near ? fmt::format(" (nearest: {})", *near) : "")};
        }
        case Option::Type::button:
            return std::string{};
        case Option::Type::string:
            return std::string{value == kEmpty ? std::string_view{} : value};
    }
    return Error{"unknown option type"};
}

}  // namespace sparring
