#include "referee/league/submission.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "protocol/text.hpp"
#include "referee/cli/toml_file.hpp"
#include "referee/play/shell_text.hpp"

namespace sparring::referee::league {
namespace {

constexpr std::array<std::string_view, 4> kKeys{"cmd", "proto", "restart", "option"};
constexpr std::array<std::string_view, 16> kOfTheCourse{
    "name",   "dir", "stderr",  "startup",    "ping",  "sandbox", "scratch", "expose",
    "memory", "cpu", "threads", "timemargin", "stall", "nice",    "limits",  "tc"};

bool is_plain(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

Error unknown_key(const Argument& argument) {
    if (std::find(kOfTheCourse.begin(), kOfTheCourse.end(), argument.name) != kOfTheCourse.end())
        return Error{fmt::format("{}: '{}' is for the course to set, not for a submission",
                                 argument.where, argument.name)};
    const std::vector<std::string> names{kKeys.begin(), kKeys.end()};
    const std::string near = suggestion(argument.name, names, "");
    return Error{fmt::format("{}: unknown key '{}'{}", argument.where,
                             text::printable(argument.name),
                             near.empty() ? "; there are cmd, proto, restart, option.NAME" : near)};
}

}  // namespace

Expected<Bot> parse_bot(std::string_view text) {
    const auto arguments = parse_toml(text, std::string{kBotFile});
    if (!arguments) return Error{arguments.error()};
    Bot bot;
    bool given = false;
    for (const Argument& argument : *arguments) {
        const auto fault = [&](const std::string& what) {
            return Error{fmt::format("{}: {}: {}", argument.where, argument.name, what)};
        };
        if (std::find(kKeys.begin(), kKeys.end(), argument.name) == kKeys.end())
            return unknown_key(argument);
        if (argument.name == "option") {
            for (const std::string& word : argument.words) bot.keys.push_back("option." + word);
            if (argument.words.empty()) return fault("expected option.NAME = VALUE");
        } else if (argument.name != "cmd") {
            if (argument.words.size() != 1) return fault("expected one text");
            bot.keys.push_back(argument.name + "=" + argument.words.front());
        } else {
            // A list is a program and its arguments, a text is written as in a shell.
            auto words = argument.words.size() == 1 ? shell_words(argument.words.front())
                                                    : Expected<Words>{argument.words};
            if (!words) return fault(words.error());
            if (words->empty() || words->front().empty())
                return fault(
                    "expected a program, as in cmd = \"./bot\" or cmd = \"python3 bot.py\"");
            bot.program = words->front();
            bot.arguments.assign(words->begin() + 1, words->end());
            given = true;
        }
    }
    if (!given) {
        return Error{fmt::format("{}: cmd is missing: cmd = \"./bot\", or cmd = \"python3 bot.py\"",
                                 kBotFile)};
    }
    return bot;
}

std::optional<std::string> fault_in_name(std::string_view name) {
    constexpr std::size_t most = 40;
    const bool right = !name.empty() && name.size() <= most && is_plain(name.front()) &&
                       std::all_of(name.begin(), name.end(), [](char c) {
                           return is_plain(c) || c == '-' || c == '_' || c == '.';
                       });
    if (right) return {};
    return fmt::format(
        "the folder's name '{}' cannot be a player's: letters, digits, '-', '_' and '.', at most "
        "{}, the first a letter or digit",
        text::printable(name), most);
}

std::string player_name(std::string_view submitter, int version) {
    return fmt::format("{}#{}", submitter, version);
}

PlayerName split_player_name(std::string_view player) {
    const auto mark = player.rfind('#');
    if (mark != player.npos) {
        const auto version = text::number<int>(player.substr(mark + 1));
        if (version && *version > 0) return {std::string{player.substr(0, mark)}, *version};
    }
    return {std::string{player}, 0};
}

}  // namespace sparring::referee::league
