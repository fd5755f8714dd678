#include "referee/cli/configuration.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <set>

#include "protocol/text.hpp"
#include "referee/cli/engine_keys.hpp"
#include "referee/cli/option_table.hpp"
#include "referee/cli/run.hpp"
#include "referee/cli/toml_file.hpp"
#include "referee/play/ugi_game.hpp"

namespace sparring::referee {
namespace {

Problem read(Configuration& configuration, const OptionRow& row, const Argument& argument) {
    const auto place = [&](const std::string& what) {
        return argument.where.empty() ? fmt::format("-{}: {}", row.name, what)
                                      : fmt::format("{}: {}: {}", argument.where, row.name, what);
    };
    const std::size_t count = argument.words.size();
    if (count < row.least) return place(fmt::format("expected {}", row.words));
    if (count > row.most) {
        return place(
            fmt::format("'{}' is one word too many", text::printable(argument.words[row.most])));
    }
    if (!row.read) return {};
    if (const auto problem = row.read(configuration, argument.words)) return place(*problem);
    return {};
}

/// Names must tell engines apart; those that were not given are numbered where they do not.
Problem make_engines(Configuration& configuration) {
    auto& engines = configuration.match.engines;
    Words each;
    for (const Argument& argument : configuration.arguments) {
        if (argument.name == "each") each = argument.words;
    }
    std::set<std::string> taken;
    for (const Argument& argument : configuration.arguments) {
        if (argument.name != "engine") continue;
        const std::string place =
            argument.where.empty()
                ? fmt::format("-engine {}", engines.size() + 1)
                : fmt::format("{}: engine {}", argument.where, engines.size() + 1);
        auto engine = parse_engine(each, argument.words, place);
        if (!engine) return engine.error();
        const bool named =
            std::any_of(argument.words.begin(), argument.words.end(),
                        [](const std::string& word) { return word.starts_with("name="); });
        if (named && taken.contains(engine->name)) {
            return fmt::format("two engines are called '{}'; names must differ", engine->name);
        }
        const std::string base = engine->name;
        for (int copy = 2; taken.contains(engine->name); ++copy)
            engine->name = fmt::format("{}#{}", base, copy);
        taken.insert(engine->name);
        engines.push_back(*std::move(engine));
    }
    return {};
}

/// The engine of `-adjudicate proof`, which has a second for each position unless it is told
/// otherwise.
Problem make_prover(Configuration& configuration) {
    for (const Argument& argument : configuration.arguments) {
        if (argument.name != "adjudicate") continue;
        Words words = argument.words;
        std::erase(words, "proof");
        const Words defaults{"name=the prover", "stall=10"};
        const bool limited = std::any_of(words.begin(), words.end(), [](const std::string& word) {
            return word.starts_with("st=") || word.starts_with("tc=") ||
                   word.starts_with("depth=") || word.starts_with("nodes=");
        });
        if (!limited) words.push_back("st=1");
        auto engine = parse_engine(defaults, words, "-adjudicate");
        if (!engine) return engine.error();
        configuration.match.prover = *std::move(engine);
    }
    return {};
}

Problem check_size(const Configuration& configuration) {
    const ScheduleSettings& schedule = configuration.schedule;
    if (schedule.tournament == Tournament::gauntlet && schedule.seeds >= schedule.players) {
        return fmt::format("-seeds: {} of {} engines leave no opponent", schedule.seeds,
                           schedule.players);
    }
    const std::int64_t encounters = std::int64_t{schedule.players} * (schedule.players - 1) / 2;
    constexpr std::int64_t most = 5'000'000;
    if (encounters * std::max(schedule.rounds, 1) > most / schedule.games)
        return fmt::format("-rounds and -games: more than {} games", most);
    if (schedule.tournament == Tournament::pairings && configuration.pairings.empty())
        return "-tournament pairings: give the list with -pairings FILE";
    return {};
}

Problem check(Configuration& configuration) {
    const auto& match = configuration.match;
    if (match.choice.game == nullptr) return "-game is missing";
    if (match.engines.size() < 2) {
        return fmt::format("two -engine groups are needed, there {} {}",
                           match.engines.size() == 1 ? "is" : "are", match.engines.size());
    }
    if (configuration.test && match.engines.size() != 2)
        return fmt::format("-sprt: it is for two engines, there are {}", match.engines.size());
    configuration.schedule.players = static_cast<int>(match.engines.size());
    if (is_any_ugi_game(match.choice) &&
        configuration.openings.source == OpeningSettings::Source::random)
        return "-openings random: the rules of the game are needed, and -game ugi has none";
    return check_size(configuration);
}

Expected<std::string> contents(const std::string& path) {
    std::ifstream file{path, std::ios::binary};
    const std::string text{std::istreambuf_iterator<char>{file}, {}};
    if (file) return text;
    return Error{fmt::format("-config: '{}': {}", text::printable(path, 200),
                             std::strerror(errno != 0 ? errno : EIO))};
}

}  // namespace

Expected<std::vector<Argument>> load_arguments(std::span<const std::string> command_line) {
    auto own = split_arguments(command_line);
    if (!own) return Error{own.error()};
    std::vector<Argument> all;
    for (const Argument& argument : *own) {
        if (argument.name != "config") continue;
        if (argument.words.size() != 1) return Error{"-config: expected FILE"};
        const auto text = contents(argument.words.front());
        if (!text) return Error{text.error()};
        auto given = parse_toml(*text, argument.words.front());
        if (!given) return Error{given.error()};
        std::move(given->begin(), given->end(), std::back_inserter(all));
    }
    for (Argument& argument : *own) {
        if (argument.name != "config") all.push_back(std::move(argument));
    }
    return all;
}

Expected<Configuration> make_configuration(const std::vector<Argument>& arguments) {
    auto all = merged(arguments);
    if (!all) return Error{all.error()};
    Configuration configuration;
    configuration.arguments = *std::move(all);
    for (const Argument& argument : configuration.arguments) {
        const auto row = find_option(argument);
        if (const auto problem = read(configuration, **row, argument)) return Error{*problem};
    }
    if (auto problem = make_engines(configuration)) return Error{*std::move(problem)};
    if (auto problem = make_prover(configuration)) return Error{*std::move(problem)};
    if (auto problem = check(configuration)) return Error{*std::move(problem)};
    return configuration;
}

Expected<Configuration> parse_configuration(std::span<const std::string> command_line) {
    const auto arguments = load_arguments(command_line);
    if (!arguments) return Error{arguments.error()};
    return make_configuration(*arguments);
}

std::vector<std::string> Configuration::names() const {
    std::vector<std::string> result;
    for (const EngineSettings& engine : match.engines) result.push_back(engine.name);
    return result;
}

void Configuration::replace(std::string_view option, Words words) {
    for (Argument& argument : arguments) {
        if (argument.name == option) argument.words = words;
    }
}

void Configuration::extend(std::string_view option, std::string word) {
    for (Argument& argument : arguments) {
        if (argument.name == option) argument.words.push_back(word);
    }
}

std::string Configuration::played() const {
    std::vector<Argument> result;
    for (const Argument& argument : arguments) {
        if ((*find_option(argument))->scope == OptionRow::Scope::play) result.push_back(argument);
    }
    return to_toml(result, false);
}

std::string help_text() {
    std::string text =
        "Usage: referee -game NAME -engine cmd=... -engine cmd=... [OPTIONS]\n"
        "       referee COMMAND ...\n\n"
        "Plays engines against one another. Options begin with one dash or two; all of\n"
        "them can stand in a file instead (-config FILE).\n\n" +
        commands_help() + "\n  Options of a match:\n";
    for (const OptionRow& row : option_table()) {
        const std::string head = fmt::format("-{} {}", row.name, row.words);
        if (head.size() > 22) {
            text += fmt::format("  {}\n  {:<22} {}\n", head, "", row.help);
        } else {
            text += fmt::format("  {:<22} {}\n", head, row.help);
        }
    }
    text +=
        fmt::format("  {:<22} {}\n  {:<22} {}\n", "-help", "this text", "-version", "the version");
    text += "\n  Keys of -engine and -each:\n" + engine_keys_help();
    text +=
        "\nExit status: 0 played, 1 -strict and a fault, 2 wrong usage, 3 an engine could\n"
        "not start, 4 aborted, 130 interrupted. docs/referee.md says more.\n";
    return text;
}

}  // namespace sparring::referee
