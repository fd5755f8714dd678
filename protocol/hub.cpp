#include "protocol/hub.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "protocol/real.hpp"
#include "protocol/text.hpp"

namespace sparring::hub {
namespace {

/// `name=value`, `name="a value"`, or a word alone.
struct Argument {
    std::string name, value;
    bool has_value = false;
};

bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/// A quote that is never closed reaches to the end of the line.
std::vector<Argument> split(std::string_view line) {
    std::vector<Argument> arguments;
    for (std::size_t i = 0; i < line.size();) {
        if (is_blank(line[i])) {
            ++i;
            continue;
        }
        Argument argument;
        while (i < line.size() && !is_blank(line[i]) && line[i] != '=') argument.name += line[i++];
        if (i < line.size() && line[i] == '=') {
            argument.has_value = true;
            ++i;
            if (i < line.size() && line[i] == '"') {
                const std::size_t end = std::min(line.find('"', i + 1), line.size());
                argument.value = line.substr(i + 1, end - i - 1);
                i = std::min(end + 1, line.size());
            } else {
                while (i < line.size() && !is_blank(line[i])) argument.value += line[i++];
            }
        }
        arguments.push_back(std::move(argument));
    }
    return arguments;
}

using Arguments = std::vector<Argument>;

const Argument* find(const Arguments& arguments, std::string_view name) {
    const auto it = std::find_if(arguments.begin() + 1, arguments.end(),
                                 [&](const Argument& a) { return a.name == name; });
    return it == arguments.end() ? nullptr : &*it;
}

std::string value_of(const Arguments& arguments, std::string_view name) {
    const Argument* argument = find(arguments, name);
    return argument ? argument->value : "";
}

bool needs_quotes(std::string_view value) {
    return value.empty() || std::any_of(value.begin(), value.end(),
                                        [](char c) { return c == '=' || (c >= 0 && c <= ' '); });
}

/// The protocol has no escape for a quotation mark.
std::string without_quotes(std::string value) {
    std::replace(value.begin(), value.end(), '"', '\'');
    return value;
}

std::string quoted(const std::string& value) {
    const std::string clean = without_quotes(value);
    return needs_quotes(clean) ? '"' + clean + '"' : clean;
}

/// ` name="a b c"`
std::string list_pair(std::string_view name, const std::vector<std::string>& words) {
    return fmt::format(" {}=\"{}\"", name,
                       without_quotes(fmt::format("{}", fmt::join(words, " "))));
}

std::string pair(std::string_view name, const std::string& value) {
    return fmt::format(" {}={}", name, quoted(value));
}

/// Seconds as text to milliseconds; a day over 24 years is no time control.
std::optional<std::int64_t> milliseconds(std::string_view seconds) {
    const auto value = text::real(seconds);
    if (!value || std::abs(*value) > 1e9) return {};
    return std::llround(*value * 1000);
}

std::string seconds(std::int64_t milliseconds) {
    return fmt::format("{}", static_cast<double>(milliseconds) / 1000);
}

std::vector<std::string> list(std::string_view text) {
    const auto words = text::words(text);
    return {words.begin(), words.end()};
}

/// Reads a value into `target`; false if it is there and unreadable.
template <class Target, class Read>
bool read(const Arguments& arguments, std::string_view name, Target& target, Read parse) {
    const Argument* argument = find(arguments, name);
    if (!argument) return true;
    target = parse(argument->value);
    return target.has_value();
}

std::optional<int> count(std::string_view text) {
    const auto number = text::number<std::int64_t>(text);
    if (!number) return {};
    return static_cast<int>(std::clamp<std::int64_t>(*number, 1, 1'000'000'000));
}
std::optional<std::uint64_t> big_count(std::string_view text) {
    return text::number<std::uint64_t>(text);
}

Command parse_level(const Arguments& arguments) {
    Level level;
    const auto bad = [&](std::string_view name) {
        return BadCommand{fmt::format("level: {}='{}' is not a number", name,
                                      text::printable(value_of(arguments, name)))};
    };
    if (!read(arguments, "depth", level.depth, count)) return bad("depth");
    if (!read(arguments, "nodes", level.nodes, big_count)) return bad("nodes");
    if (!read(arguments, "move-time", level.move_time_ms, milliseconds)) return bad("move-time");
    if (!read(arguments, "time", level.time_ms, milliseconds)) return bad("time");
    if (!read(arguments, "inc", level.increment_ms, milliseconds)) return bad("inc");
    if (!read(arguments, "moves", level.moves, count)) return bad("moves");
    level.infinite = find(arguments, "infinite") != nullptr;
    return level;
}

Parsed parse_position(const Arguments& arguments) {
    const Argument* position = find(arguments, "pos");
    SetPosition set;
    if (arguments.size() > 1 && !arguments[1].has_value && arguments[1].name != "start" &&
        !position) {
        set.position = arguments[1].name;
        return {set, Version::one};
    }
    if (position)
        set.position = position->value == "start" ? "" : position->value;
    else if (!find(arguments, "start"))
        return {BadCommand{"pos: expected pos=<side and 50 squares>"}};
    set.moves = list(value_of(arguments, "moves"));
    return {set};
}

Parsed parse_go(const Arguments& arguments) {
    using Mode = Go::Mode;
    if (arguments.size() == 1) return {Go{}, Version::one};
    const std::string& mode = arguments[1].name;
    if (mode == "think") return {Go{Mode::think}};
    if (mode == "ponder") return {Go{Mode::ponder}};
    if (mode == "analyze" || mode == "analyse") return {Go{Mode::analyze}};
    return {BadCommand{
        fmt::format("go '{}': expected think, ponder or analyze", text::printable(mode))}};
}

/// `level MOVES TIME INC`, `time MS`, `depth N`, `set NAME VALUE`, `move M`.
std::optional<Command> parse_version_one(const Arguments& arguments) {
    const std::string& command = arguments.front().name;
    const auto number = [&](std::size_t i) {
        return i < arguments.size() ? text::number<std::int64_t>(arguments[i].name) : std::nullopt;
    };
    const auto small = [](std::int64_t value) {
        return static_cast<int>(std::clamp<std::int64_t>(value, 1, 1'000'000'000));
    };
    if (command == "level" && number(1) && number(2) && number(3)) {
        Level level;
        if (*number(1) > 0) level.moves = small(*number(1));
        level.time_ms = number(2);
        level.increment_ms = number(3);
        return level;
    }
    if (command == "time" && number(1)) {
        Level level;
        level.move_time_ms = number(1);
        return level;
    }
    if (command == "depth" && number(1)) {
        Level level;
        level.depth = small(*number(1));
        return level;
    }
    const bool has_word = arguments.size() > 1 && !arguments[1].name.empty();
    if (command == "set" && has_word)
        return SetParam{arguments[1].name, arguments.size() > 2 ? arguments[2].name : ""};
    if (command == "move" && has_word) return Play{arguments[1].name};
    if (command == "start") return SetPosition{};
    if (command == "new") return NewGame{};
    if (command == "ponder") return Go{Go::Mode::ponder};
    if (command == "analyse") return Go{Go::Mode::analyze};
    return {};
}

std::string level_text(const Level& level, Version version) {
    if (version == Version::one) {
        if (level.time_ms)
            return fmt::format("level {} {} {}", level.moves.value_or(0), *level.time_ms,
                               level.increment_ms.value_or(0));
        if (level.move_time_ms) return fmt::format("time {}", *level.move_time_ms);
        if (level.depth) return fmt::format("depth {}", *level.depth);
        return {};
    }
    std::string line = "level";
    if (level.depth) line += fmt::format(" depth={}", *level.depth);
    if (level.nodes) line += fmt::format(" nodes={}", *level.nodes);
    if (level.move_time_ms) line += " move-time=" + seconds(*level.move_time_ms);
    if (level.moves) line += fmt::format(" moves={}", *level.moves);
    if (level.time_ms) line += " time=" + seconds(*level.time_ms);
    if (level.increment_ms) line += " inc=" + seconds(*level.increment_ms);
    if (level.infinite) line += " infinite";
    return line;
}

std::string position_text(const SetPosition& set, Version version) {
    if (version == Version::one) {
        if (set.position.empty()) return "start";
        std::string position = set.position;  // here the side to move is a small letter
        if (position[0] == 'W') position[0] = 'w';
        if (position[0] == 'B') position[0] = 'b';
        return "pos " + position;
    }
    std::string line = set.position.empty() ? "pos start" : "pos" + pair("pos", set.position);
    if (!set.moves.empty()) line += list_pair("moves", set.moves);
    return line;
}

std::string go_text(Go::Mode mode, Version version) {
    constexpr std::array<std::string_view, 3> two{"go think", "go ponder", "go analyze"};
    constexpr std::array<std::string_view, 3> one{"go", "ponder", "analyse"};
    return std::string{(version == Version::one ? one : two)[static_cast<std::size_t>(mode)]};
}

// ---- replies ----

Option option_of(const Arguments& arguments) {
    const std::string type = value_of(arguments, "type"), value = value_of(arguments, "value");
    const std::string name = value_of(arguments, "name");
    if (type == "bool") return Option::check(name, value == "true");
    if (type == "enum") return Option::combo(name, value, list(value_of(arguments, "values")));
    const auto bound = [&](std::string_view which) {
        return text::number<std::int64_t>(value_of(arguments, which));
    };
    const auto number = text::number<std::int64_t>(value);
    if (type == "int" && number && bound("min") && bound("max"))
        return Option::spin(name, *number, *bound("min"), *bound("max"));
    return Option::text(name, value);
}

std::string param_text(const Option& option) {
    std::string line = "param" + pair("name", option.name) + pair("value", option.default_value);
    using Type = Option::Type;
    switch (option.type) {
        case Type::check:
            return line + " type=bool";
        case Type::spin:
            return line + fmt::format(" type=int min={} max={}", option.min, option.max);
        case Type::combo:
            return line + " type=enum" + list_pair("values", option.vars);
        case Type::button:
        case Type::string:
            break;
    }
    return line + " type=string";
}

Info parse_info(const Arguments& arguments) {
    Info info;
    read(arguments, "depth", info.depth, text::number<int>);
    read(arguments, "mean-depth", info.mean_depth, text::real);
    read(arguments, "score", info.score, text::real);
    read(arguments, "nodes", info.nodes, big_count);
    read(arguments, "time", info.time_s, text::real);
    read(arguments, "nps", info.mega_nps, text::real);
    info.pv = list(value_of(arguments, "pv"));
    return info;
}

/// `info DEPTH MEAN-DEPTH SCORE NODES TIME SPEED MOVES`, the score in hundredths of a man.
Info parse_old_info(const Arguments& arguments) {
    Info info;
    const auto word = [&](std::size_t i) { return std::string_view{arguments[i].name}; };
    info.depth = text::number<int>(word(1));
    info.mean_depth = text::real(word(2));
    if (const auto score = text::number<int>(word(3))) info.score = *score / 100.0;
    info.nodes = big_count(word(4));
    info.time_s = text::real(word(5));
    info.mega_nps = text::real(word(6));
    for (std::size_t i = 7; i < arguments.size(); ++i)
        if (!arguments[i].name.empty()) info.pv.push_back(arguments[i].name);
    return info;
}

std::string old_info_text(const Info& info) {
    const double score = std::clamp(info.score.value_or(0), -1e6, 1e6);
    std::string line =
        fmt::format("info {} {:.1f} {} {} {:.2f} {:.1f}", info.depth.value_or(0),
                    info.mean_depth.value_or(0), std::lround(score * 100), info.nodes.value_or(0),
                    info.time_s.value_or(0), info.mega_nps.value_or(0));
    for (const std::string& move : info.pv) line += " " + move;
    return line;
}

std::string info_text(const Info& info) {
    std::string line = "info";
    const auto add = [&](std::string_view name, const auto& value) {
        if (value) line += fmt::format(" {}={}", name, *value);
    };
    add("depth", info.depth);
    add("mean-depth", info.mean_depth);
    add("score", info.score);
    add("nodes", info.nodes);
    add("time", info.time_s);
    add("nps", info.mega_nps);
    if (!info.pv.empty()) line += list_pair("pv", info.pv);
    return line;
}

std::string id_text(const Id& id, Version version) {
    if (version == Version::one) {  // a line each
        const std::string name = id.name + (id.version.empty() ? "" : " " + id.version);
        std::string lines = name.empty() ? "" : "name " + name;
        if (!id.author.empty()) lines += (lines.empty() ? "author " : "\nauthor ") + id.author;
        return lines;
    }
    std::string line = "id";
    if (!id.name.empty()) line += pair("name", id.name);
    if (!id.version.empty()) line += pair("version", id.version);
    if (!id.author.empty()) line += pair("author", id.author);
    if (!id.country.empty()) line += pair("country", id.country);
    return line;
}

std::string rest_after_word(std::string_view line) {
    const auto trimmed = text::trim(line);
    return std::string{
        text::trim(trimmed.substr(std::min(trimmed.find_first_of(" \t"), trimmed.size())))};
}

template <class... F>
struct Overloaded : F... {
    using F::operator()...;
};
template <class... F>
Overloaded(F...) -> Overloaded<F...>;

}  // namespace

Parsed parse_command(std::string_view line) {
    const auto arguments = split(line);
    if (arguments.empty()) return {UnknownCommand{}};
    const std::string& command = arguments.front().name;
    if (command == "hub") return {Hello{}};
    if (command == "init") return {Init{}};
    if (command == "new-game") return {NewGame{}};
    if (command == "ping") return {Ping{}};
    if (command == "ponder-hit") return {PonderHit{}};
    if (command == "stop") return {Stop{}};
    if (command == "quit") return {Quit{}};
    if (command == "set-param") {
        if (value_of(arguments, "name").empty())
            return {BadCommand{"set-param: expected name=<parameter> value=<value>"}};
        return {SetParam{value_of(arguments, "name"), value_of(arguments, "value")}};
    }
    if (command == "pos") return parse_position(arguments);
    if (command == "go") return parse_go(arguments);
    if (auto old = parse_version_one(arguments)) return {*std::move(old), Version::one};
    if (command == "level") return {parse_level(arguments)};
    return {UnknownCommand{std::string{text::trim(line)}}};
}

std::string to_text(const Command& command, Version version) {
    const bool one = version == Version::one;
    return std::visit(Overloaded{
                          [](const Hello&) -> std::string { return "hub"; },
                          [](const Init&) -> std::string { return "init"; },
                          [&](const NewGame&) -> std::string { return one ? "new" : "new-game"; },
                          [](const Ping&) -> std::string { return "ping"; },
                          [](const PonderHit&) -> std::string { return "ponder-hit"; },
                          [](const Stop&) -> std::string { return "stop"; },
                          [](const Quit&) -> std::string { return "quit"; },
                          [&](const SetParam& set) {
                              if (one) return fmt::format("set {} {}", set.name, set.value);
                              return "set-param" + pair("name", set.name) +
                                     pair("value", set.value);
                          },
                          [&](const SetPosition& set) { return position_text(set, version); },
                          [](const Play& play) { return "move " + play.move; },
                          [&](const Level& level) { return level_text(level, version); },
                          [&](const Go& go) { return go_text(go.mode, version); },
                          [](const UnknownCommand& unknown) { return unknown.line; },
                          [](const BadCommand&) { return std::string{}; },
                      },
                      command);
}

void add(Limits& limits, const Level& level) {
    if (level.depth) limits.depth = level.depth;
    if (level.nodes) limits.nodes = std::max<std::uint64_t>(1, *level.nodes);
    if (level.move_time_ms) limits.move_time_ms = std::max<std::int64_t>(0, *level.move_time_ms);
    if (level.time_ms) {
        const std::int64_t increment = level.increment_ms.value_or(0);
        // Hub adds the increment before the move, our clocks have it in them.
        const std::int64_t left = *level.time_ms + increment;
        limits.clock = Clock{left, left, increment, increment, level.moves};
    }
    limits.infinite = limits.infinite || level.infinite;
}

Level level_of(const Limits& limits, bool mover_is_first) {
    Level level;
    level.depth = limits.depth;
    level.nodes = limits.nodes;
    level.move_time_ms = limits.move_time_ms;
    level.infinite = limits.unlimited();
    if (const auto& clock = limits.clock) {
        const auto increment =
            mover_is_first ? clock->first_increment_ms : clock->second_increment_ms;
        level.time_ms = (mover_is_first ? clock->first_ms : clock->second_ms) - increment;
        if (increment != 0) level.increment_ms = increment;
        level.moves = clock->moves_to_go;
    }
    return level;
}

ParsedReply parse_reply(std::string_view line) {
    const auto arguments = split(line);
    if (arguments.empty()) return {UnknownReply{}};
    const std::string& reply = arguments.front().name;
    if (reply == "id") {
        return {Id{value_of(arguments, "name"), value_of(arguments, "version"),
                   value_of(arguments, "author"), value_of(arguments, "country")}};
    }
    if (reply == "name") return {Id{rest_after_word(line), {}, {}, {}}, Version::one};
    if (reply == "author") return {Id{{}, {}, rest_after_word(line), {}}, Version::one};
    if (reply == "param" && !value_of(arguments, "name").empty())
        return {Param{option_of(arguments)}};
    if (reply == "wait") return {Wait{}};
    if (reply == "ready") return {Ready{}};
    if (reply == "pong") return {Pong{}};
    if (reply == "info") {
        constexpr std::size_t words = 7;  // of version 1 before the moves
        const bool old = arguments.size() >= words && !arguments[1].has_value &&
                         text::number<int>(arguments[1].name);
        return old ? ParsedReply{parse_old_info(arguments), Version::one}
                   : ParsedReply{parse_info(arguments)};
    }
    if (reply == "done") return {Done{value_of(arguments, "move"), value_of(arguments, "ponder")}};
    if (reply == "move" && arguments.size() > 1 && !arguments[1].name.empty())
        return {Done{arguments[1].name, arguments.size() > 2 ? arguments[2].name : ""},
                Version::one};
    if (reply == "error") {
        if (const Argument* message = find(arguments, "message"))
            return {Complaint{message->value}};
        return {Complaint{rest_after_word(line)}, Version::one};
    }
    return {UnknownReply{std::string{text::trim(line)}}};
}

std::string to_text(const Reply& reply, Version version) {
    const bool one = version == Version::one;
    return std::visit(
        Overloaded{
            [&](const Id& id) { return id_text(id, version); },
            [](const Param& param) { return param_text(param.option); },
            [](const Wait&) -> std::string { return "wait"; },
            [](const Ready&) -> std::string { return "ready"; },
            [](const Pong&) -> std::string { return "pong"; },
            [&](const Info& info) { return one ? old_info_text(info) : info_text(info); },
            [&](const Done& done) {
                if (one)
                    return "move " + done.move + (done.ponder.empty() ? "" : " " + done.ponder);
                return "done" + pair("move", done.move) +
                       (done.ponder.empty() ? "" : pair("ponder", done.ponder));
            },
            [&](const Complaint& complaint) {
                return one ? "error " + complaint.message
                           : "error" + pair("message", complaint.message);
            },
            [](const UnknownReply& unknown) { return unknown.line; },
        },
        reply);
}

}  // namespace sparring::hub
