#include "referee/view/game_csv.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <vector>

#include "referee/archive/utc.hpp"
#include "referee/view/csv.hpp"

namespace sparring::referee {
namespace {

using Fields = std::vector<std::string>;

template <class Value>
std::string text_of(const std::optional<Value>& value) {
    return value ? fmt::format("{}", *value) : "";
}

/// Microseconds are as much as anybody can read, and as clocks are good for.
std::string milliseconds(Duration time) {
    return fmt::format("{:.3f}", static_cast<double>(time.count()) / 1e6);
}

std::string side_text(Side side) {
    return side == Side::first ? "1" : "2";
}

/// `plies` with the opening's.
const Fields kGames{"game",    "round",        "pair",          "opening", "first",
                    "second",  "result",       "reason",        "detail",  "offender",
                    "margin",  "plies",        "book",          "started", "ended",
                    "seconds", "cpu_first_ms", "cpu_second_ms", "fen",     "moves"};

const Fields kMoves{"game",     "ply",   "side",  "player", "book",  "move",      "ms",
                    "clock_ms", "score", "final", "depth",  "nodes", "engine_ms", "fen"};

}  // namespace

std::string games_csv_head() {
    return csv_line(kGames);
}

std::string games_csv_row(const StoredGame& game, const StoredOpening& opening,
                          std::span<const std::string> names) {
    const ScheduledGame& scheduled = game.scheduled;
    std::vector<std::string> moves = opening_of(opening).moves;
    const std::size_t book = moves.size();
    for (const PlyRecord& ply : game.record) moves.push_back(ply.move);
    const auto name = [&](int player) { return names[static_cast<std::size_t>(player)]; };
    return csv_line(Fields{fmt::format("{}", scheduled.number),
                           fmt::format("{}", scheduled.round),
                           fmt::format("{}", scheduled.pair),
                           fmt::format("{}", scheduled.opening),
                           name(scheduled.first),
                           name(scheduled.second),
                           std::string{to_text(game.outcome)},
                           std::string{word(game.reason)},
                           game.detail,
                           game.offender ? side_text(*game.offender) : "",
                           text_of(game.margin),
                           fmt::format("{}", moves.size()),
                           fmt::format("{}", book),
                           game.start,
                           game.end,
                           fmt::format("{:.3f}", seconds_between(game.start, game.end)),
                           milliseconds(game.cpu[0]),
                           milliseconds(game.cpu[1]),
                           opening.fen,
                           fmt::format("{}", fmt::join(moves, " "))});
}

std::string moves_csv_head() {
    return csv_line(kMoves);
}

Expected<std::string> moves_csv_rows(const games::Choice& choice, const StoredGame& game,
                                     const StoredOpening& opening,
                                     std::span<const std::string> names) {
    const std::vector<std::string> book = opening_of(opening).moves;
    std::string rows;
    std::size_t ply = 0;
    Side mover = Side::first;
    const auto add = [&](const games::Position& after) {
        if (ply == 0) {
            mover = after.side_to_move();
            ++ply;
            return;
        }
        const bool of_book = ply <= book.size();
        const PlyRecord unknown;
        const PlyRecord& record = of_book ? unknown : game.record[ply - 1 - book.size()];
        const Side side = of_book ? mover : record.side;
        const auto& score = record.report.score;
        const bool final = score && score->kind == ugi::Score::Kind::final;
        const int player = side == Side::first ? game.scheduled.first : game.scheduled.second;
        rows += csv_line(Fields{
            fmt::format("{}", game.scheduled.number), fmt::format("{}", ply), side_text(side),
            names[static_cast<std::size_t>(player)], of_book ? "1" : "0",
            of_book ? book[ply - 1] : record.move, of_book ? "" : milliseconds(record.elapsed),
            record.clock ? milliseconds(*record.clock) : "",
            score && !final ? fmt::format("{}", score->value) : "",
            final ? fmt::format("{}", score->value) : "", text_of(record.report.depth),
            text_of(record.report.nodes), text_of(record.report.time_ms), after.fen()});
        mover = after.side_to_move();
        ++ply;
    };
    const auto position = replay(choice, opening, game, add);
    if (!position) return Error{position.error()};
    return rows;
}

}  // namespace sparring::referee
