#include "referee/archive/archive.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>

#include <stdexcept>

#include "engines/games/record.hpp"
#include "protocol/text.hpp"
#include "referee/archive/ply_columns.hpp"
#include "referee/archive/schema.hpp"

namespace sparring::referee {
namespace {

template <class Value>
void bind_optional(SQLite::Statement& statement, const char* name,
                   const std::optional<Value>& value) {
    if (value) {
        statement.bind(name, static_cast<std::int64_t>(*value));
    } else {
        statement.bind(name);
    }
}

std::int64_t number(Side side) {
    return side == Side::first ? 1 : 2;
}

template <class Value>
Value known(const std::optional<Value>& value, const std::string& text) {
    if (value) return *value;
    throw std::runtime_error{"the archive says '" + text::printable(text) + "'"};
}

/// Columns of `games` in the order in which read_game() takes them.
constexpr const char* kGameColumns =
    "number, round, pair, opening, first, second, result, reason, detail, offender, margin, "
    "started, ended, cpu_first_ns, cpu_second_ns, plies";
constexpr const char* kPlyColumns =
    ", sides, moves, elapsed_ns, clock_ns, score, depth, nodes, engine_ms";

StoredGame read_game(SQLite::Statement& row, bool with_moves) {
    int column = 0;
    const auto next = [&] { return row.getColumn(column++); };
    const auto whole = [&] { return next().getInt(); };
    StoredGame game;
    ScheduledGame& scheduled = game.scheduled;
    scheduled.number = whole();
    scheduled.round = whole();
    scheduled.pair = whole();
    scheduled.opening = static_cast<std::size_t>(next().getInt64());
    scheduled.first = whole() - 1;
    scheduled.second = whole() - 1;
    const std::string result = next().getString();
    game.outcome = known(parse_outcome(result), result);
    const std::string reason = next().getString();
    game.reason = known(parse_reason(reason), reason);
    game.detail = next().getString();
    if (const auto offender = next(); !offender.isNull())
        game.offender = offender.getInt() == 1 ? Side::first : Side::second;
    if (const auto margin = next(); !margin.isNull()) game.margin = margin.getInt();
    game.start = next().getString();
    game.end = next().getString();
    for (Duration& cpu : game.cpu) cpu = Duration{next().getInt64()};
    game.plies = static_cast<std::size_t>(next().getInt64());
    if (with_moves) {
        PlyColumns plies;
        for (std::string* text : {&plies.sides, &plies.moves, &plies.elapsed_ns, &plies.clock_ns,
                                  &plies.score, &plies.depth, &plies.nodes, &plies.engine_ms})
            *text = next().getString();
        game.record = from_columns(plies);
    }
    return game;
}

}  // namespace

// ---- the file -----------------------------------------------------------------------------------

struct Archive::Statements {
    explicit Statements(SQLite::Database& database)
        : game{database,
               fmt::format("INSERT INTO games ({}{}) VALUES (:number, :round, :pair, :opening, "
                           ":first, :second, :result, :reason, :detail, :offender, :margin, "
                           ":started, :ended, :cpu_first, :cpu_second, :plies, :sides, :moves, "
                           ":elapsed, :clock, :score, :depth, :nodes, :engine)",
                           kGameColumns, kPlyColumns)},
          opening{database, "INSERT OR IGNORE INTO openings VALUES (?, ?, ?)"},
          pair{database, "INSERT OR IGNORE INTO pairs VALUES (?, ?, ?, ?, ?)"},
          event{database, "INSERT INTO events (time, kind, text) VALUES (?, ?, ?)"} {}

