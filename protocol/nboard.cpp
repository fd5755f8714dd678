#include "protocol/nboard.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "protocol/real.hpp"
#include "protocol/text.hpp"

namespace sparring::nboard {
namespace {

constexpr int kDeepest = 1000;  // plies

/// The line behind its first `count` words.
std::string_view rest_after(std::string_view line, int count) {
    for (; count > 0; --count) {
        line = text::trim(line);
        line.remove_prefix(std::min(line.find_first_of(" \t"), line.size()));
    }
    return text::trim(line);
}

std::string one_line(std::string text) {
    for (char& c : text)
        if (c >= 0 && c < ' ') c = ' ';
    return text;
}

std::string one_word(std::string text) {
    for (char& c : text)
        if (c >= 0 && c <= ' ') c = '_';
    return text.empty() ? "-" : text;
}

/// A whole number, brought into the range; nothing if it is none.
std::optional<int> whole(std::string_view word, int least, int most) {
    const auto value = text::number<std::int64_t>(word);
    if (!value) return {};
    return static_cast<int>(std::clamp<std::int64_t>(*value, least, most));
}

BadCommand not_a_number(std::string_view command, std::string_view word) {
    return BadCommand{fmt::format("{}: '{}' is not a number", command, text::printable(word))};
}

/// Version 1: a square or a pass alone.
bool is_move(std::string_view word) {
    const std::string_view square = word.substr(0, word.find('/'));
    const auto letter = [](char c) { return (c | 0x20) >= 'a' && (c | 0x20) <= 'h'; };
    if (square.size() == 2 && letter(square[0]) && square[1] >= '1' && square[1] <= '8')
        return true;
    return text::equals_ignoring_case(square, "pa") || text::equals_ignoring_case(square, "pass");
}

Command parse_set(std::string_view line, const std::vector<std::string_view>& words) {
    if (words.size() < 3) return BadCommand{"set: expected depth, game or contempt and a value"};
    if (words[1] == "game") {
        auto game = ggf::parse_game(rest_after(line, 2));
        if (!game) return BadCommand{"set game: " + game.error()};
        return SetGame{*std::move(game)};
    }
    if (words[1] == "depth") {
        const auto depth = whole(words[2], 1, kDeepest);
        if (!depth) return not_a_number("set depth", words[2]);
        return SetDepth{*depth};
    }
    if (words[1] == "contempt") {
        const auto contempt = whole(words[2], -100, 100);
        if (!contempt) return not_a_number("set contempt", words[2]);
        return SetContempt{*contempt};
    }
    return UnknownCommand{std::string{text::trim(line)}};
}

template <class... F>
struct Overloaded : F... {
    using F::operator()...;
};
template <class... F>
Overloaded(F...) -> Overloaded<F...>;

}  // namespace

Command parse_command(std::string_view line) {
    const auto words = text::words(line);
    if (words.empty()) return UnknownCommand{};
    const std::string command = text::lower(words[0]);
    const std::string_view first = words.size() > 1 ? words[1] : std::string_view{};
    if (command == "set") return parse_set(line, words);
    if (command == "go") return Go{};
    if (command == "learn") return Learn{};
    if (command == "analyze") return Analyze{};
    if (command == "quit") return Quit{};
    if (command == "nboard") {
        const auto version = whole(first, 1, 1000);
        if (!version) return not_a_number("nboard", first);
        return Hello{*version};
    }
    if (command == "ping") {
        const auto number = text::number<std::int64_t>(first);
        if (!number) return not_a_number("ping", first);
        return Ping{*number};
    }
    if (command == "hint") {
        const auto moves = first.empty() ? std::optional{1} : whole(first, 1, 1000);
        if (!moves) return not_a_number("hint", first);
        return Hint{*moves};
    }
    if (command == "move") {
        if (first.empty()) return BadCommand{"move: expected a move such as F5//1.2"};
        return Move{ggf::parse_played(rest_after(line, 1))};
    }
    if (is_move(words[0])) return Move{ggf::parse_played(line)};
    return UnknownCommand{std::string{text::trim(line)}};
}

std::string to_text(const Command& command) {
    return std::visit(
        Overloaded{
            [](const Hello& hello) { return fmt::format("nboard {}", hello.version); },
            [](const SetDepth& set) { return fmt::format("set depth {}", set.depth); },
            [](const SetGame& set) { return "set game " + ggf::to_text(set.game); },
            [](const SetContempt& set) { return fmt::format("set contempt {}", set.contempt); },
            [](const Move& move) { return "move " + ggf::to_text(move.played); },
            [](const Hint& hint) { return fmt::format("hint {}", hint.moves); },
            [](const Go&) -> std::string { return "go"; },
            [](const Ping& ping) { return fmt::format("ping {}", ping.number); },
            [](const Learn&) -> std::string { return "learn"; },
            [](const Analyze&) -> std::string { return "analyze"; },
            [](const Quit&) -> std::string { return "quit"; },
            [](const UnknownCommand& unknown) { return unknown.line; },
            [](const BadCommand&) { return std::string{}; },
        },
        command);
}

Reply parse_reply(std::string_view line) {
    const auto words = text::words(line);
    const auto unknown = [&] { return UnknownReply{std::string{text::trim(line)}}; };
    if (words.empty()) return unknown();
    const std::string_view reply = words[0];
    if (reply == "===") return Chosen{ggf::parse_played(rest_after(line, 1))};
    if (reply == "status") return Status{std::string{rest_after(line, 1)}};
    if (reply == "learned") return Learned{};
    if (words.size() < 2) return unknown();
    if (reply == "pong") {
        const auto number = text::number<std::int64_t>(words[1]);
        if (number) return Pong{*number};
    } else if (reply == "search" || reply == "book") {
        Line said;
        said.book = reply == "book";
        said.pv = words[1];
        // `a,b`: worth a if draws are Black's, b if they are White's.
        if (words.size() > 2) said.eval = text::real(words[2].substr(0, words[2].find(',')));
        if (words.size() > 3) said.games = text::number<std::int64_t>(words[3]).value_or(0);
        if (words.size() > 4) said.depth = words[4];
        return said;
    } else if (reply == "nodestats" && words.size() > 2) {
        const auto nodes = text::number<std::uint64_t>(words[1]);
        const auto seconds = text::real(words[2]);
        if (nodes && seconds) return NodeStats{*nodes, *seconds};
    } else if (reply == "set" && words[1] == "myname" && words.size() > 2) {
        return SetName{std::string{words[2]}};
    } else if (reply == "analysis" && words.size() > 2) {
        const auto made = whole(words[1], 0, 1000);
        const auto eval = text::real(words[2]);
        if (made && eval) return Analysis{*made, *eval};
    }
    return unknown();
}

std::string to_text(const Reply& reply) {
    return std::visit(
        Overloaded{
            [](const Pong& pong) { return fmt::format("pong {}", pong.number); },
            [](const Chosen& chosen) { return "=== " + ggf::to_text(chosen.played); },
            [](const Line& said) {
                return fmt::format("{} {} {:.2f} {} {}", said.book ? "book" : "search",
                                   one_word(said.pv), said.eval.value_or(0), said.games,
                                   one_word(said.depth));
            },
            [](const NodeStats& stats) {
                return fmt::format("nodestats {} {:.3f}", stats.nodes, stats.seconds);
            },
            [](const Status& status) {
                return status.text.empty() ? "status" : "status " + one_line(status.text);
            },
            [](const SetName& set) { return "set myname " + one_word(set.name); },
            [](const Learned&) -> std::string { return "learned"; },
            [](const Analysis& analysis) {
                return fmt::format("analysis {} {:.2f}", analysis.moves_made, analysis.eval);
            },
            [](const UnknownReply& unknown) { return unknown.line; },
        },
        reply);
}

}  // namespace sparring::nboard
