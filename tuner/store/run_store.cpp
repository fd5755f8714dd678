#include "tuner/store/run_store.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <SQLiteCpp/VariadicBind.h>
#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "protocol/text.hpp"
#include "referee/archive/utc.hpp"
#include "tuner/store/schema.hpp"

namespace sparring::tuner {
namespace {

using Json = nlohmann::ordered_json;

/// "Tune": tells a run file from other SQLite files.
constexpr referee::FileKind kKind{0x54756e65, RunStore::version, "a run of the tuner", "this tuner",
                                  "tuner resume"};

std::string json(const Point& point) {
    return Json(point).dump();
}

void bind_id(SQLite::Statement& statement, int index, Id id) {
    if (id != kNobody) {
        statement.bind(index, id);
    } else {
        statement.bind(index);
    }
}

std::string joined(const std::vector<std::string>& moves) {
    return fmt::format("{}", fmt::join(moves, " "));
}

/// What SQLite finds wrong with the file as such.
std::optional<std::string> damage_of(SQLite::Database& database) {
    try {
        const std::string found = database.execAndGet("PRAGMA quick_check(1)").getString();
        if (found == "ok") return {};
        return found;
    } catch (const SQLite::Exception& error) {
        return error.what();
    }
}

void write_run(SQLite::Database& database, const StoredRun& run) {
    database.exec(kSchema);
    SQLite::Statement insert{database, "INSERT INTO run VALUES (1, ?, ?, ?)"};
    SQLite::bind(insert, run.configuration, run.version, Json(run.warnings).dump());
    insert.exec();
    SQLite::Statement engine{database, "INSERT INTO engines VALUES (?, ?, ?)"};
    for (const StoredEngine& each : run.engines) {
        engine.reset();
        SQLite::bind(engine, each.name, each.command, each.sha256);
        engine.exec();
    }
    SQLite::Statement parameter{database,
                                "INSERT INTO parameters VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"};
    int number = 0;
    for (const Parameter& each : run.parameters) {
        parameter.reset();
        SQLite::bind(parameter, number++, each.name, each.min, each.max, each.start, each.step,
                     std::string{word(each.codec)}, each.bits, each.fixed ? 1 : 0,
                     Json(each.words).dump());
        parameter.exec();
    }
    SQLite::Statement opening{database, "INSERT INTO openings VALUES (?, ?, ?, ?)"};
    number = 0;
    for (const StoredOpening& each : run.openings) {
        opening.reset();
        SQLite::bind(opening, number++, std::string{word(each.role)}, each.opening.fen,
                     joined(each.opening.moves));
        opening.exec();
    }
}

}  // namespace

std::string_view word(BatchKind kind) {
    return kind == BatchKind::train        ? "train"
           : kind == BatchKind::validation ? "validation"
                                           : "test";
}

struct RunStore::Statements {
    explicit Statements(SQLite::Database& database)
        : batch{database,
                "INSERT INTO batches (number, kind, generation, stage, hash, started) "
                "VALUES (?, ?, ?, ?, ?, ?)"},
          end{database, "UPDATE batches SET ended = ?, notes = ? WHERE number = ?"},
          individual{database, "INSERT OR IGNORE INTO individuals VALUES (?, ?, ?, ?, ?)"},
          candidate{database, "INSERT INTO candidates VALUES (?, ?, ?, ?, ?)"},
          encounter{database, "INSERT INTO encounters VALUES (?, ?, ?, ?, ?, ?)"},
          game{database,
               "INSERT OR IGNORE INTO games VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"},
          answer{database, "INSERT OR REPLACE INTO answers VALUES (?, ?, ?, ?, ?, ?, ?)"},
          event{database, "INSERT INTO events (time, kind, text) VALUES (?, ?, ?)"} {}

