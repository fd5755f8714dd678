#include "referee/view/report_json.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "referee/archive/utc.hpp"
#include "referee/view/json.hpp"
#include "referee/view/json_values.hpp"

namespace sparring::referee::json {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kLastRecords = 400;
constexpr std::size_t kMostPoints = 500;  ///< of the curve of Elo

const StoredOpening* find_opening(std::span<const StoredOpening> openings, std::size_t number) {
    const auto found = std::lower_bound(
        openings.begin(), openings.end(), number,
        [](const StoredOpening& each, std::size_t wanted) { return each.number < wanted; });
    return found == openings.end() || found->number != number ? nullptr : &*found;
}

/// Which games are shown with their moves.
std::vector<bool> with_records(std::span<const StoredGame> games) {
    std::vector<bool> chosen(games.size(), games.size() <= kMostRecords);
    if (games.size() <= kMostRecords) return chosen;
    const auto shorter = [](const StoredGame& a, const StoredGame& b) { return a.plies < b.plies; };
    const auto [shortest, longest] = std::minmax_element(games.begin(), games.end(), shorter);
    chosen[static_cast<std::size_t>(shortest - games.begin())] = true;
    chosen[static_cast<std::size_t>(longest - games.begin())] = true;
    for (std::size_t i = 0; i < games.size(); ++i) {
        if (i + kLastRecords >= games.size() || is_fault(games[i].reason)) chosen[i] = true;
    }
    return chosen;
}

Json run_event(const Reported& reported) {
    const ScheduleSettings& schedule = reported.board.schedule();
    Run run{reported.run.version,
            reported.run.game,
            std::string{word(schedule.tournament)},
            {},
            {},
            {},
            games_at_most(schedule),
            0,
            reported.archive};
    for (const StoredEngine& engine : reported.run.engines) {
        run.names.push_back(engine.name);
        run.limits.push_back(engine.limits);
        run.commands.push_back(engine.command);
    }
    Json event = json::run(run);
    event["time"] = reported.begun;
    return event;
}

/// The first player's Elo after so many games, where it is a number with an error.
Json elo_over_games(const Reported& reported) {
    Json points = Json::array();
    const ScheduleSettings& schedule = reported.board.schedule();
    if (schedule.players != 2) return points;
    Standings standings{schedule.players, in_pairs(schedule)};
    const std::size_t games = reported.games.size();
    const std::size_t step = std::max<std::size_t>((games + kMostPoints - 1) / kMostPoints, 1);
    for (std::size_t i = 0; i < games; ++i) {
        standings.add(reported.games[i].scheduled, score_of(reported.games[i], {}));
        // The last point is the result, whatever the step.
        if ((games - i - 1) % step != 0) continue;
        const EloEstimate estimate = standings.elo(0);
        if (estimate.kind != EloEstimate::Kind::plain) continue;
        points.push_back({{"game", i + 1}, {"elo", estimate.elo}, {"error", estimate.error}});
    }
    return points;
}

std::string title(const StoredRun& run) {
    if (run.engines.size() == 2)
        return fmt::format("{} vs {}, {}", run.engines[0].name, run.engines[1].name, run.game);
    return fmt::format("{}, {} players", run.game, run.engines.size());
}

Json row(const StoredRun& run, const StoredGame& game, std::size_t book) {
    const auto name = [&](int player) {
        return run.engines[static_cast<std::size_t>(player)].name;
    };
    return {{"number", game.scheduled.number},
            {"round", game.scheduled.round},
            {"pair", game.scheduled.pair},
            {"opening", game.scheduled.opening},
            {"first", name(game.scheduled.first)},
            {"second", name(game.scheduled.second)},
            {"result", to_text(game.outcome)},
            {"reason", referee::word(game.reason)},
            {"detail", game.detail},
            {"offender", game.offender ? Json(*game.offender == Side::first ? 1 : 2) : Json()},
            {"margin", optional(game.margin)},
            {"plies", book + game.record.size()},
            {"seconds", seconds_between(game.start, game.end)},
            {"record", nullptr}};
}

}  // namespace

