// The archive: one SQLite file that holds everything a tournament did. docs/archive.md describes
// its tables for whoever reads them with other tools.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "protocol/expected.hpp"
#include "referee/archive/database_file.hpp"
#include "referee/archive/stored_game.hpp"

namespace sparring::referee {

/// An engine as the archive knows it.
struct StoredEngine {
    std::string name;
    std::string command;    ///< program and arguments as in a shell
    std::string sha256;     ///< of the program's file
    std::string limits;     ///< `5+0.05`, `depth=4`
    std::string id_name{};  ///< what it calls itself; empty until it has been started
    std::string id_author{};
    std::string options{};  ///< JSON object of the values set by the configuration

    bool operator==(const StoredEngine&) const = default;
};

/// What is played: written once, when the archive is made.
struct StoredRun {
    std::string configuration;  ///< TOML: Configuration::played()
    std::string game;           ///< `reversi/othello`
    std::string version;        ///< of the referee that made it
    std::vector<StoredEngine> engines;

    bool operator==(const StoredRun&) const = default;
};

struct StoredOpening {
    std::size_t number = 0;
    std::string fen, moves;  ///< as Opening; moves with blanks between

    bool operator==(const StoredOpening&) const = default;
};

struct StoredEvent {
    std::string time;  ///< UTC, 2026-11-21T03:06:05.123Z
    std::string kind;  ///< begin, resume, stop, warning, void
    std::string text;
};

/// Methods throw SQLite::Exception when the disk or the file fails, and std::runtime_error when
/// what stands in it is not an archive's.
class Archive {
  public:
    static constexpr int schema_version = 1;

    /// A new file. It is an error if there is one.
    static Expected<std::unique_ptr<Archive>> create(const std::string& path, const StoredRun& run);

    /// To go on writing. The error says if another process writes to it, or what is wrong.
    static Expected<std::unique_ptr<Archive>> open(const std::string& path);

    /// To read while others may write.
    static Expected<std::unique_ptr<Archive>> open_to_read(const std::string& path);

    ~Archive();

    const std::string& path() const { return file_->path(); }

    StoredRun run() const;
    std::vector<StoredOpening> openings() const;
    std::optional<StoredOpening> opening(std::size_t number) const;
    std::vector<StoredEvent> events() const;
    std::size_t games() const;

    /// Games in schedule order, one by one; without their moves if `with_moves` is false.
    void visit_games(bool with_moves, const std::function<void(const StoredGame&)>& visit) const;
    std::vector<StoredGame> all_games(bool with_moves) const;
    std::optional<StoredGame> game(int number) const;

    /// One transaction: the game, its opening if it is new, its pair.
    void add(const StoredGame& game, const StoredOpening& opening);
    void add(const StoredEvent& event);
    /// The last game that counts, where a test was decided before the schedule was over.
    void set_stop(int game);
    std::optional<int> stop() const;
    void set_identity(std::size_t engine, const std::string& name, const std::string& author);

  private:
    Archive(std::unique_ptr<DatabaseFile> file, bool writable);

    std::unique_ptr<DatabaseFile> file_;
    SQLite::Database* database_;
    struct Statements;
    std::unique_ptr<Statements> statements_;
};

}  // namespace sparring::referee
