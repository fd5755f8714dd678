#include "referee/cli/engine_keys.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "protocol/text.hpp"
#include "referee/cli/arguments.hpp"
#include "referee/play/limit_words.hpp"
#include "referee/play/shell_text.hpp"

namespace sparring::referee {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr std::int64_t kMegabyte = 1 << 20, kMostMegabytes = 1 << 24;

/// What is wrong with a value, if anything is.
using Problem = std::optional<std::string>;

struct Key {
    std::string_view name, help;
    std::function<Problem(EngineSettings&, const std::string&)> read;
};

template <class Target>
auto string_key(Target target) {
    return [=](EngineSettings& settings, const std::string& value) -> Problem {
        target(settings) = value;
        return {};
    };
}

template <class Target>
auto duration_key(Duration unit, Duration least, Target target) {
    return [=](EngineSettings& settings, const std::string& value) -> Problem {
        const auto duration = parse_duration(value, unit, least);
        if (!duration) return duration.error();
        target(settings) = *duration;
        return {};
    };
}

Problem read_argument(EngineSettings& settings, const std::string& value) {
    settings.command.arguments.push_back(value);
    return {};
}

Problem read_arguments(EngineSettings& settings, const std::string& value) {
    const auto words = shell_words(value);
    if (!words) return words.error();
    for (const std::string& word : *words) settings.command.arguments.push_back(word);
    return {};
}

Problem read_protocol(EngineSettings& settings, const std::string& value) {
    const bool found_out = text::equals_ignoring_case(value, "auto");
    settings.dialect = found_out ? std::nullopt : parse_dialect(value);
    if (found_out || settings.dialect) return {};
    std::string known;
    for (const Dialect dialect : kDialects) known += fmt::format("{}, ", word(dialect));
    return fmt::format("'{}' is not known; there are {}auto", text::printable(value), known);
}

Problem read_ponder(EngineSettings& settings, const std::string& value) {
    if (value != "on" && value != "off")
        return fmt::format("'{}' is neither on nor off", text::printable(value));
    settings.ponder = value == "on";
    return {};
}

Problem read_restart(EngineSettings& settings, const std::string& value) {
    if (value != "on" && value != "off" && value != "auto") {
        return fmt::format("'{}' is none of on, off, auto", text::printable(value));
    }
    settings.restart = value == "on";
    return {};
}

/// A whole number that `target` takes in a unit of its own.
template <class Target>
auto amount_key(std::int64_t least, std::int64_t most, std::int64_t unit, Target target) {
    return [=](EngineSettings& settings, const std::string& value) -> Problem {
        const auto number = parse_whole(value, least, most);
        if (!number) return number.error();
        target(settings, *number * unit);
        return {};
    };
}

Problem read_sandbox(EngineSettings& settings, const std::string& value) {
    if (value != "bwrap" && value != "none")
        return fmt::format("'{}' is neither bwrap nor none", text::printable(value));
    settings.command.sandbox.enabled = value == "bwrap";
    return {};
}

Problem read_exposed(EngineSettings& settings, const std::string& value) {
    if (auto problem = cannot_show(value)) return problem;
    settings.command.sandbox.exposed.push_back(value);
    return {};
}

Problem read_strictness(EngineSettings& settings, const std::string& value) {
    if (value != "strict" && value != "best-effort")
        return fmt::format("'{}' is neither strict nor best-effort", text::printable(value));
    settings.command.limits.best_effort = value == "best-effort";
    return {};
}

/// The keys of limits stand between the others.
std::vector<Key> with_limits(std::vector<Key> keys, std::vector<Key> after) {
    for (const LimitKey& limit : limit_keys())
        keys.push_back(
            {limit.name, limit.help, [&limit](EngineSettings& settings, const std::string& value) {
                 return limit.read(settings.limits, value);
             }});
    keys.insert(keys.end(), after.begin(), after.end());
    return keys;
}

const std::vector<Key>& keys() {
    using S = EngineSettings;
    static const std::vector<Key> table = with_limits(
        {
            {"cmd", "program, or program and arguments",
             string_key([](S & s) -> auto& { return s.command.program; })},
            {"name", "what it is called (the program's name)",
             string_key([](S & s) -> auto& { return s.name; })},
            {"arg", "one argument; may be given again", read_argument},
            {"args", "several arguments, quoted as in a shell", read_arguments},
            {"dir", "working directory",
             string_key([](S & s) -> auto& { return s.command.directory; })},
            {"stderr", "file for its standard error (discarded)",
             string_key([](S & s) -> auto& { return s.command.errors_to; })},
            {"proto", "its protocol: ugi, hub, ... or auto (ugi)", read_protocol},
            {"ponder", "whether it thinks on the other's time: on, off (off)", read_ponder},
        },
        {
            {"startup", "longest start, in s (10)",
             duration_key(
                 seconds{1}, milliseconds{1}, [](S & s) -> auto& { return s.startup; })},
            {"ping", "longest wait for readyok before a game, in s (10)",
             duration_key(
                 seconds{1}, milliseconds{1}, [](S & s) -> auto& { return s.ping; })},
            {"restart", "a new process for each game: on, off, auto (off)", read_restart},
            {"sandbox", "bwrap: no network, files, other processes (none)", read_sandbox},
            {"scratch", "size of the sandbox's directory for its files, in MB (64)",
             amount_key(1, kMostMegabytes, kMegabyte,
                        [](S& s, std::int64_t n) { s.command.sandbox.scratch = n; })},
            {"expose", "a path that it may read in the sandbox; may be given again", read_exposed},
            {"memory", "most memory, in MB",
             amount_key(1, kMostMegabytes, kMegabyte,
                        [](S& s, std::int64_t n) { s.command.limits.memory = n; })},
            {"cpu", "most processor time of a process, in s",
             amount_key(1, 1'000'000'000, 1,
                        [](S& s, std::int64_t n) { s.command.limits.cpu_seconds = n; })},
            {"threads", "most threads and processes at a time",
             amount_key(
                 1, 1'000'000, 1,
                 [](S& s, std::int64_t n) { s.command.limits.threads = static_cast<int>(n); })},
            {"nice", "niceness, -20 to 19",
             amount_key(-20, 19, 1,
                        [](S& s, std::int64_t n) { s.command.limits.nice = static_cast<int>(n); })},
            {"limits", "strict refuses what cannot be enforced; best-effort", read_strictness},
            {"option.NAME", "sets the engine's option NAME", {}},
        });
    return table;
}

Problem read_option(EngineSettings& settings, std::string_view name, const std::string& value) {
    auto& options = settings.options;
    std::erase_if(options,
                  [&](const auto& set) { return text::equals_ignoring_case(set.first, name); });
    options.emplace_back(name, value);
    return {};
}

Problem read_word(EngineSettings& settings, const std::string& word) {
    constexpr std::string_view option = "option.";
    const auto pair = key_value(word);
    if (!pair) return fmt::format("'{}' is not of the form key=value", text::printable(word));
    const auto& [name, value] = *pair;
    if (name.starts_with(option) && name.size() > option.size()) {
        return read_option(settings, std::string_view{name}.substr(option.size()), value);
    }
    std::vector<std::string> names;
    for (const Key& key : keys()) {
        names.emplace_back(key.name);
        if (key.name != name || !key.read) continue;
        if (const Problem problem = key.read(settings, value))
            return fmt::format("{}: {}", name, *problem);
        return {};
    }
    return fmt::format("unknown key '{}'{}", text::printable(name), suggestion(name, names, ""));
}

}  // namespace

