#include "protocol/ugi.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <span>

#include "protocol/text.hpp"

namespace sparring::ugi {
namespace {

using Words = std::span<const std::string_view>;

constexpr std::array<std::string_view, 6> kQueries{"gameover", "p1turn",  "result",
                                                   "fen",      "islegal", "legalmoves"};

template <class... F>
struct Overloaded : F... {
    using F::operator()...;
};
template <class... F>
Overloaded(F...) -> Overloaded<F...>;

std::string joined(Words words) {
    return fmt::format("{}", fmt::join(words, " "));
}

Command parse_set_option(Words words) {
    const auto name = std::find(words.begin(), words.end(), "name");
    if (name == words.end()) return BadCommand{"setoption: expected 'name' and the option's name"};
    const auto value = std::find(name, words.end(), "value");
    SetOption command{joined({name + 1, value}), {}};
    if (command.name.empty()) return BadCommand{"setoption: the option's name is missing"};
    if (value != words.end()) command.value = joined({value + 1, words.end()});
    return command;
}

Command parse_position(Words words) {
    const auto moves = std::find(words.begin(), words.end(), "moves");
    const Words start{words.begin(), moves};
    SetPosition command;
    if (!start.empty() && start.front() == "fen") {
        command.fen = joined(start.subspan(1));
        if (command.fen->empty()) return BadCommand{"position fen: the position is missing"};
    } else if (start.empty() || start.front() != "startpos") {
        return BadCommand{"position: expected 'startpos' or 'fen'"};
    }
    if (moves != words.end()) command.moves.assign(moves + 1, words.end());
    return command;
}

Command parse_go(Words words, ClockColours colours) {
    Go go;
    Clock clock;
    bool any_clock = false;
    const bool white_first = colours == ClockColours::white_first;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string_view word = words[i];
        if (word == "infinite") {
            go.limits.infinite = true;
            continue;
        }
        constexpr std::array<std::string_view, 13> counted{
            "p1time", "p2time",    "p1inc",    "p2inc", "wtime", "btime", "winc",
            "binc",   "movestogo", "movetime", "depth", "nodes", "perft"};
        if (std::find(counted.begin(), counted.end(), word) == counted.end()) continue;
        if (++i == words.size())
            return BadCommand{fmt::format("go {}: the number is missing", word)};
        const auto number = text::number<std::int64_t>(words[i]);
        if (!number) {
            return BadCommand{
                fmt::format("go {}: '{}' is not a whole number", word, text::printable(words[i]))};
        }
        const auto bounded = [&](std::int64_t least) {
            constexpr std::int64_t most = 1'000'000'000;
            return static_cast<int>(std::clamp(*number, least, most));
        };
        const bool is_clock = word.ends_with("time") && word != "movetime";
        const bool of_first = word.starts_with("p1") || (word[0] == 'w' && white_first) ||
                              (word[0] == 'b' && !white_first);
        if (is_clock) {
            (of_first ? clock.first_ms : clock.second_ms) = *number;
            any_clock = true;
        } else if (word.ends_with("inc")) {
            (of_first ? clock.first_increment_ms : clock.second_increment_ms) = *number;
            any_clock = true;
        } else if (word == "movestogo") {
            if (*number > 0) clock.moves_to_go = bounded(1);
        } else if (word == "movetime") {
            go.limits.move_time_ms = std::max<std::int64_t>(0, *number);
        } else if (word == "depth") {
            go.limits.depth = bounded(1);
        } else if (word == "nodes") {
            go.limits.nodes = static_cast<std::uint64_t>(std::max<std::int64_t>(1, *number));
        } else if (word == "perft") {
            if (*number < 0) return BadCommand{"go perft: the depth must be 0 or more"};
            go.perft = bounded(0);
        }
    }
    if (any_clock) go.limits.clock = clock;
    return go;
}

Command parse_query(Words words) {
    if (words.empty())
        return BadCommand{"query: expected gameover, p1turn, result, fen, islegal M or legalmoves"};
    const auto found = std::find(kQueries.begin(), kQueries.end(), words.front());
    if (found == kQueries.end()) {
        return BadCommand{fmt::format(
            "query '{}': expected gameover, p1turn, result, fen, islegal M or legalmoves",
            text::printable(words.front()))};
    }
    Query query{static_cast<Query::What>(found - kQueries.begin()), {}};
    if (query.what == Query::What::islegal) {
        if (words.size() < 2) return BadCommand{"query islegal: the move is missing"};
        query.move = words[1];
    }
    return query;
}

std::optional<Score> parse_score(Words words, std::size_t& i) {
    if (i + 2 >= words.size()) return {};
    const auto value = text::number<int>(words[i + 2]);
    if (!value || (words[i + 1] != "cp" && words[i + 1] != "final")) return {};
    const Score score{words[i + 1] == "cp" ? Score::Kind::cp : Score::Kind::final, *value};
    i += 2;
    return score;
}

Info parse_info(Words words) {
    Info info;
    const auto read = [&](auto& target, std::size_t& i) {
        using Value = typename std::remove_reference_t<decltype(target)>::value_type;
        if (i + 1 < words.size()) target = text::number<Value>(words[++i]);
    };
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string_view word = words[i];
        if (word == "depth") {
            read(info.depth, i);
        } else if (word == "seldepth") {
            read(info.seldepth, i);
        } else if (word == "nodes") {
            read(info.nodes, i);
        } else if (word == "nps") {
            read(info.nps, i);
        } else if (word == "time") {
            read(info.time_ms, i);
        } else if (word == "hashfull") {
            read(info.hashfull, i);
        } else if (word == "score") {
            info.score = parse_score(words, i);
        } else if (word == "pv") {
            info.pv.assign(words.begin() + static_cast<std::ptrdiff_t>(i) + 1, words.end());
            break;
        } else if (word == "string") {
            info.text = joined(words.subspan(i + 1));
            break;
        }
    }
    return info;
}

