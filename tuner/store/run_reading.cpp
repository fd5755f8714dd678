// What stands in a run file; run_store.cpp writes it.
#include <SQLiteCpp/SQLiteCpp.h>

#include <nlohmann/json.hpp>
#include <stdexcept>

#include "protocol/text.hpp"
#include "tuner/store/run_store.hpp"

namespace sparring::tuner {
namespace {

using Json = nlohmann::ordered_json;

Point point_of(const std::string& text) {
    return Json::parse(text).get<Point>();
}

Id id_of(const SQLite::Column& column) {
    return column.isNull() ? kNobody : column.getInt64();
}

/// A BatchKind or a Role.
template <class Kind>
Kind named(const std::string& word) {
    for (const Kind kind : {Kind::train, Kind::validation, Kind::test})
        if (tuner::word(kind) == word) return kind;
    throw std::runtime_error{"the run file says '" + text::printable(word) + "'"};
}

}  // namespace

StoredRun RunStore::run() const {
    StoredRun run;
    SQLite::Statement query{*database_, "SELECT configuration, version, warnings FROM run"};
    if (!query.executeStep()) throw std::runtime_error{"the file describes no run"};
    run.configuration = query.getColumn(0).getString();
    run.version = query.getColumn(1).getString();
    run.warnings = Json::parse(query.getColumn(2).getString()).get<std::vector<std::string>>();
    SQLite::Statement engines{*database_, "SELECT name, command, sha256 FROM engines"};
    while (engines.executeStep()) {
        run.engines.push_back({engines.getColumn(0).getString(), engines.getColumn(1).getString(),
                               engines.getColumn(2).getString()});
    }
    SQLite::Statement parameters{*database_,
                                 "SELECT name, min, max, start, step, codec, bits, fixed, words "
                                 "FROM parameters ORDER BY number"};
    while (parameters.executeStep()) {
        Parameter parameter{.name = parameters.getColumn(0).getString(),
                            .min = parameters.getColumn(1).getDouble(),
                            .max = parameters.getColumn(2).getDouble(),
                            .start = parameters.getColumn(3).getDouble(),
                            .step = parameters.getColumn(4).getDouble(),
                            .bits = parameters.getColumn(6).getInt(),
                            .fixed = parameters.getColumn(7).getInt() != 0};
        const auto codec = parse_codec(parameters.getColumn(5).getString());
        if (!codec) throw std::runtime_error{"the run file names an unknown codec"};
        parameter.codec = *codec;
        parameter.words =
            Json::parse(parameters.getColumn(8).getString()).get<std::vector<std::string>>();
        run.parameters.push_back(std::move(parameter));
    }
    SQLite::Statement openings{*database_, "SELECT role, fen, moves FROM openings ORDER BY number"};
    while (openings.executeStep()) {
        StoredOpening opening{named<Role>(openings.getColumn(0).getString()),
                              {openings.getColumn(1).getString(), {}}};
        const std::string moves = openings.getColumn(2).getString();
        for (const auto move : text::words(moves)) opening.opening.moves.emplace_back(move);
        run.openings.push_back(std::move(opening));
    }
    return run;
}

std::vector<StoredBatch> RunStore::batches(bool whole) const {
    std::vector<StoredBatch> batches;
    SQLite::Statement query{*database_,
                            "SELECT number, kind, generation, stage, started, ended, notes "
                            "FROM batches ORDER BY number"};
    while (query.executeStep()) {
        StoredBatch batch;
        batch.number = query.getColumn(0).getInt();
        batch.kind = named<BatchKind>(query.getColumn(1).getString());
        batch.batch.generation = query.getColumn(2).getInt();
        batch.stage = query.getColumn(3).getInt();
        batch.started = query.getColumn(4).getString();
        if (!query.getColumn(5).isNull()) batch.ended = query.getColumn(5).getString();
        if (!query.getColumn(6).isNull())
            batch.notes = Json::parse(query.getColumn(6).getString()).get<Notes>();
        batches.push_back(std::move(batch));
    }
    if (!whole) return batches;
    SQLite::Statement candidates{
        *database_,
        "SELECT batch, c.individual, label, c.point, i.mother, i.father, i.born FROM candidates c "
        "LEFT JOIN individuals i ON i.id = c.individual ORDER BY batch, number"};
    while (candidates.executeStep()) {
        StoredBatch& batch = batches.at(static_cast<std::size_t>(candidates.getColumn(0).getInt()));
        batch.labels.push_back(candidates.getColumn(2).getString());
        batch.batch.candidates.push_back(
            {id_of(candidates.getColumn(1)),
             point_of(candidates.getColumn(3).getString()),
             {id_of(candidates.getColumn(4)), id_of(candidates.getColumn(5))},
             candidates.getColumn(6).getInt()});
    }
    SQLite::Statement encounters{
        *database_, "SELECT batch, a, b, opponent, pairs FROM encounters ORDER BY batch, number"};
    while (encounters.executeStep()) {
        StoredBatch& batch = batches.at(static_cast<std::size_t>(encounters.getColumn(0).getInt()));
        const auto b = encounters.getColumn(2);
        batch.batch.encounters.push_back({encounters.getColumn(1).getInt(),
                                          b.isNull() ? Encounter::kOpponents : b.getInt(),
                                          encounters.getColumn(4).getInt()});
        batch.opponents.push_back(encounters.getColumn(3).getString());
    }
    return batches;
}

void RunStore::visit_games(int batch, const std::function<void(const StoredGame&)>& visit) const {
    SQLite::Statement query{
        *database_,
        "SELECT encounter, pair, first, opening, score, reason, plies, decided, nodes_a, nodes_b, "
        "cpu_us, cached FROM games WHERE batch = ? ORDER BY encounter, pair, first DESC"};
    query.bind(1, batch);
    while (query.executeStep()) {
        StoredGame game;
        game.encounter = query.getColumn(0).getInt();
        game.pair = query.getColumn(1).getInt();
        game.first = query.getColumn(2).getInt() != 0;
        game.opening = static_cast<std::size_t>(query.getColumn(3).getInt64());
        if (!query.getColumn(4).isNull()) game.score = query.getColumn(4).getDouble();
        game.reason = query.getColumn(5).getString();
        game.plies = query.getColumn(6).getInt();
        game.decided = query.getColumn(7).getInt();
        for (int i = 0; i < 2; ++i)
            game.nodes[static_cast<std::size_t>(i)] =
                static_cast<std::uint64_t>(query.getColumn(8 + i).getInt64());
        game.cpu_us = query.getColumn(10).getInt64();
        game.cached = query.getColumn(11).getInt() != 0;
        visit(game);
    }
}

std::vector<StoredAnswer> RunStore::answers() const {
    std::vector<StoredAnswer> answers;
    SQLite::Statement query{*database_,
                            "SELECT batch, champion, champion_point, mean_point, selection_score, "
                            "games, nodes FROM answers ORDER BY batch"};
    while (query.executeStep()) {
        answers.push_back({query.getColumn(0).getInt(), id_of(query.getColumn(1)),
                           point_of(query.getColumn(2).getString()),
                           point_of(query.getColumn(3).getString()), query.getColumn(4).getDouble(),
                           query.getColumn(5).getInt64(), query.getColumn(6).getInt64()});
    }
    return answers;
}

std::vector<StoredEvent> RunStore::events() const {
    std::vector<StoredEvent> events;
    SQLite::Statement query{*database_, "SELECT time, kind, text FROM events ORDER BY number"};
    while (query.executeStep()) {
        events.push_back({query.getColumn(0).getString(), query.getColumn(1).getString(),
                          query.getColumn(2).getString()});
    }
    return events;
}

std::vector<Candidate> RunStore::individuals() const {
    std::vector<Candidate> individuals;
    SQLite::Statement query{*database_,
                            "SELECT id, point, mother, father, born FROM individuals ORDER BY id"};
    while (query.executeStep()) {
        individuals.push_back({query.getColumn(0).getInt64(),
                               point_of(query.getColumn(1).getString()),
                               {id_of(query.getColumn(2)), id_of(query.getColumn(3))},
                               query.getColumn(4).getInt()});
    }
    return individuals;
}

}  // namespace sparring::tuner
