// An SQLite file of ours: made whole or not at all, told from other files, written by one process
// at a time.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "protocol/expected.hpp"

namespace SQLite {
class Database;
}

namespace sparring::referee {

struct FileKind {
    int application_id;         ///< SQLite's, tells it from other files
    int version;                ///< of its tables
    std::string_view name;      ///< `an archive of the referee`
    std::string_view reader;    ///< who reads that version: `this referee`
    std::string_view to_go_on;  ///< `referee resume`: what to do where there is one
};

class DatabaseFile {
  public:
    /// A new file, filled by `fill` in one transaction. It is an error if there is one.
    static Expected<std::unique_ptr<DatabaseFile>> create(
        const std::string& path, const FileKind& kind,
        const std::function<void(SQLite::Database&)>& fill);

    /// To go on writing: WAL, synchronous = FULL. The error says if another process writes to it,
    /// or what is wrong.
    static Expected<std::unique_ptr<DatabaseFile>> open(const std::string& path,
                                                        const FileKind& kind);

    /// To read while others may write.
    static Expected<std::unique_ptr<DatabaseFile>> open_to_read(const std::string& path,
                                                                const FileKind& kind);

    /// Statements of the database are gone by then.
    ~DatabaseFile();

    const std::string& path() const { return path_; }
    SQLite::Database& database() const { return *database_; }

  private:
    class Lock;

    DatabaseFile(std::string path, std::unique_ptr<Lock> lock, bool writable);

    std::string path_;
    // The order matters: closing a descriptor of the file ends this process's POSIX locks on it,
    // which are SQLite's.
    std::unique_ptr<Lock> lock_;
    std::unique_ptr<SQLite::Database> database_;
};

}  // namespace sparring::referee