std::string info_text(const Info& info) {
    std::string line = "info";
    const auto add = [&](std::string_view name, const auto& value) {
        if (value) line += fmt::format(" {} {}", name, *value);
    };
    add("depth", info.depth);
    add("seldepth", info.seldepth);
    if (info.score) {
        line += fmt::format(" score {} {}", info.score->kind == Score::Kind::cp ? "cp" : "final",
                            info.score->value);
    }
    add("nodes", info.nodes);
    add("nps", info.nps);
    add("time", info.time_ms);
    add("hashfull", info.hashfull);
    if (!info.pv.empty()) line += fmt::format(" pv {}", fmt::join(info.pv, " "));
    if (!info.text.empty()) line += " string " + info.text;
    return line;
}

}  // namespace

Command parse_command(std::string_view line, ClockColours colours) {
    const auto all = text::words(line);
    if (all.empty()) return UnknownCommand{};
    const Words rest = Words{all}.subspan(1);
    const std::string_view command = all.front();
    if (command == "ugi") return Hello{};
    if (command == "isready") return IsReady{};
    if (command == "uginewgame") return NewGame{};
    if (command == "stop") return Stop{};
    if (command == "quit") return Quit{};
    if (command == "d") return Display{};
    if (command == "eval") return Evaluate{};
    if (command == "bench") return Bench{};
    if (command == "setoption") return parse_set_option(rest);
    if (command == "position") return parse_position(rest);
    if (command == "go") return parse_go(rest, colours);
    if (command == "query") return parse_query(rest);
    return UnknownCommand{std::string{text::trim(line)}};
}

std::string to_text(const Command& command) {
    return std::visit(Overloaded{
                          [](const Hello&) -> std::string { return "ugi"; },
                          [](const IsReady&) -> std::string { return "isready"; },
                          [](const NewGame&) -> std::string { return "uginewgame"; },
                          [](const Stop&) -> std::string { return "stop"; },
                          [](const Quit&) -> std::string { return "quit"; },
                          [](const Display&) -> std::string { return "d"; },
                          [](const Evaluate&) -> std::string { return "eval"; },
                          [](const Bench&) -> std::string { return "bench"; },
                          [](const SetOption& set) {
                              return fmt::format("setoption name {}{}", set.name,
                                                 set.value ? " value " + *set.value : "");
                          },
                          [](const SetPosition& set) {
                              std::string line =
                                  set.fen ? "position fen " + *set.fen : "position startpos";
                              if (!set.moves.empty())
                                  line += fmt::format(" moves {}", fmt::join(set.moves, " "));
                              return line;
                          },
                          [](const Go& go) -> std::string {
                              if (go.perft) return fmt::format("go perft {}", *go.perft);
                              const std::string limits = to_text(go.limits);
                              return limits.empty() ? "go" : "go " + limits;
                          },
                          [](const Query& query) {
                              std::string line = fmt::format(
                                  "query {}", kQueries[static_cast<std::size_t>(query.what)]);
                              if (query.what == Query::What::islegal) line += " " + query.move;
                              return line;
                          },
                          [](const UnknownCommand& unknown) { return unknown.line; },
                          [](const BadCommand&) { return std::string{}; },
                      },
                      command);
}

Reply parse_reply(std::string_view line) {
    const auto all = text::words(line);
    if (all.empty()) return UnknownReply{};
    const Words words{all};
    const std::string_view reply = words.front();
    if (reply == "info") return parse_info(words.subspan(1));
    // A second word after the move (`ponder`) belongs to UCI and is skipped.
    if (reply == "bestmove" && words.size() >= 2) return BestMove{std::string{words[1]}};
    if (reply == "response" && words.size() >= 2) return Response{joined(words.subspan(1))};
    if (reply == "ugiok") return UgiOk{};
    if (reply == "readyok") return ReadyOk{};
    if (reply == "id" && words.size() >= 2)
        return Id{std::string{words[1]}, joined(words.subspan(2))};
    if (reply == "option") {
        if (auto option = parse_option(line)) return *option;
    }
    return UnknownReply{std::string{text::trim(line)}};
}

std::string to_text(const Reply& reply) {
    return std::visit(Overloaded{
                          [](const Id& id) { return fmt::format("id {} {}", id.key, id.value); },
                          [](const Option& option) { return sparring::to_text(option); },
                          [](const UgiOk&) -> std::string { return "ugiok"; },
                          [](const ReadyOk&) -> std::string { return "readyok"; },
                          [](const Info& info) { return info_text(info); },
                          [](const BestMove& best) { return "bestmove " + best.move; },
                          [](const Response& response) { return "response " + response.value; },
                          [](const UnknownReply& unknown) { return unknown.line; },
                      },
                      reply);
}

}  // namespace sparring::ugi
