#include "engines/bot/manner.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <toml++/toml.h>
#include <algorithm>
#include <cmath>

#include "protocol/real.hpp"
#include "protocol/text.hpp"

namespace sparring::bot {
namespace {

constexpr double kLongest = 1e6;  // seconds

Error at(const toml::node& node, std::string_view problem) {
    return Error{fmt::format("line {}: {}", node.source().begin.line, problem)};
}

Error unknown(const toml::node& node, std::string_view key, const std::vector<std::string>& known) {
    const auto near = text::nearest(key, known);
    return at(node, fmt::format("'{}' is not known{}; there are {}", text::printable(key),
                                near ? fmt::format(", did you mean '{}'?", *near) : "",
                                fmt::join(known, ", ")));
}

Expected<std::string> value_text(const toml::node& node) {
    if (const auto text = node.value_exact<std::string>()) return *text;
    if (const auto flag = node.value_exact<bool>()) return std::string{*flag ? "true" : "false"};
    if (const auto number = node.value_exact<std::int64_t>()) return fmt::to_string(*number);
    return at(node, "expected a text, a whole number, true or false");
}

std::optional<Error> read_options(const toml::table& table, Manner& manner) {
    for (const auto& [key, node] : table) {
        const auto value = value_text(node);
        if (!value) return Error{value.error()};
        manner.options.emplace_back(std::string{key.str()}, *value);
    }
    // The table is sorted by name; options act in the order in which they are written.
    std::stable_sort(manner.options.begin(), manner.options.end(),
                     [&](const auto& a, const auto& b) {
                         return table.find(a.first)->second.source().begin.line <
                                table.find(b.first)->second.source().begin.line;
                     });
    return {};
}

const std::vector<std::string>& budget_keys() {
    static const std::vector<std::string> keys{"game", "move", "depth"};
    return keys;
}

/// Precondition: the key is one of budget_keys().
std::optional<Error> set_budget(Manner& manner, std::string_view key,
                                std::optional<double> number) {
    if (!number || !(*number > 0) || *number > kLongest)
        return Error{fmt::format("{}: expected a number above 0", key)};
    const auto ms = std::max<std::int64_t>(1, std::llround(*number * 1000));
    if (key == "game")
        manner.budget.game_ms = ms;
    else if (key == "move")
        manner.budget.move_ms = ms;
    else
        manner.budget.depth = std::max(1, static_cast<int>(*number));
    return {};
}

std::optional<Error> read_time(const toml::table& table, Manner& manner) {
    for (const auto& [key, node] : table) {
        const auto& known = budget_keys();
        if (std::find(known.begin(), known.end(), key.str()) == known.end())
            return unknown(node, key.str(), known);
        if (const auto error = set_budget(manner, key.str(), node.value<double>()))
            return at(node, error->message);
    }
    return {};
}

std::optional<Error> read_botzone(const toml::table& table, Manner& manner) {
    for (const auto& [key, node] : table) {
        const auto flag = node.value_exact<bool>();
        if (key != "keep-running") return unknown(node, key.str(), {"keep-running"});
        if (!flag) return at(node, "keep-running: expected true or false");
        manner.keep_running = *flag;
    }
    return {};
}

std::string words_of(std::span<const Dialect> dialects) {
    std::vector<std::string_view> words;
    for (const Dialect dialect : dialects) words.push_back(word(dialect));
    return fmt::format("{}", fmt::join(words, ", "));
}

std::optional<Error> read_root(const toml::table& root, Manner& manner) {
    for (const auto& [key, node] : root) {
        const auto* table = node.as_table();
        std::optional<Error> error;
        if (key == "protocol") {
            const auto text = node.value_exact<std::string>();
            manner.dialect = text ? parse_dialect(*text) : std::nullopt;
            if (!manner.dialect)
                error = at(node, fmt::format("protocol: expected one of {}", words_of(kDialects)));
        } else if (key == "options" && table) {
            error = read_options(*table, manner);
        } else if (key == "time" && table) {
            error = read_time(*table, manner);
        } else if (key == "botzone" && table) {
            error = read_botzone(*table, manner);
        } else {
            error = unknown(node, key.str(), {"protocol", "[options]", "[time]", "[botzone]"});
        }
        if (error) return error;
    }
    return {};
}

/// `--set NAME=VALUE` and the budgets.
std::optional<Error> read_pair(Manner& manner, std::string_view key, const std::string& value) {
    if (key != "set") return set_budget(manner, key, text::real(value));
    const auto equals = value.find('=');
    if (equals == value.npos)
        return Error{fmt::format("--set '{}': expected NAME=VALUE", text::printable(value))};
    manner.options.emplace_back(value.substr(0, equals), value.substr(equals + 1));
    return {};
}

bool has(std::span<const Dialect> known, Dialect dialect) {
    return std::find(known.begin(), known.end(), dialect) != known.end();
}

}  // namespace

Expected<Manner> parse_manner(std::string_view text) {
    Manner manner;
    try {
        const toml::table root = toml::parse(text);
        if (auto error = read_root(root, manner)) return *error;
    } catch (const toml::parse_error& error) {
        return Error{fmt::format("line {}: {}", error.source().begin.line, error.description())};
    }
    return manner;
}

Expected<Manner> with_arguments(Manner manner, std::span<const std::string> arguments,
                                std::span<const Dialect> known) {
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const std::string& argument = arguments[i];
        const std::string_view key = std::string_view{argument}.substr(std::min<std::size_t>(
            argument.starts_with("--") ? 2 : argument.size(), argument.size()));
        const auto& budgets = budget_keys();
        if (key == "set" || std::find(budgets.begin(), budgets.end(), key) != budgets.end()) {
            if (++i == arguments.size())
                return Error{fmt::format("argument {}: its value is missing", argument)};
            if (auto error = read_pair(manner, key, arguments[i])) return *error;
        } else if (argument == "--help" || argument == "-h") {
            manner.help = true;
        } else if (const auto dialect = parse_dialect(argument)) {
            manner.dialect = dialect;
        } else if (has(known, Dialect::cs2) && (argument == "Black" || argument == "White")) {
            manner.dialect = Dialect::cs2;
            manner.colour = argument == "Black" ? Side::first : Side::second;
        } else {
            return Error{fmt::format("argument '{}': expected a protocol ({}){} or --help",
                                     text::printable(argument), words_of(known),
                                     has(known, Dialect::cs2) ? ", Black, White" : "")};
        }
    }
    if (manner.dialect && !has(known, *manner.dialect))
        return Error{fmt::format("protocol {}: this game is not played in it; there are {}",
                                 word(*manner.dialect), words_of(known))};
    return manner;
}

std::optional<Error> apply(const Manner& manner, Brain& brain) {
    for (const auto& [name, value] : manner.options)
        if (auto refused = brain.options().set(name, value))
            return Error{"option " + refused->message};
    return {};
}

std::string usage(std::string_view program, std::span<const Dialect> known) {
    return fmt::format(
        "Usage: {} [PROTOCOL] [--set OPTION=VALUE] [--game S] [--move S] [--depth N]\n"
        "Plays on standard input and output. The protocol is found out from the first line, "
        "unless\n"
        "it is named: {}.\n"
        "Seconds for all moves of a game, or for a move, and plies, count where the platform sets "
        "no\n"
        "limits. The same and more can stand in {}.toml beside the program (docs/platforms.md).\n",
        program, words_of(known), program);
}

}  // namespace sparring::bot