    SQLite::Statement batch, end, individual, candidate, encounter, game, answer, event;
};

RunStore::RunStore(std::unique_ptr<referee::DatabaseFile> file, bool writable)
    : file_{std::move(file)}, database_{&file_->database()} {
    if (writable) statements_ = std::make_unique<Statements>(*database_);
}

RunStore::~RunStore() = default;

Expected<std::unique_ptr<RunStore>> RunStore::create(const std::string& path,
                                                     const StoredRun& run) {
    auto file = referee::DatabaseFile::create(
        path, kKind, [&](SQLite::Database& database) { write_run(database, run); });
    if (!file) return Error{file.error()};
    return std::unique_ptr<RunStore>{new RunStore{*std::move(file), true}};
}

Expected<std::unique_ptr<RunStore>> RunStore::open(const std::string& path) {
    // Looked at first, by a connection that cannot write, unless the last writer was killed: then
    // it takes a writer to see what there is.
    std::error_code error;
    const bool unfinished = std::filesystem::exists(path + "-wal", error) ||
                            std::filesystem::exists(path + "-journal", error);
    if (!unfinished)
        if (const auto look = open_to_read(path); !look) return Error{look.error()};
    auto file = referee::DatabaseFile::open(path, kKind);
    if (!file) return Error{file.error()};
    if (auto damage = unfinished ? damage_of((*file)->database()) : std::nullopt)
        return Error{fmt::format("'{}' is damaged: {}", text::printable(path, 200), *damage)};
    return std::unique_ptr<RunStore>{new RunStore{*std::move(file), true}};
}

Expected<std::unique_ptr<RunStore>> RunStore::open_to_read(const std::string& path) {
    auto file = referee::DatabaseFile::open_to_read(path, kKind);
    if (!file) return Error{file.error()};
    if (auto damage = damage_of((*file)->database()))
        return Error{fmt::format("'{}' is damaged: {}", text::printable(path, 200), *damage)};
    return std::unique_ptr<RunStore>{new RunStore{*std::move(file), false}};
}

void RunStore::freeze() {
    database_->exec("BEGIN");
}

void RunStore::begin() {
    database_->exec("BEGIN IMMEDIATE");
}

void RunStore::commit() {
    database_->exec("COMMIT");
}

void RunStore::add(const StoredBatch& stored) {
    Statements& s = *statements_;
    s.batch.reset();
    SQLite::bind(s.batch, stored.number, std::string{word(stored.kind)}, stored.batch.generation,
                 stored.stage, hash_of(stored), referee::utc_now());
    s.batch.exec();
    int number = 0;
    for (std::size_t i = 0; i < stored.batch.candidates.size(); ++i) {
        const Candidate& candidate = stored.batch.candidates[i];
        if (candidate.id != kNobody) {
            s.individual.reset();
            s.individual.bind(1, candidate.id);
            s.individual.bind(2, candidate.born);
            bind_id(s.individual, 3, candidate.parents[0]);
            bind_id(s.individual, 4, candidate.parents[1]);
            s.individual.bind(5, json(candidate.point));
            s.individual.exec();
        }
        s.candidate.reset();
        s.candidate.bind(1, stored.number);
        s.candidate.bind(2, number++);
        bind_id(s.candidate, 3, candidate.id);
        s.candidate.bind(4, stored.labels.empty() ? "" : stored.labels[i]);
        s.candidate.bind(5, json(candidate.point));
        s.candidate.exec();
    }
    number = 0;
    for (std::size_t i = 0; i < stored.batch.encounters.size(); ++i) {
        const Encounter& encounter = stored.batch.encounters[i];
        s.encounter.reset();
        s.encounter.bind(1, stored.number);
        s.encounter.bind(2, number++);
        s.encounter.bind(3, encounter.a);
        if (encounter.b == Encounter::kOpponents) {
            s.encounter.bind(4);
        } else {
            s.encounter.bind(4, encounter.b);
        }
        s.encounter.bind(5, stored.opponents.empty() ? "" : stored.opponents[i]);
        s.encounter.bind(6, encounter.pairs);
        s.encounter.exec();
    }
}

void RunStore::add(int batch, const StoredGame& game) {
    SQLite::Statement& insert = statements_->game;
    insert.reset();
    insert.bind(1, batch);
    insert.bind(2, game.encounter);
    insert.bind(3, game.pair);
    insert.bind(4, game.first ? 1 : 0);
    insert.bind(5, static_cast<std::int64_t>(game.opening));
    if (game.score) {
        insert.bind(6, *game.score);
    } else {
        insert.bind(6);
    }
    insert.bind(7, game.reason);
    insert.bind(8, game.plies);
    insert.bind(9, game.decided);
    insert.bind(10, static_cast<std::int64_t>(game.nodes[0]));
    insert.bind(11, static_cast<std::int64_t>(game.nodes[1]));
    insert.bind(12, game.cpu_us);
    insert.bind(13, game.cached ? 1 : 0);
    insert.exec();
}

void RunStore::end(int batch, const Notes& notes, const std::optional<StoredAnswer>& answer) {
    Statements& s = *statements_;
    s.end.reset();
    s.end.bind(1, referee::utc_now());
    s.end.bind(2, Json(notes).dump());
    s.end.bind(3, batch);
    s.end.exec();
    if (!answer) return;
    s.answer.reset();
    s.answer.bind(1, batch);
    bind_id(s.answer, 2, answer->champion);
    s.answer.bind(3, json(answer->champion_point));
    s.answer.bind(4, json(answer->mean_point));
    s.answer.bind(5, answer->selection_score);
    s.answer.bind(6, answer->games);
    s.answer.bind(7, answer->nodes);
    s.answer.exec();
}

void RunStore::add(const std::string& kind, const std::string& text) {
    SQLite::Statement& insert = statements_->event;
    insert.reset();
    SQLite::bind(insert, referee::utc_now(), kind, text);
    insert.exec();
}

}  // namespace sparring::tuner
