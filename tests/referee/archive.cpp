// The archive: what goes in comes out, one writes while others read, and a writer that is killed
// loses nothing that it has committed.
#include "referee/archive/archive.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>

#include "referee/archive/digest.hpp"
#include "referee/archive/sha256.hpp"
#include "tests/catch.hpp"
#include "tests/engines/random.hpp"
#include "tests/referee/stored_games.hpp"

namespace {

using namespace sparring;
using namespace sparring::referee;
using namespace sparring::test;
using Catch::Matchers::Contains;

std::unique_ptr<Archive> make(const std::string& path) {
    auto archive = Archive::create(path, run_of_two());
    INFO((archive ? "" : archive.error()));
    REQUIRE(archive);
    return *std::move(archive);
}

std::unique_ptr<Archive> reopen(const std::string& path) {
    auto archive = Archive::open(path);
    INFO((archive ? "" : archive.error()));
    REQUIRE(archive);
    return *std::move(archive);
}

void add(Archive& archive, const StoredGame& game) {
    archive.add(game, opening_number(game.scheduled.opening));
}

/// Whether it is so in another process. SQLite's locks are those of a process.
bool in_another_process(const std::function<bool()>& check) {
    const pid_t child = ::fork();
    REQUIRE(child >= 0);
    if (child == 0) {
        bool right = false;
        try {
            right = check();
        } catch (...) {  // nothing may get out into the copy of this test
        }
        ::_exit(right ? 0 : 1);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

TEST_CASE("an archive gives back what was put into it") {
    const Folder folder;
    const std::string path = folder / "a.sqlite";
    {
        const auto archive = make(path);
        for (int number = 1; number <= 200; ++number) add(*archive, random_game(number, 1));
        archive->add(StoredEvent{"2026-11-21T03:06:05.123Z", "warning", "two\nlines \"quoted\""});
        archive->set_identity(1, "Engine B 2.0", "somebody");
    }
    const auto archive = Archive::open_to_read(path);
    REQUIRE(archive);
    StoredRun run = run_of_two();
    run.engines[1].id_name = "Engine B 2.0";
    run.engines[1].id_author = "somebody";
    CHECK((*archive)->run() == run);
    CHECK((*archive)->games() == 200);
    const auto openings = (*archive)->openings();
    REQUIRE(openings.size() == 100);
    for (std::size_t i = 0; i < openings.size(); ++i) CHECK(openings[i] == opening_number(i));
    const auto events = (*archive)->events();
    REQUIRE(events.size() == 1);
    CHECK(events[0].kind == "warning");
    CHECK(events[0].text == "two\nlines \"quoted\"");

    const auto games = (*archive)->all_games(true), brief = (*archive)->all_games(false);
    REQUIRE(games.size() == 200);
    REQUIRE(brief.size() == 200);
    for (std::size_t i = 0; i < games.size(); ++i) {
        StoredGame expected = random_game(static_cast<int>(i) + 1, 1);
        INFO("game " << i + 1);
        CHECK(difference(games[i], expected).empty());
        CHECK(difference((*archive)->game(expected.scheduled.number).value(), expected).empty());
        expected.record.clear();
        CHECK(difference(brief[i], expected).empty());
    }
    CHECK_FALSE((*archive)->game(201));
}

TEST_CASE("games come back in schedule order, whatever order they ended in") {
    const Folder folder;
    const auto archive = make(folder / "a");
    for (const int number : {3, 1, 4, 2}) add(*archive, random_game(number, 2));
    int expected = 0;
    for (const StoredGame& game : archive->all_games(false))
        CHECK(game.scheduled.number == ++expected);
    CHECK(expected == 4);
}

TEST_CASE("a game is in the archive once") {
    const Folder folder;
    const auto archive = make(folder / "a");
    add(*archive, random_game(1, 3));
    CHECK_THROWS(add(*archive, random_game(1, 4)));
    CHECK(difference(archive->game(1).value(), random_game(1, 3)).empty());
    CHECK(archive->games() == 1);
}

TEST_CASE("other programs see one row a ply") {
    const Folder folder;
    const std::string path = folder / "a";
    StoredGame game = random_game(1, 5);
    game.record.assign(2, {});
    game.record[0] = {"d3", Side::first, Duration{1'500'000}, Duration{4'000'000'000}, {}};
    game.record[1] = {"c\"5\\", Side::second, Duration{2'000'000}, {}, {}};
    game.record[0].report = {7, ugi::Score{ugi::Score::Kind::cp, -12}, 1000, {}};
    game.record[1].report.score = ugi::Score{ugi::Score::Kind::final, 3};
    add(*make(path), game);

    SQLite::Database database{path};
    SQLite::Statement query{database, "SELECT * FROM moves ORDER BY ply"};
    std::vector<std::string> rows;
    while (query.executeStep()) {
        std::string& row = rows.emplace_back();
        for (int i = 0; i < query.getColumnCount(); ++i)
            row += (i == 0 ? "" : "|") + query.getColumn(i).getString();
    }
    CHECK(rows == std::vector<std::string>{"1|1|1|d3|1.5|4000.0|-12|7|1000",
                                           "1|2|2|c\"5\\|2.0||final 3||"});
}

// ---- the file -----------------------------------------------------------------------------------

TEST_CASE("a new archive does not replace a file") {
    const Folder folder;
    const std::string path = folder / "a";
    write_file(path, "precious");
    const auto archive = Archive::create(path, run_of_two());
    REQUIRE_FALSE(archive);
    CHECK_THAT(archive.error(), Contains("exists") && Contains("referee resume"));
    CHECK(contents(path) == "precious");
    CHECK(folder.files() == 1);
}

TEST_CASE("an archive that cannot be made leaves nothing behind") {
    const Folder folder;
    const auto archive = Archive::create(folder / "no-such-folder/a", run_of_two());
    REQUIRE_FALSE(archive);
    CHECK_THAT(archive.error(), Contains("cannot make"));
    CHECK(folder.files() == 0);
}

TEST_CASE("only one process writes to an archive, and others may read meanwhile") {
    const Folder folder;
    const std::string path = folder / "a";
    auto archive = make(path);
    for (int number = 1; number <= 3; ++number) {
        CHECK(in_another_process([&] {
            const auto second = Archive::open(path);
            return !second &&
                   second.error().find("written by another process") != std::string::npos;
        }));
        CHECK(in_another_process([&] {
            const auto reader = Archive::open_to_read(path);
            if (!reader || (*reader)->games() != static_cast<std::size_t>(number - 1)) return false;
            const auto games = (*reader)->all_games(true);
            return std::all_of(games.begin(), games.end(), [](const StoredGame& game) {
                return difference(game, random_game(game.scheduled.number, 6)).empty();
            });
        }));
        add(*archive, random_game(number, 6));
    }
    archive.reset();
    CHECK(in_another_process([&] { return bool{Archive::open(path)}; }));
}

TEST_CASE("a reader that takes its time does not stop the writer") {
    const Folder folder;
    const std::string path = folder / "a";
    auto archive = make(path);
    for (int number = 1; number <= 2; ++number) add(*archive, random_game(number, 7));
    SQLite::Database slow{path, SQLite::OPEN_READONLY};
    SQLite::Statement query{slow, "SELECT number FROM games"};
    REQUIRE(query.executeStep());  // now it holds its snapshot
    add(*archive, random_game(3, 7));
    CHECK(archive->games() == 3);
    int rows = 1;
    while (query.executeStep()) ++rows;
    CHECK(rows == 2);
}

TEST_CASE("what is no archive is refused, and left as it is") {
    const Folder folder;
    const auto refused = [&](const std::string& name, const std::string& words) {
        const std::string path = folder / name;
        const std::string before = contents(path);
        for (const bool reading : {true, false}) {
            const auto archive = reading ? Archive::open_to_read(path) : Archive::open(path);
            INFO(name);
            REQUIRE_FALSE(archive);
            CHECK_THAT(archive.error(), Contains(words) && Contains(name));
        }
        CHECK(contents(path) == before);
    };
    refused("missing", "No such file");
    write_file(folder / "empty", "");
    refused("empty", "is not an archive of the referee");
    write_file(folder / "text", std::string(10'000, 'x'));
    refused("text", "not a database");
    {
        SQLite::Database{folder / "other", SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE}.exec(
            "CREATE TABLE games (x)");
    }
    refused("other", "is not an archive of the referee");
    make(folder / "newer").reset();
    {
        SQLite::Database newer{folder / "newer", SQLite::OPEN_READWRITE};
        newer.exec("PRAGMA user_version = 2");
    }
    refused("newer", "has schema version 2, this referee reads version 1");
}

TEST_CASE("an archive whose columns do not fit together is reported, not believed") {
    const Folder folder;
    const std::string path = folder / "a";
    add(*make(path), random_game(1, 8));
    const auto damaged = [&](const std::string& change) {
        SQLite::Database{path, SQLite::OPEN_READWRITE}.exec("UPDATE games SET " + change);
        const auto archive = Archive::open_to_read(path);
        REQUIRE(archive);
        CHECK_THROWS((*archive)->all_games(true));
    };
    damaged("depth = '[1,2,3,4,5,6,7]', moves = '[\"d3\"]'");
    damaged("moves = 'no JSON'");
    damaged("result = '2-0'");
}

TEST_CASE("a writer that is killed loses no game that it has committed") {
    Random random{9};
    for (int round = 0; round < 5; ++round) {
        const Folder folder;
        const std::string path = folder / "a";
        make(path).reset();
        int pipe[2];
        REQUIRE(::pipe(pipe) == 0);
        const pid_t writer = ::fork();
        REQUIRE(writer >= 0);
        if (writer == 0) {
            const auto archive = Archive::open(path);
            for (int number = 1; archive; ++number) {
                add(**archive, random_game(number, 9));
                const char byte = 1;
                if (::write(pipe[1], &byte, 1) != 1) break;
            }
            ::_exit(1);
        }
        ::close(pipe[1]);
        std::size_t committed = 0;
        const auto take = [&] {
            char byte;
            const bool taken = ::read(pipe[0], &byte, 1) == 1;
            committed += taken ? 1 : 0;
            return taken;
        };
        for (std::size_t n = 1 + random.below(20); committed < n;) REQUIRE(take());
        ::usleep(static_cast<useconds_t>(random.below(3000)));
        ::kill(writer, SIGKILL);
        ::waitpid(writer, nullptr, 0);
        while (take()) {
        }
        ::close(pipe[0]);

        const auto archive = reopen(path);
        const auto games = archive->all_games(true);
        CHECK(games.size() >= committed);
        CHECK(games.size() <= committed + 1);
        for (const StoredGame& game : games)
            CHECK(difference(game, random_game(game.scheduled.number, 9)).empty());
        add(*archive, random_game(static_cast<int>(games.size()) + 1, 9));
        CHECK(archive->games() == games.size() + 1);
    }
}

// ---- the digest ---------------------------------------------------------------------------------

/// Of games 1 to 6 in this order, each as `change` leaves it.
std::string digest_of(const std::vector<int>& order,
                      const std::function<void(StoredGame&)>& change = {},
                      std::optional<int> stop = {}) {
    const Folder folder;
    const auto archive = make(folder / "a");
    for (const int number : order) {
        StoredGame game = random_game(number, 10);
        if (game.record.empty()) game.record.emplace_back().move = "d3";
        if (change) change(game);
        add(*archive, game);
    }
    if (stop) archive->set_stop(*stop);
    return digest(*archive);
}

TEST_CASE("a digest is of what was decided, not of how it came about") {
    const std::string whole = digest_of({1, 2, 3, 4, 5, 6});
    CHECK(whole.size() == 64);
    CHECK(digest_of({6, 2, 4, 1, 3, 5}) == whole);
    CHECK(digest_of({1, 2, 3, 4, 5, 6}, [](StoredGame& game) {
              game.start = "2031-01-01T00:00:00.000Z";
              game.end = "2031-01-01T00:00:01.000Z";
              game.cpu = {};
              game.detail = "other words";
              for (PlyRecord& ply : game.record) {
                  ply.elapsed = {};
                  ply.clock = {};
                  ply.report = {};
              }
          }) == whole);
}

TEST_CASE("a digest changes with every move, result and reason") {
    const std::string whole = digest_of({1, 2, 3, 4, 5, 6});
    const auto changed = [&](const std::function<void(StoredGame&)>& change) {
        return digest_of({1, 2, 3, 4, 5, 6}, [&](StoredGame& game) {
            if (game.scheduled.number == 4) change(game);
        });
    };
    CHECK(changed([](StoredGame& game) { game.record.back().move += "x"; }) != whole);
    CHECK(changed([](StoredGame& game) { game.record.emplace_back().move = "d3"; }) != whole);
    CHECK(changed([](StoredGame& game) { game.record.pop_back(); }) != whole);
    CHECK(changed([](StoredGame& game) {
              game.outcome = game.outcome == Outcome::draw ? Outcome::none : Outcome::draw;
          }) != whole);
    CHECK(changed([](StoredGame& game) {
              game.reason = game.reason == Reason::time ? Reason::crash : Reason::time;
          }) != whole);
    CHECK(digest_of({1, 2, 3, 4, 5}) != whole);
}

TEST_CASE("games after the one that decided a test are not in the digest") {
    const std::string four = digest_of({1, 2, 3, 4}, {}, 4);
    CHECK(digest_of({1, 2, 3, 4, 5}, {}, 4) == four);
    CHECK(digest_of({1, 6, 2, 3, 4}, {}, 4) == four);
    CHECK(digest_of({1, 2, 3, 4, 5}, {}, 5) != four);
}

TEST_CASE("the digest's bytes are those that the documentation gives") {
    const Folder folder;
    const auto archive = make(folder / "a");
    StoredGame game = random_game(1, 11);
    game.outcome = Outcome::second_wins;
    game.reason = Reason::time;
    game.record.assign(2, {});
    game.record[0].move = "d3";
    game.record[1].move = "c5";
    add(*archive, game);
    Sha256 expected;
    expected.add(
        "archive 1\ngame reversi/othello\n"
        "game = \"reversi\"\nrounds = 100\n"
        "opening 0 fen  moves d3 c3\n"
        "game 1 round 1 pair 1 opening 0 players 1 2 0-1 time\n"
        "d3 c5 \n");
    CHECK(digest(*archive) == expected.finish());
}

}  // namespace
