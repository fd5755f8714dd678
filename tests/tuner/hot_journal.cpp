// A run file whose writer was killed while it changed the file itself.
#include <SQLiteCpp/SQLiteCpp.h>

#include "tests/tuner/tuner_run.hpp"

namespace {

using namespace sparring::test;
using Catch::Matchers::Contains;
namespace fs = std::filesystem;

/// Copies a run file as it is in the middle of a transaction: pages are in it that a journal beside
/// it takes back.
void copy_in_the_middle(const std::string& from, const std::string& to) {
    SQLite::Database database{from, SQLite::OPEN_READWRITE};
    database.exec("PRAGMA journal_mode = DELETE");
    database.exec("PRAGMA cache_size = 10");
    database.exec("BEGIN IMMEDIATE");
    database.exec("UPDATE games SET plies = plies + 1, reason = hex(randomblob(2000))");
    database.exec("UPDATE batches SET ended = NULL");
    fs::create_directory(to);
    fs::copy_file(from, fs::path{to} / "run.db");
    REQUIRE(fs::exists(from + "-journal"));
    fs::copy_file(from + "-journal", fs::path{to} / "run.db-journal");
    database.exec("ROLLBACK");
}

TEST_CASE("a run can be looked at after its writer was killed in the middle") {
    const Folder folder;
    write_tiny_run(folder / "a.toml", "pairs", 2);
    REQUIRE(run_tuner("run " + (folder / "a.toml") + " -q -d " + (folder / "r")).status == 0);
    const std::string digest = digest_of(folder / "r");
    const auto status = run_tuner("status " + (folder / "r"));
    copy_in_the_middle(folder / "r" + "/run.db", folder / "killed");

    SECTION("status comes first") {
        const auto after = run_tuner("status " + (folder / "killed"));
        INFO(after.err);
        CHECK(after.status == 0);
        CHECK(after.out == status.out);
    }
    SECTION("digest comes first") {
        CHECK(digest_of(folder / "killed") == digest);
    }
    SECTION("a file of another kind is left as it is") {
        SQLite::Database other{folder / "other.db", SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE};
        other.exec("CREATE TABLE games (plies INTEGER, reason TEXT)");
        other.exec("CREATE TABLE batches (ended TEXT)");
        other.exec(
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 200) "
            "INSERT INTO games SELECT i, hex(randomblob(500)) FROM n");
        copy_in_the_middle(folder / "other.db", folder / "foreign");
        const std::string before = contents(folder / "foreign" + "/run.db");
        const auto after = run_tuner("status " + (folder / "foreign"));
        CHECK(after.status == 2);
        CHECK_THAT(after.err, Contains("is not "));
        CHECK(contents(folder / "foreign" + "/run.db") == before);
        CHECK(fs::exists(fs::path{folder / "foreign"} / "run.db-journal"));
    }
}

}  // namespace