Expected<EngineSettings> parse_engine(std::span<const std::string> each,
                                      std::span<const std::string> own, const std::string& place) {
    EngineSettings settings;
    for (const std::string& word : each) {
        if (const Problem problem = read_word(settings, word)) return Error{"-each: " + *problem};
    }
    for (const std::string& word : own) {
        if (const Problem problem = read_word(settings, word)) {
            return Error{fmt::format("{}: {}", place, *problem)};
        }
    }
    const std::string& program = settings.command.program;
    if (program.empty()) return Error{place + ": cmd= is missing"};
    if (settings.name.empty()) {
        const std::string_view first = std::string_view{program}.substr(0, program.find(' '));
        settings.name = first.substr(first.rfind('/') + 1);
    }
    if (const Problem problem = fault_in(settings.limits))
        return Error{fmt::format("engine {}: {}", settings.name, *problem)};
    return settings;
}

Expected<Command> find_command(Command command) {
    auto program = find_program(command.program, command.directory);
    if (!program && command.program.find(' ') != command.program.npos) {
        const auto words = shell_words(command.program);
        if (!words) return Error{words.error()};
        if (words->empty()) return Error{program.error()};
        command.arguments.insert(command.arguments.begin(), words->begin() + 1, words->end());
        program = find_program(words->front(), command.directory);
    }
    if (!program) return Error{program.error()};
    command.program = *std::move(program);
    return command;
}

std::string engine_keys_help() {
    std::string text;
    for (const Key& key : keys())
        text += fmt::format("      {:<12} {}\n", fmt::format("{}=", key.name), key.help);
    return text;
}

}  // namespace sparring::referee
