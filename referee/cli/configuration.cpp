#include "referee/cli/configuration.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <set>

#include "protocol/text.hpp"
#include "referee/cli/arguments.hpp"
#include "referee/cli/engine_keys.hpp"

namespace sparring::referee {
namespace {

using Words = std::vector<std::string>;
using Problem = std::optional<std::string>;

/// What is gathered before the engines are made of it.
struct Draft {
    Configuration result;
    bool has_game = false;
    Words each;
    std::vector<Words> engines;
};

struct Option {
    std::string_view name, words, help;
    std::size_t least, most;  // words after it
    std::function<Problem(Draft&, const Words&)> read;
};

constexpr std::size_t kAny = 1000;

template <class Target>
auto whole_number(std::int64_t least, std::int64_t most, Target target) {
    return [=](Draft& draft, const Words& words) -> Problem {
        const auto number = text::number<std::int64_t>(words.front());
        if (!number || *number < least || *number > most) {
            return fmt::format("'{}' is not a whole number from {} to {}",
                               text::printable(words.front()), least, most);
        }
        using Value = std::remove_cvref_t<decltype(target(draft))>;
        target(draft) = static_cast<Value>(*number);
        return {};
    };
}

template <class Target>
auto flag(bool value, Target target) {
    return [=](Draft& draft, const Words&) -> Problem {
        target(draft) = value;
        return {};
    };
}

template <class Target>
auto string(Target target) {
    return [=](Draft& draft, const Words& words) -> Problem {
        target(draft) = fmt::format("{}", fmt::join(words, " "));
        return {};
    };
}

Problem read_game(Draft& draft, const Words& words) {
    auto choice = games::find(words.front());
    if (!choice) return choice.error();
    draft.result.match.choice = *std::move(choice);
    draft.has_game = true;
    return {};
}

Problem read_tournament(Draft& draft, const Words& words) {
    if (words.front() == "roundrobin") {
        draft.result.schedule.tournament = Tournament::round_robin;
    } else if (words.front() == "gauntlet") {
        draft.result.schedule.tournament = Tournament::gauntlet;
    } else {
        const std::vector<std::string> names{"roundrobin", "gauntlet"};
        return fmt::format("'{}' is not known; there are roundrobin and gauntlet{}",
                           text::printable(words.front()), suggestion(words.front(), names, ""));
    }
    return {};
}

Problem read_repeat(Draft& draft, const Words& words) {
    if (words.empty()) {
        draft.result.schedule.repeat = 2;
        return {};
    }
    return whole_number(
        1, 1'000'000, [](Draft & d) -> auto& { return d.result.schedule.repeat; })(draft, words);
}

Problem read_opening_word(OpeningSettings& openings, const std::string& word) {
    if (word == "random") {
        openings.source = OpeningSettings::Source::random;
        return {};
    }
    const std::vector<std::string> known{"random", "file", "plies", "seed", "order", "start"};
    const auto pair = key_value(word);
    const std::string name = pair ? pair->first : word;
    if (!pair || std::find(known.begin() + 1, known.end(), name) == known.end()) {
        return fmt::format("'{}' is none of random, file=, plies=, seed=, order=, start={}",
                           text::printable(word), suggestion(name, known, ""));
    }
    const std::string& value = pair->second;
    if (name == "file") {
        openings.source = OpeningSettings::Source::file;
        openings.file = value;
    } else if (name == "order") {
        if (value != "random" && value != "sequential") {
            return fmt::format("order: '{}' is neither sequential nor random",
                               text::printable(value));
        }
        openings.order =
            value == "random" ? OpeningSettings::Order::random : OpeningSettings::Order::sequential;
    } else if (name == "seed") {
        const auto number = text::number<std::uint64_t>(value);
        if (!number)
            return fmt::format("seed: '{}' is not a whole number from 0", text::printable(value));
        openings.seed = *number;
    } else {
        const int least = name == "plies" ? 0 : 1, most = name == "plies" ? 200 : 1'000'000'000;
        const auto number = text::number<int>(value);
        if (!number || *number < least || *number > most) {
            return fmt::format("{}: '{}' is not a whole number from {} to {}", name,
                               text::printable(value), least, most);
        }
        (name == "plies" ? openings.plies : openings.start) = *number;
    }
    return {};
}

Problem read_openings(Draft& draft, const Words& words) {
    OpeningSettings& openings = draft.result.openings;
    for (const std::string& word : words) {
        if (auto problem = read_opening_word(openings, word)) return problem;
    }
    if (openings.source == OpeningSettings::Source::start)
        return "expected random plies=N or file=FILE";
    if (openings.source == OpeningSettings::Source::random && openings.plies == 0) {
        return "random needs plies=N, N at least 1";
    }
    return {};
}

Problem read_records(Draft& draft, const Words& words) {
    const auto pair = key_value(words.front());
    draft.result.records = pair && pair->first == "file" ? pair->second : words.front();
    return {};
}

const std::vector<Option>& options() {
    using D = Draft;
    static const std::vector<Option> table{
        {"game", "NAME[/VARIANT]", "what is played: reversi/reversed, ... (needed)", 1, 1,
         read_game},
        {"engine", "KEY=VALUE...", "an engine, once for each; keys below (two at least)", 1, kAny,
         [](D& d, const Words& words) -> Problem {
             d.engines.push_back(words);
             return {};
         }},
        {"each", "KEY=VALUE...", "keys for every engine that does not set its own", 1, kAny,
         [](D& d, const Words& words) -> Problem {
             d.each.insert(d.each.end(), words.begin(), words.end());
             return {};
         }},
        {"tournament", "TYPE", "roundrobin or gauntlet (roundrobin)", 1, 1, read_tournament},
        {"seeds", "N", "gauntlet: the first N play all the others (1)", 1, 1,
         whole_number(
             1, 1000, [](D & d) -> auto& { return d.result.schedule.seeds; })},
        {"rounds", "N", "how often each encounter takes place (1)", 1, 1,
         whole_number(
             1, 10'000'000, [](D & d) -> auto& { return d.result.schedule.rounds; })},
        {"games", "N", "games of one encounter in one round (2)", 1, 1,
         whole_number(
             1, 1'000'000, [](D & d) -> auto& { return d.result.schedule.games; })},
        {"repeat", "[N]", "games from one opening, sides swapped in turn (2)", 0, 1, read_repeat},
        {"noswap", "", "do not swap sides", 0, 0,
         flag(
             false, [](D & d) -> auto& { return d.result.schedule.swap; })},
        {"openings", "random plies=N [seed=S] | file=FILE [order=... seed=S start=N]",
         "made at random, or a file's (order=sequential, random)", 1, 6, read_openings},
        {"concurrency", "N", "games at a time (1)", 1, 1,
         whole_number(
             1, 4096, [](D & d) -> auto& { return d.result.match.concurrency; })},
        {"maxmoves", "N", "a game of N moves of each side is a draw (no limit)", 1, 1,
         [](D& d, const Words& words) -> Problem {
             int moves = 0;
             auto problem = whole_number(
                 1, 1'000'000, [&](D&) -> auto& { return moves; })(d, words);
             if (!problem) d.result.match.max_moves = moves;
             return problem;
         }},
        {"recover", "", "replace a lost engine process and go on", 0, 0,
         flag(
             true, [](D & d) -> auto& { return d.result.match.recover; })},
        {"pgnout", "FILE", "append each game's record, in schedule order", 1, 1, read_records},
        {"event", "NAME", "for the records", 1, kAny,
         string([](D & d) -> auto& { return d.result.event; })},
        {"site", "NAME", "for the records", 1, kAny,
         string([](D & d) -> auto& { return d.result.site; })},
        {"ratinginterval", "N", "games between two score lines (0: only at the end)", 1, 1,
         whole_number(
             0, 1'000'000'000, [](D & d) -> auto& { return d.result.rating_interval; })},
        {"strict", "", "exit 1 if an engine was at fault in any game", 0, 0,
         flag(
             true, [](D & d) -> auto& { return d.result.strict; })},
    };
    return table;
}

Problem read(Draft& draft, const Argument& argument) {
    std::vector<std::string> names{"help", "version"};
    for (const Option& option : options()) {
        names.emplace_back(option.name);
        if (option.name != argument.name) continue;
        const std::size_t count = argument.words.size();
        if (count < option.least) return fmt::format("-{}: expected {}", option.name, option.words);
        if (count > option.most) {
            return fmt::format("-{}: '{}' is one word too many", option.name,
                               text::printable(argument.words[option.most]));
        }
        if (auto problem = option.read(draft, argument.words))
            return fmt::format("-{}: {}", option.name, *problem);
        return {};
    }
    return fmt::format("unknown option '-{}'{}", text::printable(argument.name),
                       suggestion(argument.name, names, "-"));
}

/// Names must tell engines apart; those that were not given are numbered where they do not.
Problem make_engines(Draft& draft) {
    auto& engines = draft.result.match.engines;
    std::set<std::string> taken;
    for (const Words& words : draft.engines) {
        auto engine = parse_engine(draft.each, words, static_cast<int>(engines.size()) + 1);
        if (!engine) return engine.error();
        const bool named = std::any_of(words.begin(), words.end(), [](const std::string& word) {
            return word.starts_with("name=");
        });
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

Problem check(Draft& draft) {
    auto& [match, schedule, openings, records, event, site, interval, strict] = draft.result;
    if (!draft.has_game) return "-game is missing";
    if (draft.engines.size() < 2)
        return fmt::format("two -engine groups are needed, there {} {}",
                           draft.engines.size() == 1 ? "is" : "are", draft.engines.size());
    schedule.players = static_cast<int>(draft.engines.size());
    if (schedule.seeds >= schedule.players) {
        return fmt::format("-seeds: {} of {} engines leave no opponent", schedule.seeds,
                           schedule.players);
    }
    const std::int64_t encounters = std::int64_t{schedule.players} * (schedule.players - 1) / 2;
    constexpr std::int64_t most = 5'000'000;
    if (encounters * std::max(schedule.rounds, 1) > most / schedule.games) {
        return fmt::format("-rounds and -games: more than {} games", most);
    }
    return make_engines(draft);
}

}  // namespace

Expected<Configuration> parse_configuration(std::span<const std::string> command_line) {
    const auto arguments = split_arguments(command_line);
    if (!arguments) return Error{arguments.error()};
    Draft draft;
    for (const Argument& argument : *arguments) {
        if (const auto problem = read(draft, argument)) return Error{*problem};
    }
    if (const auto problem = check(draft)) return Error{*problem};
    return std::move(draft.result);
}

std::string help_text() {
    std::string text =
        "Usage: referee -game NAME -engine cmd=... -engine cmd=... [OPTIONS]\n\n"
        "Plays engines against one another. Options begin with one dash or two.\n\n";
    for (const Option& option : options()) {
        const std::string head = fmt::format("-{} {}", option.name, option.words);
        if (head.size() > 22) {
            text += fmt::format("  {}\n  {:<22} {}\n", head, "", option.help);
        } else {
            text += fmt::format("  {:<22} {}\n", head, option.help);
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
