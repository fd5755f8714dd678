#include "referee/archive/database_file.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <optional>

#include "protocol/text.hpp"
#include "referee/play/file_descriptor.hpp"

namespace sparring::referee {
namespace {

std::string quoted(const std::string& path) {
    return fmt::format("'{}'", text::printable(path, 200));
}

/// What speaks against reading the file as one of that kind.
std::optional<std::string> objection(const std::string& path, const FileKind& kind, int id,
                                     int version) {
    if (id != kind.application_id) return fmt::format("{} is not {}", quoted(path), kind.name);
    if (version != kind.version) {
        return fmt::format("{} has schema version {}, {} reads version {}", quoted(path), version,
                           kind.reader, kind.version);
    }
    return {};
}

std::optional<std::string> objection(const std::string& path, const FileKind& kind,
                                     SQLite::Database& database) {
    const int id = database.execAndGet("PRAGMA application_id").getInt();
    const int version = database.execAndGet("PRAGMA user_version").getInt();
    return objection(path, kind, id, version);
}

/// The same, where only a writer may look, because the last one was killed in the middle. The two
/// numbers stand in the file's header since it was made: https://sqlite.org/fileformat.html, 1.3.
std::optional<std::string> objection_to_header(const std::string& path, const FileKind& kind) {
    std::array<unsigned char, 100> header{};
    const FileDescriptor file{::open(path.c_str(), O_RDONLY | O_CLOEXEC)};
    const bool whole = file && ::pread(file.native(), header.data(), header.size(), 0) ==
                                   static_cast<ssize_t>(header.size());
    const auto number = [&](std::size_t at) {
        return static_cast<int>(std::uint32_t{header[at]} << 24 |
                                std::uint32_t{header[at + 1]} << 16 |
                                std::uint32_t{header[at + 2]} << 8 | header[at + 3]);
    };
    return objection(path, kind, whole ? number(68) : 0, number(60));
}

/// A reader cannot undo what a writer that was killed has begun.
bool needs_writer(const SQLite::Exception& error) {
    constexpr int kReadOnly = 8;  // SQLITE_READONLY
    return error.getErrorCode() == kReadOnly;
}

std::optional<std::string> missing(const std::string& path) {
    const FileDescriptor file{::open(path.c_str(), O_RDONLY | O_CLOEXEC)};
    if (file) return {};
    return fmt::format("cannot read {}: {}", quoted(path), std::strerror(errno));
}

}  // namespace

/// Held for as long as this process writes. It ends with the process, however that ends.
class DatabaseFile::Lock {
  public:
    explicit Lock(const std::string& path)
        : file_{::open(path.c_str(), O_RDWR | O_CLOEXEC)},
          held_{file_ && ::flock(file_.native(), LOCK_EX | LOCK_NB) == 0} {}

    bool held() const { return held_; }

  private:
    FileDescriptor file_;
    bool held_;
};

DatabaseFile::DatabaseFile(std::string path, std::unique_ptr<Lock> lock, bool writable)
    : path_{std::move(path)},
      lock_{std::move(lock)},
      database_{std::make_unique<SQLite::Database>(
          path_, writable ? SQLite::OPEN_READWRITE : SQLite::OPEN_READONLY, 5000)} {}

DatabaseFile::~DatabaseFile() {
    if (!lock_) return;
    try {
        // At rest it is one file.
        database_->exec("PRAGMA journal_mode = DELETE");
    } catch (const SQLite::Exception&) {
        // Somebody reads it; then two small files stay beside it.
    }
}

Expected<std::unique_ptr<DatabaseFile>> DatabaseFile::create(
    const std::string& path, const FileKind& kind,
    const std::function<void(SQLite::Database&)>& fill) {
    // Made under another name, so that the file is either whole or not there.
    const std::string draft = fmt::format("{}.new-{}", path, ::getpid());
    std::string problem;
    try {
        ::unlink(draft.c_str());
        SQLite::Database database{draft, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE};
        SQLite::Transaction transaction{database};
        fill(database);
        database.exec(fmt::format("PRAGMA application_id = {}", kind.application_id));
        database.exec(fmt::format("PRAGMA user_version = {}", kind.version));
        transaction.commit();
    } catch (const SQLite::Exception& error) {
        problem = fmt::format("cannot make {}: {}", quoted(path), error.what());
    }
    if (problem.empty() && ::link(draft.c_str(), path.c_str()) != 0) {
        problem = errno == EEXIST
                      ? fmt::format("{} exists; '{} {}' goes on with it, or give another file",
                                    quoted(path), kind.to_go_on, text::printable(path, 200))
                      : fmt::format("cannot make {}: {}", quoted(path), std::strerror(errno));
    }
    ::unlink(draft.c_str());
    if (!problem.empty()) return Error{problem};
    return open(path, kind);
}

Expected<std::unique_ptr<DatabaseFile>> DatabaseFile::open(const std::string& path,
                                                           const FileKind& kind) {
    if (auto problem = missing(path)) return Error{*problem};
    auto lock = std::make_unique<Lock>(path);
    if (!lock->held()) return Error{quoted(path) + " is being written by another process"};
    try {
        // Looked at first, by a connection that cannot write: it may be a file of somebody else's.
        try {
            SQLite::Database look{path, SQLite::OPEN_READONLY, 5000};
            if (auto problem = objection(path, kind, look)) return Error{*problem};
        } catch (const SQLite::Exception& error) {
            if (!needs_writer(error)) throw;
            if (auto problem = objection_to_header(path, kind)) return Error{*problem};
        }
        std::unique_ptr<DatabaseFile> file{new DatabaseFile{path, std::move(lock), true}};
        for (const char* pragma : {"journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"})
            file->database_->exec(std::string{"PRAGMA "} + pragma);
        return file;
    } catch (const SQLite::Exception& error) {
        return Error{fmt::format("{}: {}", quoted(path), error.what())};
    }
}

Expected<std::unique_ptr<DatabaseFile>> DatabaseFile::open_to_read(const std::string& path,
                                                                   const FileKind& kind) {
    if (auto problem = missing(path)) return Error{*problem};
    const auto look = [&]() -> Expected<std::unique_ptr<DatabaseFile>> {
        std::unique_ptr<DatabaseFile> file{new DatabaseFile{path, nullptr, false}};
        if (auto problem = objection(path, kind, *file->database_)) return Error{*problem};
        return file;
    };
    try {
        try {
            return look();
        } catch (const SQLite::Exception& error) {
            if (!needs_writer(error)) throw;
        }
        if (auto problem = objection_to_header(path, kind)) return Error{*problem};
        if (const Lock lock{path}; lock.held()) {
            // Any look at it by somebody who may write takes the file back to its last commit.
            SQLite::Database writer{path, SQLite::OPEN_READWRITE, 5000};
            writer.execAndGet("PRAGMA schema_version");
        }
        return look();
    } catch (const SQLite::Exception& error) {
        return Error{fmt::format("{}: {}", quoted(path), error.what())};
    }
}

}  // namespace sparring::referee