    SQLite::Statement game, opening, pair, event;
};

Archive::Archive(std::unique_ptr<DatabaseFile> file, bool writable)
    : file_{std::move(file)}, database_{&file_->database()} {
    if (writable) statements_ = std::make_unique<Statements>(*database_);
}

Archive::~Archive() = default;

namespace {

void write_run(SQLite::Database& database, const StoredRun& run) {
    database.exec(kSchema);
    SQLite::Statement insert{database, "INSERT INTO run VALUES (1, ?, ?, ?, NULL)"};
    insert.bind(1, run.configuration);
    insert.bind(2, run.game);
    insert.bind(3, run.version);
    insert.exec();
    SQLite::Statement engine{database,
                             "INSERT INTO engines (name, command, sha256, limits, options) "
                             "VALUES (?, ?, ?, ?, ?)"};
    for (const StoredEngine& each : run.engines) {
        engine.reset();
        int index = 0;
        for (const std::string* text :
             {&each.name, &each.command, &each.sha256, &each.limits, &each.options})
            engine.bind(++index, *text);
        engine.exec();
    }
}

constexpr FileKind kKind{kApplicationId, Archive::schema_version, "an archive of the referee",
                         "this referee", "referee resume"};

}  // namespace

Expected<std::unique_ptr<Archive>> Archive::create(const std::string& path, const StoredRun& run) {
    auto file = DatabaseFile::create(path, kKind,
                                     [&](SQLite::Database& database) { write_run(database, run); });
    if (!file) return Error{file.error()};
    return std::unique_ptr<Archive>{new Archive{*std::move(file), true}};
}

Expected<std::unique_ptr<Archive>> Archive::open(const std::string& path) {
    auto file = DatabaseFile::open(path, kKind);
    if (!file) return Error{file.error()};
    return std::unique_ptr<Archive>{new Archive{*std::move(file), true}};
}

Expected<std::unique_ptr<Archive>> Archive::open_to_read(const std::string& path) {
    auto file = DatabaseFile::open_to_read(path, kKind);
    if (!file) return Error{file.error()};
    return std::unique_ptr<Archive>{new Archive{*std::move(file), false}};
}

// ---- reading ------------------------------------------------------------------------------------

StoredRun Archive::run() const {
    StoredRun run;
    SQLite::Statement query{*database_, "SELECT configuration, game, version FROM run"};
    if (!query.executeStep()) throw std::runtime_error{"the archive describes no run"};
    run.configuration = query.getColumn(0).getString();
    run.game = query.getColumn(1).getString();
    run.version = query.getColumn(2).getString();
    SQLite::Statement engines{*database_,
                              "SELECT name, command, sha256, limits, id_name, id_author, options "
                              "FROM engines ORDER BY number"};
    while (engines.executeStep()) {
        StoredEngine engine;
        int column = 0;
        for (std::string* text : {&engine.name, &engine.command, &engine.sha256, &engine.limits,
                                  &engine.id_name, &engine.id_author, &engine.options})
            *text = engines.getColumn(column++).getString();
        run.engines.push_back(std::move(engine));
    }
    return run;
}

std::optional<int> Archive::stop() const {
    const auto column = database_->execAndGet("SELECT stop FROM run");
    return column.isNull() ? std::nullopt : std::optional{column.getInt()};
}

std::vector<StoredOpening> Archive::openings() const {
    std::vector<StoredOpening> result;
    SQLite::Statement query{*database_, "SELECT number, fen, moves FROM openings ORDER BY number"};
    while (query.executeStep()) {
        result.push_back({static_cast<std::size_t>(query.getColumn(0).getInt64()),
                          query.getColumn(1).getString(), query.getColumn(2).getString()});
    }
    return result;
}

std::optional<StoredOpening> Archive::opening(std::size_t number) const {
    SQLite::Statement query{*database_, "SELECT fen, moves FROM openings WHERE number = ?"};
    query.bind(1, static_cast<std::int64_t>(number));
    if (!query.executeStep()) return {};
    return StoredOpening{number, query.getColumn(0).getString(), query.getColumn(1).getString()};
}

std::vector<StoredEvent> Archive::events() const {
    std::vector<StoredEvent> result;
    SQLite::Statement query{*database_, "SELECT time, kind, text FROM events ORDER BY number"};
    while (query.executeStep()) {
        result.push_back({query.getColumn(0).getString(), query.getColumn(1).getString(),
                          query.getColumn(2).getString()});
    }
    return result;
}

std::size_t Archive::games() const {
    return static_cast<std::size_t>(database_->execAndGet("SELECT count(*) FROM games").getInt64());
}

void Archive::visit_games(bool with_moves,
                          const std::function<void(const StoredGame&)>& visit) const {
    SQLite::Statement query{*database_, fmt::format("SELECT {}{} FROM games ORDER BY number",
                                                    kGameColumns, with_moves ? kPlyColumns : "")};
    while (query.executeStep()) visit(read_game(query, with_moves));
}

std::vector<StoredGame> Archive::all_games(bool with_moves) const {
    std::vector<StoredGame> result;
    visit_games(with_moves, [&](const StoredGame& game) { result.push_back(game); });
    return result;
}

std::optional<StoredGame> Archive::game(int number) const {
    SQLite::Statement query{*database_, fmt::format("SELECT {}{} FROM games WHERE number = ?",
                                                    kGameColumns, kPlyColumns)};
    query.bind(1, number);
    if (!query.executeStep()) return {};
    return read_game(query, true);
}

// ---- writing ------------------------------------------------------------------------------------

void Archive::add(const StoredGame& game, const StoredOpening& opening) {
    const ScheduledGame& scheduled = game.scheduled;
    const PlyColumns plies = to_columns(game.record);
    SQLite::Transaction transaction{*database_};

    SQLite::Statement& line = statements_->opening;
    line.reset();
    line.bind(1, static_cast<std::int64_t>(opening.number));
    line.bind(2, opening.fen);
    line.bind(3, opening.moves);
    line.exec();

    SQLite::Statement& pair = statements_->pair;
    pair.reset();
    int index = 0;
    for (const int value :
         {scheduled.pair, scheduled.round, std::min(scheduled.first, scheduled.second) + 1,
          std::max(scheduled.first, scheduled.second) + 1})
        pair.bind(++index, value);
    pair.bind(++index, static_cast<std::int64_t>(scheduled.opening));
    pair.exec();

    SQLite::Statement& row = statements_->game;
    row.reset();
    row.bind(":number", scheduled.number);
    row.bind(":round", scheduled.round);
    row.bind(":pair", scheduled.pair);
    row.bind(":opening", static_cast<std::int64_t>(scheduled.opening));
    row.bind(":first", scheduled.first + 1);
    row.bind(":second", scheduled.second + 1);
    row.bind(":result", std::string{to_text(game.outcome)});
    row.bind(":reason", std::string{word(game.reason)});
    row.bind(":detail", game.detail);
    bind_optional(row, ":offender",
                  game.offender ? std::optional{number(*game.offender)} : std::nullopt);
    bind_optional(row, ":margin", game.margin);
    row.bind(":started", game.start);
    row.bind(":ended", game.end);
    row.bind(":cpu_first", static_cast<std::int64_t>(game.cpu[0].count()));
    row.bind(":cpu_second", static_cast<std::int64_t>(game.cpu[1].count()));
    row.bind(":plies", static_cast<std::int64_t>(game.record.size()));
    row.bindNoCopy(":sides", plies.sides);
    row.bindNoCopy(":moves", plies.moves);
    row.bindNoCopy(":elapsed", plies.elapsed_ns);
    row.bindNoCopy(":clock", plies.clock_ns);
    row.bindNoCopy(":score", plies.score);
    row.bindNoCopy(":depth", plies.depth);
    row.bindNoCopy(":nodes", plies.nodes);
    row.bindNoCopy(":engine", plies.engine_ms);
    row.exec();
    transaction.commit();
}

void Archive::add(const StoredEvent& event) {
    SQLite::Statement& row = statements_->event;
    row.reset();
    row.bind(1, event.time);
    row.bind(2, event.kind);
    row.bind(3, event.text);
    row.exec();
}

void Archive::set_stop(int game) {
    SQLite::Statement update{*database_, "UPDATE run SET stop = ?"};
    update.bind(1, game);
    update.exec();
}

void Archive::set_identity(std::size_t engine, const std::string& name, const std::string& author) {
    SQLite::Statement update{*database_,
                             "UPDATE engines SET id_name = ?, id_author = ? WHERE number = ?"};
    update.bind(1, name);
    update.bind(2, author);
    update.bind(3, static_cast<std::int64_t>(engine + 1));
    update.exec();
}

}  // namespace sparring::referee