Expected<Json> record(const games::Choice& choice, const StoredOpening& opening,
                      const StoredGame& game) {
    Json moves = opening_of(opening).moves;
    const std::size_t book = moves.size();
    Json fens = Json::array(), sides = Json::array();
    const auto position = replay(choice, opening, game, [&](const games::Position& each) {
        if (fens.size() < book) sides.push_back(each.side_to_move() == Side::first ? 1 : 2);
        fens.push_back(each.fen());
    });
    if (!position) return Error{position.error()};
    Json ms(book, nullptr), clocks = ms, scores = ms, depths = ms, nodes = ms;
    std::array<Json, 2> left;  // only the mover's clock is known, so the other's is as it was
    for (const PlyRecord& ply : game.record) {
        moves.push_back(ply.move);
        sides.push_back(ply.side == Side::first ? 1 : 2);
        ms.push_back(milliseconds(ply.elapsed));
        if (ply.clock) left[static_cast<std::size_t>(ply.side)] = milliseconds(*ply.clock);
        const bool known = !left[0].is_null() || !left[1].is_null();
        clocks.push_back(known ? Json{left[0], left[1]} : Json());
        scores.push_back(score(ply.report.score));
        depths.push_back(optional(ply.report.depth));
        nodes.push_back(optional(ply.report.nodes));
    }
    return Json{
        {"fens", std::move(fens)},     {"moves", std::move(moves)},   {"sides", std::move(sides)},
        {"ms", std::move(ms)},         {"clocks", std::move(clocks)}, {"scores", std::move(scores)},
        {"depths", std::move(depths)}, {"nodes", std::move(nodes)},   {"book", book}};
}

Expected<Json> game_line(const games::Choice& choice, const StoredOpening& opening,
                         const StoredGame& game, const Scoreboard& board) {
    auto moves = record(choice, opening, game);
    if (!moves) return moves;
    Json line =
        end(game.scheduled, board, score_of(game, {}), game.detail, (*moves)["moves"].size());
    line["time"] = game.end;
    line["started"] = game.start;
    line["opening"] = game.scheduled.opening;
    line.update(*moves);
    return line;
}

Expected<Json> game(const StoredRun& run, const games::Choice& choice, const StoredOpening& opening,
                    const StoredGame& game) {
    auto moves = record(choice, opening, game);
    if (!moves) return moves;
    Json result = row(run, game, (*moves)["book"].get<std::size_t>());
    result["record"] = *std::move(moves);
    return result;
}

Expected<Json> report(const Reported& reported) {
    const auto choice = choice_of(reported.run.game);
    if (!choice) return Error{choice.error()};
    const std::vector<bool> chosen = with_records(reported.games);
    Json games = Json::array(), reasons = Json::object();
    for (std::size_t i = 0; i < reported.games.size(); ++i) {
        const StoredGame& game = reported.games[i];
        const StoredOpening* opening = find_opening(reported.openings, game.scheduled.opening);
        if (opening == nullptr) {
            return Error{fmt::format("game {}: the archive has no opening {}",
                                     game.scheduled.number, game.scheduled.opening)};
        }
        Json& count = reasons[std::string{referee::word(game.reason)}];
        count = count.is_null() ? 1 : count.get<int>() + 1;
        games.push_back(row(reported.run, game, opening_of(*opening).moves.size()));
        if (!chosen[i]) continue;
        auto moves = record(*choice, *opening, game);
        if (!moves) return moves;
        games.back()["record"] = *std::move(moves);
    }
    return Json{{"v", version},
                {"title", title(reported.run)},
                {"run", run_event(reported)},
                {"configuration", reported.run.configuration},
                {"standings", standings(reported.board, games_at_most(reported.board.schedule()))},
                {"elo_over_games", elo_over_games(reported)},
                {"games", std::move(games)},
                {"reasons", std::move(reasons)}};
}

}  // namespace sparring::referee::json
