#include "tuner/config/point_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <nlohmann/json.hpp>

#include "protocol/text.hpp"
#include "tuner/config/node.hpp"

namespace sparring::tuner {
namespace {

/// Of a parameter whose words are names or true and false the number is nothing to anybody.
bool is_number(const Parameter& parameter) {
    return parameter.words.empty();
}

bool is_flag(const Parameter& parameter) {
    return parameter.words == std::vector<std::string>{"false", "true"};
}

bool is_whole(const Parameter& parameter) {
    return parameter.codec != Codec::real;
}

/// A name that C++ accepts: `Move Overhead` is `Move_Overhead`.
std::string identifier(const std::string& name) {
    std::string result;
    for (const char c : name) result += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
    if (result.empty() || std::isdigit(static_cast<unsigned char>(result.front())) != 0)
        result.insert(0, "_");
    return result;
}

std::string replaced(std::string text, std::string_view from, const std::string& to) {
    for (std::size_t at = text.find(from); at != text.npos; at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
    return text;
}

/// For a shell.
std::string quoted(const std::string& word) {
    const bool plain = std::all_of(word.begin(), word.end(), [](unsigned char c) {
        return std::isalnum(c) != 0 ||
               std::string_view{"-_=.,:/+%@"}.find(static_cast<char>(c)) != std::string_view::npos;
    });
    return plain && !word.empty() ? word : "'" + replaced(word, "'", "'\\''") + "'";
}

std::string quoted_json(const std::string& text) {
    using Json = nlohmann::json;
    return Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

std::vector<std::string> point_formats() {
    return {"setoption", "toml", "json", "header", "openbench", "args", "referee"};
}

std::string point_text(const Parameters& parameters, const Point& point, std::string_view format,
                       std::string_view pattern) {
    std::string text;
    const auto options = parameters.options(point);
    // Bare numbers and flags where the format knows them.
    const auto literal = [&](std::size_t i) {
        const Parameter& parameter = parameters.all[i];
        return is_number(parameter) || is_flag(parameter) ? options[i].second
                                                          : quoted_json(options[i].second);
    };
    for (std::size_t i = 0; i < options.size(); ++i) {
        const Parameter& parameter = parameters.all[i];
        const auto& [name, value] = options[i];
        const char* comma = i + 1 < options.size() ? "," : "";
        if (format == "setoption") {
            text += fmt::format("setoption name {} value {}\n", name, value);
        } else if (format == "toml") {
            text += fmt::format("{} = {}\n", quoted_json(name), literal(i));
        } else if (format == "json") {
            text += fmt::format("  {}: {}{}\n", quoted_json(name), literal(i), comma);
        } else if (format == "header") {
            const std::string type = is_flag(parameter)      ? "bool"
                                     : !is_number(parameter) ? "const char*"
                                     : is_whole(parameter)   ? "int"
                                                             : "double";
            text +=
                fmt::format("inline constexpr {} {} = {};\n", type, identifier(name), literal(i));
        } else if (format == "openbench" && is_number(parameter)) {
            text += fmt::format("{}, {}, {}, {}, {}, {}, 0.002\n", name,
                                is_whole(parameter) ? "int" : "float", value,
                                parameter.text(parameter.min), parameter.text(parameter.max),
                                std::max(parameter.range() / 20, parameter.step / 2));
        } else if (format == "args") {
            text +=
                (i == 0 ? "" : " ") +
                quoted(replaced(replaced(std::string{pattern}, "{name}", name), "{value}", value));
        } else if (format == "referee") {
            text += (i == 0 ? "" : " ") + quoted(fmt::format("option.{}={}", name, value));
        }
    }
    if (format == "toml") return "[options]\n" + text;
    if (format == "json") return "{\n" + text + "}\n";
    if (format == "header") return "#pragma once\n\n" + text;
    if (format == "args" || format == "referee") return text + "\n";
    return text;
}

Expected<Point> parse_point(std::string_view json, const Parameters& parameters) {
    const auto object = nlohmann::ordered_json::parse(json, nullptr, false);
    if (!object.is_object()) return Error{"expected an object as in {\"Pieces\": 512}"};
    const Space space = parameters.space();
    Point point = space.start();
    std::vector<std::string> names;
    for (const Parameter& parameter : parameters.all) names.push_back(parameter.name);
    for (const auto& [key, value] : object.items()) {
        const auto found = std::find_if(
            parameters.all.begin(), parameters.all.end(),
            [&name = key](const auto& p) { return text::equals_ignoring_case(p.name, name); });
        if (found == parameters.all.end()) {
            const auto near = text::nearest(key, names);
            return Error{fmt::format("there is no parameter '{}'{}", text::printable(key),
                                     near ? fmt::format("; the nearest is '{}'", *near) : "")};
        }
        if (value.is_structured() || value.is_null())
            return Error{fmt::format("{}: expected a number, a text, true or false", found->name)};
        const auto read = found->value(value.is_string() ? value.get<std::string>() : value.dump());
        if (!read) return Error{read.error()};
        if (found->fixed) {
            if (*read == found->snapped(found->start)) continue;
            return Error{fmt::format("{} is fixed at {}", found->name, found->text(found->start))};
        }
        for (std::size_t i = 0; i < space.size(); ++i)
            if (space[i].name == found->name) point[i] = *read;
    }
    return point;
}

}  // namespace sparring::tuner
