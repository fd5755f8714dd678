#include "referee/view/json.hpp"

#include <fmt/format.h>

#include <array>
#include <nlohmann/json.hpp>

#include "referee/archive/archive.hpp"
#include "referee/archive/utc.hpp"
#include "referee/schedule/knockout.hpp"
#include "referee/schedule/swiss.hpp"
#include "referee/statistics/stopped_test.hpp"
#include "referee/view/bracket_text.hpp"
#include "referee/view/json_values.hpp"

namespace sparring::referee::json {
namespace {

using Json = nlohmann::json;

constexpr std::array<std::string_view, 5> kTournaments{"round-robin", "gauntlet", "swiss",
                                                       "knockout", "pairings"};
constexpr std::array<std::string_view, 5> kEnds{"complete", "bad-option", "no-start", "aborted",
                                                "interrupted"};

Json event(std::string_view name) {
    return {{"v", version}, {"time", utc_now()}, {"event", name}};
}

int number(Side side) {
    return side == Side::first ? 1 : 2;
}

const std::string& name(const Scoreboard& board, int player) {
    return board.names()[static_cast<std::size_t>(player)];
}

Json tally(const Tally& tally) {
    return {{"w", tally.wins}, {"d", tally.draws}, {"l", tally.losses}};
}

Json elo(const EloEstimate& estimate) {
    if (estimate.kind == EloEstimate::Kind::none) return {};
    Json result{{"text", to_text(estimate)}, {"value", nullptr}, {"error", nullptr}};
    if (estimate.kind == EloEstimate::Kind::plain || estimate.kind == EloEstimate::Kind::wide)
        result["value"] = estimate.elo;
    if (estimate.kind == EloEstimate::Kind::plain) result["error"] = estimate.error;
    return result;
}

Json per(std::chrono::nanoseconds time, std::int64_t count) {
    return count == 0 ? Json() : Json(milliseconds(time) / static_cast<double>(count));
}

Json row(const Scoreboard& board, int player, int rank) {
    const Standings& standings = board.standings();
    const Row& of = standings.row(player);
    Json forfeits = Json::object();
    for (std::size_t i = 0; i < kReasons; ++i) {
        if (of.forfeits[i] > 0)
            forfeits[std::string{referee::word(static_cast<Reason>(i))}] = of.forfeits[i];
    }
    const auto margin = standings.margin(player);
    const Effort& effort = of.effort;
    return {{"rank", rank},
            {"name", name(board, player)},
            {"games", of.all.games()},
            {"points", of.all.points()},
            {"wins", of.all.wins},
            {"draws", of.all.draws},
            {"losses", of.all.losses},
            {"elo", elo(standings.elo(player))},
            {"first", tally(of.as_first)},
            {"second", tally(of.as_second)},
            {"pairs", in_pairs(board.schedule()) ? Json(of.pairs) : Json()},
            {"margin", margin.games == 0 ? Json() : Json(margin.mean)},
            {"ms_per_move", per(effort.time, effort.moves)},
            {"slowest_ms", milliseconds(effort.slowest)},
            {"cpu_ms_per_move", per(effort.cpu, effort.moves)},
            {"latency_ms", per(effort.latency, effort.with_latency)},
            {"depth", effort.with_depth == 0 ? Json()
                                             : Json(static_cast<double>(effort.depths) /
                                                    static_cast<double>(effort.with_depth))},
            {"forfeits", std::move(forfeits)}};
}

Json test(const Scoreboard& board) {
    constexpr std::array<std::string_view, 3> decisions{"running", "H0", "H1"};
    const SprtState state = board.test_state();
    const SprtSettings& settings = *board.test();
    Json result{{"llr", state.llr},
                {"lower", state.bounds.low},
                {"upper", state.bounds.high},
                {"elo0", settings.elo0},
                {"elo1", settings.elo1},
                {"alpha", settings.alpha},
                {"beta", settings.beta},
                {"model", referee::word(settings.model)},
                {"alike", state.alike},
                {"decision", decisions[static_cast<std::size_t>(state.decision)]},
                {"corrected", nullptr}};
    if (state.decision == Decision::running) return result;
    if (const auto estimate = estimate_after_stop(board.test_counts(), settings)) {
        result["corrected"] = {{"elo", estimate->elo},
                               {"low", estimate->interval.low},
                               {"high", estimate->interval.high}};
    }
    return result;
}

Json parameter(const std::optional<CommonParameter>& value) {
    return value ? Json{{"elo", value->elo}, {"error", value->error}} : Json();
}

Json ratings(const Scoreboard& board) {
    const Ratings all = board.ratings();
    Json players = Json::array();
    for (const int player : all.ranking()) {
        const PlayerRating& rating = all.players[static_cast<std::size_t>(player)];
        const bool rated = rating.kind == PlayerRating::Kind::rated;
        players.push_back({{"name", name(board, player)},
                           {"rating", rated ? Json(rating.elo) : Json()},
                           {"error", rated ? Json(rating.error) : Json()}});
    }
    return {{"players", std::move(players)},
            {"first_move", parameter(all.advantage)},
            {"draw", parameter(all.draw_elo)}};
}

Json swiss(const Scoreboard& board) {
    if (board.schedule().tournament != Tournament::swiss) return {};
    Json rows = Json::array();
    for (const SwissRow& each : swiss_table(board.schedule(), board.played())) {
        rows.push_back({{"rank", each.rank},
                        {"name", name(board, each.player)},
                        {"points", each.points},
                        {"buchholz", each.buchholz},
                        {"median_buchholz", each.median_buchholz},
                        {"sonneborn_berger", each.sonneborn_berger},
                        {"byes", each.byes}});
    }
    return rows;
}

Json knockout(const Scoreboard& board) {
    if (board.schedule().tournament != Tournament::knockout) return {};
    constexpr std::array<std::string_view, 5> decisions{"open", "bye", "games", "further pairs",
                                                        "seed"};
    const Bracket tree = bracket(board.schedule(), board.played());
    const auto player = [&](const std::optional<int>& who) {
        return who ? Json(name(board, *who)) : Json();
    };
    Json rounds = Json::array();
    for (std::size_t round = 0; round < tree.rounds.size(); ++round) {
        Json encounters = Json::array();
        for (const BracketEncounter& each : tree.rounds[round]) {
            encounters.push_back(
                {{"upper", player(each.upper)},
                 {"lower", player(each.lower)},
                 {"upper_points", each.upper_half_points / 2.0},
                 {"lower_points", each.lower_half_points / 2.0},
                 {"winner", player(each.winner)},
                 {"decision", decisions[static_cast<std::size_t>(each.decision)]}});
        }
        rounds.push_back(
            {{"name", round_name(tree, round)}, {"encounters", std::move(encounters)}});
    }
    return {{"rounds", std::move(rounds)}, {"winner", player(tree.winner())}};
}

}  // namespace

std::string_view word(Tournament tournament) {
    return kTournaments[static_cast<std::size_t>(tournament)];
}

std::string_view word(RunEnd::Kind kind) {
    return kEnds[static_cast<std::size_t>(kind)];
}

Json score(const std::optional<ugi::Score>& score) {
    if (!score) return {};
    return {{score->kind == ugi::Score::Kind::final ? "final" : "cp", score->value}};
}

Json run(const Run& run) {
    Json result = event("run");
    Json players = Json::array();
    for (std::size_t i = 0; i < run.names.size(); ++i) {
        players.push_back(
            {{"name", run.names[i]}, {"limits", run.limits[i]}, {"command", run.commands[i]}});
    }
    result.update({{"referee", run.version},
                   {"game", run.game},
                   {"tournament", run.tournament},
                   {"players", std::move(players)},
                   {"games", optional(run.games)},
                   {"resumed", run.resumed},
                   {"archive", run.archive.empty() ? Json() : Json(run.archive)}});
    return result;
}

Json start(const ScheduledGame& game, const Scoreboard& board, const games::Position& position) {
    Json result = event("start");
    result.update({{"game", game.number},
                   {"round", game.round},
                   {"pair", game.pair},
                   {"opening", game.opening},
                   {"first", name(board, game.first)},
                   {"second", name(board, game.second)},
                   {"fen", position.fen()},
                   {"to_move", number(position.side_to_move())},
                   {"plies", position.plies()}});
    return result;
}

Json move(int game, std::size_t ply, const PlyRecord& played,
          const std::array<std::optional<Duration>, 2>& clocks, const games::Position& after) {
    Json result = event("move");
    const auto left = [&](std::size_t i) {
        return clocks[i] ? Json(milliseconds(*clocks[i])) : Json();
    };
    result.update({{"game", game},
                   {"ply", ply},
                   {"side", number(played.side)},
                   {"move", played.move},
                   {"ms", milliseconds(played.elapsed)},
                   {"clock", clocks[0] || clocks[1] ? Json::array({left(0), left(1)}) : Json()},
                   {"score", score(played.report.score)},
                   {"depth", optional(played.report.depth)},
                   {"nodes", optional(played.report.nodes)},
                   {"fen", after.fen()},
                   {"to_move", number(after.side_to_move())}});
    return result;
}

Json end(const ScheduledGame& game, const Scoreboard& board, const Score& score,
         const std::string& detail, std::size_t plies) {
    Json result = event("end");
    result.update({{"game", game.number},
                   {"round", game.round},
                   {"pair", game.pair},
                   {"first", name(board, game.first)},
                   {"second", name(board, game.second)},
                   {"result", to_text(score.outcome)},
                   {"reason", referee::word(score.reason)},
                   {"detail", detail},
                   {"offender", score.offender ? Json(number(*score.offender)) : Json()},
                   {"margin", optional(score.margin)},
                   {"plies", plies}});
    return result;
}

Json standings(const Scoreboard& board, std::optional<std::size_t> games) {
    Json result = event("standings");
    Json rows = Json::array(), between = Json::array();
    const auto order = board.standings().ranking();
    for (const int player : order) {
        rows.push_back(row(board, player, static_cast<int>(rows.size()) + 1));
        Json line = Json::array();
        for (const int opponent : order)
            line.push_back(tally(board.standings().between(player, opponent)));
        between.push_back(std::move(line));
    }
    result.update({{"played", board.standings().games()},
                   {"games", optional(games)},
                   {"rows", std::move(rows)},
                   {"between", std::move(between)},
                   {"first_mover", tally(board.standings().first_movers())},
                   {"void", board.standings().voids()},
                   {"duplicates", board.standings().duplicates()},
                   {"sprt", board.test() ? test(board) : Json()},
                   {"ratings", order.size() > 2 ? ratings(board) : Json()},
                   {"swiss", swiss(board)},
                   {"bracket", knockout(board)}});
    return result;
}

Json warning(const std::string& text) {
    Json result = event("warning");
    result["text"] = text;
    return result;
}

Json stop(const RunEnd& end) {
    Json result = event("stop");
    result.update({{"kind", word(end.kind)}, {"why", end.why}});
    return result;
}

std::string text(const Json& value) {
    return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace sparring::referee::json
