#include "tuner/cli/draft.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "protocol/text.hpp"
#include "referee/play/ugi_game.hpp"
#include "tuner/config/node.hpp"
#include "tuner/config/space_rules.hpp"
#include "tuner/genome/parameter.hpp"

namespace sparring::tuner {
namespace {

constexpr std::size_t kWidth = 100;

/// Where remarks begin, if what they are about leaves room.
constexpr int kRemarks = 30;

std::string line(const std::string& entry, std::string_view remark) {
    return fmt::format("{:<{}} # {}\n", entry, kRemarks, remark);
}

/// `["A11", "A12",` and so on, on as many lines as it takes.
std::string list_text(const std::string& key, const std::vector<std::string>& texts) {
    const std::string begin = key + " = [";
    std::string all = begin;
    std::size_t column = begin.size();
    for (std::size_t i = 0; i < texts.size(); ++i) {
        const std::string item = toml_string(texts[i]) + (i + 1 < texts.size() ? "," : "]");
        const bool wraps = i > 0 && column + 1 + item.size() > kWidth;
        if (wraps) {
            all += "\n" + std::string(begin.size(), ' ');
            column = begin.size();
        }
        const bool blank = i > 0 && !wraps;
        all += (blank ? " " : "") + item;
        column += item.size() + (blank ? 1 : 0);
    }
    return all + "\n";
}

/// What keeps an engine small, and its games its evaluation's.
std::string fixed_options(const std::vector<Option>& options) {
    std::vector<std::string> fixed;
    const auto fix = [&](const char* name, std::int64_t value) {
        for (const Option& option : options) {
            if (option.type != Option::Type::spin ||
                !text::equals_ignoring_case(option.name, name) || value < option.min ||
                value > option.max || option.default_value == std::to_string(value))
                continue;
            fixed.push_back(fmt::format("{} = {}", option.name, value));
        }
    };
    fix("Hash", 8);
    fix("Threads", 1);
    fix("Solve", 0);
    if (fixed.empty()) return "# options = { }\n";
    return line(fmt::format("options = {{ {} }}", fmt::join(fixed, ", ")),
                "stay as they are; small, and no solver plays instead of the weights");
}

std::string engine_text(const Draft& draft) {
    std::string text = "\n[engine]\n";
    if (draft.command.size() == 1) {
        text += fmt::format("command = {}\n", toml_string(draft.command.front()));
    } else {
        text += list_text("command", draft.command);
    }
    return text + fixed_options(draft.options) +
           line("limit = { depth = 2 }",
                "or { nodes = 1000 }, { tc = \"1+0.01\" }; depth and nodes repeat, time does not");
}

std::string openings_text(const Draft& draft) {
    if (draft.count == 0)
        return "\n[openings]\n"
               "# Only the start: every pair is the same two games, and nothing is held out for "
               "the "
               "test. With a\n# file of openings, kind = \"file\" and file = \"openings.txt\", "
               "both "
               "become better.\n"
               "kind = \"start\"\n";
    return fmt::format("\n[openings]\nkind = \"random\"\n{}count = {}\n",
                       line(fmt::format("plies = {}", draft.plies), "random moves of each"),
                       draft.count) +
           "# split = { train = 0.8, validation = 0.1, test = 0.1 }\n";
}

std::string match_text(const Draft& draft) {
    std::string text = "\n[match]\n";
    text += draft.rules.starts_with("draughts")
                ? line("max_moves = 100", "of each side, then it is a draw")
                : line("# max_moves = 0", "of each side, then it is a draw; 0: no limit");
    return text + line("# allocation = \"fixed\"", "or racing: who is out plays no more");
}

std::string rule_text(const Option& option) {
    return fmt::format("\n# [[param]]\n# name = {}\n# min = {}\n# max = {}\n# default = {}\n",
                       toml_string(option.name), option.min, option.max, option.default_value);
}

}  // namespace

std::vector<Option> proposed(const std::vector<Option>& options) {
    std::vector<Option> proposed;
    for (const Option& option : options) {
        if (option.type != Option::Type::spin || !may_be_weight(option)) continue;
        const auto parameter = parameter_of(option);
        if (parameter && !fault(*parameter)) proposed.push_back(option);
    }
    return proposed;
}

int opening_plies(const games::Choice& choice) {
    const std::string_view name = choice.game->name();
    if (referee::is_any_ugi_game(choice)) return 0;
    if (const auto length = choice.game->length(choice.variant)) return std::max(1, *length / 3);
    return name == "amazons" ? 2 : name == "draughts" ? 6 : 8;
}

std::string strategy_text(std::string_view strategy, const std::vector<StrategyKey>& keys) {
    std::string text = fmt::format("[strategy]\nname = {}\n", toml_string(strategy));
    for (const StrategyKey& key : keys) {
        // Arrays of tables and tables of their own are not written where the others are.
        const bool plain = !key.asked.usual.empty();
        const std::string allowed =
            key.asked.allowed.empty() ? "" : fmt::format(" ({})", key.asked.allowed);
        text += line(plain ? fmt::format("# {} = {}", key.asked.name, key.asked.usual)
                           : fmt::format("# {}", key.asked.name),
                     fmt::format("{}{}", key.meaning, allowed));
    }
    return text;
}

std::string text_of(const Draft& draft) {
    const auto parameters = proposed(draft.options);
    std::vector<std::string> names;
    for (const Option& option : parameters) names.push_back(option.name);
    std::string text = fmt::format(
        "# Tunes {}. Begun by tuner init; docs/tuner.md has all keys.\n"
        "# A key behind # has its default. `tuner check FILE` says what all this will cost.\n"
        "\n[run]\nname = {}\nseed = 1\n{}"
        "\n[game]\nrules = {}\n",
        text::printable(draft.engine), toml_string(draft.name),
        line("budget = { games = 20000 }",
             "or nodes, hours, generations; the first that is reached ends it"),
        toml_string(draft.rules));
    text += engine_text(draft);
    text += "\n[params]\n" + list_text("tune", names);
    text += line("# codec = \"gray\"", fmt::format("{}", fmt::join(codec_words(), ", ")));
    text += line("# start = { \"*\" = 0 }", "else the search begins at the engine's defaults");
    text += openings_text(draft) + match_text(draft);
    text += "\n" + strategy_text(draft.strategy, draft.keys);
    text += fmt::format("\n[test]\n{}",
                        line(fmt::format("pairs = {}", draft.test_pairs),
                             "of what is found against the start, on openings of their own"));
    text +=
        "\n# Others that the answer is tested against, or that it is trained against (role = "
        "\"train\"):\n"
        "# [[opponent]]\n# name = \"rival\"\n# command = \"rival\"\n# role = \"test\"\n"
        "\n# A parameter's range can be narrower than the engine's; fixed = true keeps one out of "
        "the search.\n";
    for (const Option& option : parameters) text += rule_text(option);
    return text;
}

}  // namespace sparring::tuner
