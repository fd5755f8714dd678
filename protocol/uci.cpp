#include "protocol/uci.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "protocol/text.hpp"

namespace sparring::uci {
namespace {

using Words = std::span<const std::string_view>;

template <class... F>
struct Overloaded : F... {
    using F::operator()...;
};
template <class... F>
Overloaded(F...) -> Overloaded<F...>;

template <class To>
To narrowed(const ugi::Command& command, std::string_view line) {
    return std::visit(
        [&](const auto& value) -> To {
            if constexpr (std::is_constructible_v<To, decltype(value)>)
                return value;
            else
                return ugi::UnknownCommand{std::string{text::trim(line)}};
        },
        command);
}

std::string limits_text(const Limits& limits) {
    std::string words;
    const auto add = [&](std::string_view name, const auto& value) {
        if (value) words += fmt::format(" {} {}", name, *value);
    };
    if (const auto& clock = limits.clock) {
        words +=
            fmt::format(" wtime {} btime {} winc {} binc {}", clock->first_ms, clock->second_ms,
                        clock->first_increment_ms, clock->second_increment_ms);
        add("movestogo", clock->moves_to_go);
    }
    add("movetime", limits.move_time_ms);
    add("depth", limits.depth);
    add("nodes", limits.nodes);
    if (limits.infinite) words += " infinite";
    return words;
}

std::optional<Score> parse_score(Words words) {
    if (words.size() < 2) return {};
    const auto value = text::number<int>(words[1]);
    if (!value || (words[0] != "cp" && words[0] != "mate")) return {};
    Score score{words[0] == "cp" ? Score::Kind::cp : Score::Kind::mate, *value, {}};
    if (words.size() > 2 && words[2] == "lowerbound") score.bound = Score::Bound::lower;
    if (words.size() > 2 && words[2] == "upperbound") score.bound = Score::Bound::upper;
    return score;
}

/// What stands before the variation or the free text of an `info`.
Info parse_info(std::string_view line, Words words) {
    Info info;
    const auto common = ugi::parse_reply(line);
    if (const auto* known = std::get_if<ugi::Info>(&common)) info.common = *known;
    info.common.score.reset();
    for (std::size_t i = 1; i + 1 < words.size(); ++i) {
        if (words[i] == "pv" || words[i] == "string") break;
        if (words[i] == "score") info.score = parse_score(words.subspan(i + 1));
        if (words[i] == "multipv") info.multipv = text::number<int>(words[i + 1]);
    }
    return info;
}

std::string info_text(const Info& info) {
    // UGI's line, with the score and multipv put after the depths.
    ugi::Info depths, rest = info.common;
    depths.depth = info.common.depth;
    depths.seldepth = info.common.seldepth;
    rest.depth.reset();
    rest.seldepth.reset();
    rest.score.reset();
    std::string line = ugi::to_text(depths);
    if (info.multipv) line += fmt::format(" multipv {}", *info.multipv);
    if (info.score) {
        line += fmt::format(" score {} {}", info.score->kind == Score::Kind::cp ? "cp" : "mate",
                            info.score->value);
        if (info.score->bound == Score::Bound::lower) line += " lowerbound";
        if (info.score->bound == Score::Bound::upper) line += " upperbound";
    }
    return line + ugi::to_text(rest).substr(std::string_view{"info"}.size());
}

BestMove parse_best_move(Words words) {
    BestMove best;
    if (words[1] != "(none)") best.move = words[1];
    if (words.size() >= 4 && words[2] == "ponder" && words[3] != "(none)") best.ponder = words[3];
    return best;
}

}  // namespace

Command parse_command(std::string_view line) {
    const auto words = text::words(line);
    if (words.empty()) return ugi::UnknownCommand{};
    if (words[0] == "uci") return ugi::Hello{};
    if (words[0] == "ucinewgame") return ugi::NewGame{};
    if (words[0] == "ponderhit") return PonderHit{};
    if (words[0] == "ugi" || words[0] == "uginewgame")
        return ugi::UnknownCommand{std::string{text::trim(line)}};
    auto command = ugi::parse_command(line, ugi::ClockColours::white_first);
    if (const auto* go = std::get_if<ugi::Go>(&command)) {
        const bool ponder = std::find(words.begin(), words.end(), "ponder") != words.end();
        return Go{go->limits, ponder, go->perft};
    }
    return narrowed<Command>(command, line);
}

std::string to_text(const Command& command) {
    return std::visit(Overloaded{
                          [](const ugi::Hello&) -> std::string { return "uci"; },
                          [](const ugi::NewGame&) -> std::string { return "ucinewgame"; },
                          [](const PonderHit&) -> std::string { return "ponderhit"; },
                          [](const Go& go) {
                              if (go.perft) return fmt::format("go perft {}", *go.perft);
                              return (go.ponder ? "go ponder" : "go") + limits_text(go.limits);
                          },
                          [](const auto& same) { return ugi::to_text(ugi::Command{same}); },
                      },
                      command);
}

Reply parse_reply(std::string_view line) {
    const auto words = text::words(line);
    if (words.empty()) return ugi::UnknownReply{};
    if (words[0] == "uciok") return UciOk{};
    if (words[0] == "info") return parse_info(line, words);
    if (words[0] == "bestmove" && words.size() >= 2) return parse_best_move(words);
    if (words[0] == "id" || words[0] == "option" || words[0] == "readyok") {
        auto reply = ugi::parse_reply(line);
        if (auto* id = std::get_if<ugi::Id>(&reply)) return std::move(*id);
        if (auto* option = std::get_if<Option>(&reply)) return std::move(*option);
        if (std::holds_alternative<ugi::ReadyOk>(reply)) return ugi::ReadyOk{};
    }
    return ugi::UnknownReply{std::string{text::trim(line)}};
}

std::string to_text(const Reply& reply) {
    return std::visit(Overloaded{
                          [](const UciOk&) -> std::string { return "uciok"; },
                          [](const Info& info) { return info_text(info); },
                          [](const BestMove& best) {
                              return fmt::format(
                                  "bestmove {}{}", best.move.empty() ? "(none)" : best.move,
                                  best.ponder.empty() ? "" : " ponder " + best.ponder);
                          },
                          [](const auto& same) { return ugi::to_text(ugi::Reply{same}); },
                      },
                      reply);
}

}  // namespace sparring::uci
