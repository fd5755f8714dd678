// What a league makes of submissions before anything is started: their files, versions, settings.
#include <sys/stat.h>

#include <filesystem>

#include "referee/league/admission.hpp"
#include "referee/league/folder_copy.hpp"
#include "referee/league/record.hpp"
#include "referee/league/settings.hpp"
#include "referee/league/submission.hpp"
#include "tests/catch.hpp"
#include "tests/referee/stored_games.hpp"

namespace {

using namespace sparring;
using namespace sparring::referee;
using namespace sparring::referee::league;
using Catch::Matchers::Contains;
using test::Folder;
namespace fs = std::filesystem;

// ---- submissions -------------------------------------------------------------------------------

TEST_CASE("a submission says how it is started, and little else") {
    const auto bot =
        parse_bot("cmd = \"python3 'my bot.py' -v\"\nproto = \"ugi\"\noption.Hash = 16\n");
    REQUIRE(bot);
    CHECK(bot->program == "python3");
    CHECK(bot->arguments == Words{"my bot.py", "-v"});
    CHECK(bot->keys == Words{"option.Hash=16", "proto=ugi"});
    CHECK(parse_bot("cmd = [\"./my bot\", \"-v\"]")->program == "./my bot");
}

TEST_CASE("what is wrong with a submission's file is told with its place") {
    const auto error = [](std::string_view text) {
        const auto bot = parse_bot(text);
        return bot ? "" : bot.error();
    };
    CHECK(error("cmdd = \"./bot\"") == "bot.toml:1: unknown key 'cmdd'; did you mean cmd?");
    CHECK_THAT(error("cmd = \"./bot\"\nmemory = 4096"),
               Contains("bot.toml:2: 'memory' is for the course to set"));
    CHECK_THAT(error(""), Contains("cmd is missing: cmd = \"./bot\""));
    CHECK_THAT(error("cmd = \"\""), Contains("bot.toml:1: cmd: expected a program"));
    CHECK_THAT(error("cmd = \"./bot 'x\""), Contains("bot.toml:1: cmd: "));
    CHECK_THAT(error("cmd = ./bot"), Contains("bot.toml:1: "));
    CHECK_THAT(error("\xff\xfe\x00"), Contains("bot.toml:"));
}

TEST_CASE("folders' names are players' names where they are plain") {
    for (const char* name : {"ada", "team-7", "a_b.c", "7"}) CHECK_FALSE(fault_in_name(name));
    for (const std::string name : {"", ".hidden", "-x", "a b", "a#1", "a/b", "\xc3\xbc"})
        CHECK(fault_in_name(name));
    CHECK(fault_in_name(std::string(41, 'a')));
    CHECK(player_name("ada", 3) == "ada#3");
    CHECK(split_player_name("ada#3") == PlayerName{"ada", 3});
    for (const std::string name : {"ada", "ada#", "ada#x", "ada#0", "ada#-1"})
        CHECK(split_player_name(name) == PlayerName{name, 0});
}

TEST_CASE("a program is the submission's or the system's") {
    const Folder folder;
    fs::create_directory(folder / "home");
    test::write_file(folder / "home/plain", "");
    for (const std::string name : {"home/bot", "other"}) {
        test::write_file(folder / name, "#!/bin/sh\n");
        fs::permissions(folder / name, fs::perms::owner_all);
    }
    const std::string home = folder / "home";
    CHECK(*find_bot("./bot", home, {}) == home + "/bot");
    CHECK(*find_bot("bot", home, {}) == home + "/bot");
    CHECK_THAT(*find_bot("sh", home, {}), Contains("/bin/sh"));
    CHECK_THAT(find_bot("plain", home, {}).error(), Contains("'plain' is not executable"));
    CHECK_THAT(find_bot("none", home, {}).error(), Contains("there is no program 'none'"));
    for (const std::string& program : {std::string{"../other"}, folder / "other"})
        CHECK_THAT(find_bot(program, home, {}).error(),
                   Contains("neither a file of the submission"));
    CHECK(find_bot(folder / "other", home, {folder / "other"}));
}

// ---- what is in a folder -----------------------------------------------------------------------

TEST_CASE("a folder's digest is that of what it holds, and its copy has the same") {
    const Folder folder;
    const std::string home = folder / "home", copy = folder / "copy";
    fs::create_directories(home + "/data/deep");
    test::write_file(home + "/bot", "one");
    test::write_file(home + "/data/deep/weights", "two");
    fs::create_symlink("deep/weights", home + "/data/link");
    const auto digest = digest_of_folder(home, {});
    REQUIRE(digest);
    CHECK(*copy_folder(home, copy, {}) == *digest);
    CHECK(*digest_of_folder(copy, {}) == *digest);
    CHECK(test::contents(copy + "/data/link") == "two");

    SECTION("contents") {
        test::write_file(home + "/bot", "uno");
    }
    SECTION("names") {
        fs::rename(home + "/bot", home + "/bit");
    }
    SECTION("empty folders") {
        fs::create_directory(home + "/more");
    }
    SECTION("what can be executed") {
        fs::permissions(home + "/bot", fs::perms::owner_all);
    }
    SECTION("links") {
        fs::remove(home + "/data/link");
        fs::create_symlink("deep", home + "/data/link");
    }
    CHECK(*digest_of_folder(home, {}) != *digest);
    CHECK(*copy_folder(home, copy, {}) == *digest_of_folder(home, {}));
    CHECK(*digest_of_folder(copy, {}) != *digest);
}

TEST_CASE("a copy can be read by an engine that is somebody else") {
    const Folder folder;
    fs::create_directory(folder / "home");
    test::write_file(folder / "home/bot", "");
    fs::permissions(folder / "home/bot", fs::perms::owner_read | fs::perms::owner_exec);
    fs::permissions(folder / "home", fs::perms::owner_all);
    REQUIRE(copy_folder(folder / "home", folder / "copy", {}));
    CHECK(fs::status(folder / "copy").permissions() == fs::perms{0755});
    CHECK(fs::status(folder / "copy/bot").permissions() == fs::perms{0755});
}

TEST_CASE("what cannot be part of a submission is named, and nothing is copied") {
    const Folder folder;
    const std::string home = folder / "home";
    fs::create_directories(home + "/in");
    test::write_file(home + "/bot", std::string(1000, 'x'));
    FolderLimits limits;
    std::string words;
    SECTION("an absolute link") {
        fs::create_symlink("/etc/passwd", home + "/x");
        words = "'x' is a link that leads out";
    }
    SECTION("a link to what lies above") {
        fs::create_symlink("../../secret", home + "/in/x");
        words = "'in/x' is a link that leads out";
    }
    SECTION("a link that goes up behind another one") {
        fs::create_symlink(".", home + "/here");
        fs::create_symlink("here/../secret", home + "/x");
        words = "'x' is a link that leads out";
    }
    SECTION("a pipe, which nobody writes to") {
        REQUIRE(::mkfifo((home + "/x").c_str(), 0644) == 0);
        words = "'x' is neither a file nor a folder";
    }
    SECTION("too much") {
        limits.bytes = 999;
        words = "more than 0 MB";
    }
    SECTION("too many") {
        limits.files = 1;
        words = "more than 1 files";
    }
    CHECK_THAT(digest_of_folder(home, limits).error(), Contains(words));
    CHECK_THAT(copy_folder(home, folder / "copy", limits).error(), Contains(words));
    CHECK_FALSE(fs::exists(folder / "copy"));
    CHECK_FALSE(fs::exists(folder / "copy.part"));
}

// ---- versions ----------------------------------------------------------------------------------

TEST_CASE("who hands in an old version again is that version again") {
    Record record;
    CHECK(record.take("x", "1").number == 1);
    CHECK(record.take("y", "2").number == 2);
    CHECK(record.take("x", "3").number == 1);
    CHECK(record.find("x")->since == "1");
    CHECK(record.find("z") == nullptr);
}

TEST_CASE("a record is what was written, and what is none is an error") {
    Record record;
    record.take("x", "1").verdict = Verdict{false, "rules", "2", "summary", "a\n\xff"};
    record.take("y", "2");
    auto read = parse_record(to_json(record));
    REQUIRE(read);
    CHECK(read->versions[1] == record.versions[1]);
    CHECK(read->versions[0].verdict->summary == "summary");
    for (const std::string text : {"", "{}", "[1]", R"({"version":2,"versions":[]})",
                                   R"({"version":1,"versions":[{"number":1}]})"})
        CHECK_FALSE(parse_record(text));
}

TEST_CASE("a version is checked once, by the rules that hold") {
    Version version{1, "x", "1", {}};
    CHECK(needs_check(version, "rules"));
    version.verdict = Verdict{true, "rules", "", "", ""};
    CHECK_FALSE(needs_check(version, "rules"));
    CHECK(needs_check(version, "other rules"));
    version.verdict->passed = false;
    CHECK(needs_check(version, "rules"));
}

// ---- league.toml -------------------------------------------------------------------------------

TEST_CASE("a folder without a league.toml has a league") {
    const auto settings = read_settings({}, {});
    REQUIRE(settings);
    CHECK(settings->game() == "reversi");
    CHECK(settings->words("tournament") == Words{"swiss"});
    CHECK_THAT(settings->words("each"),
               Catch::Matchers::VectorContains(std::string{"sandbox=bwrap"}));
}

TEST_CASE("league.toml is a configuration of a match, and a table of what only a league has") {
    const auto settings = read_settings(
        "game = \"amazons\"\n[each]\nst = 1\n[league]\ntitle = \"Cup\"\nnights = 3\ncheck = "
        "\"full\"\n"
        "tolerate = [\"a\", \"b\"]\nanchor = \"base\"\nunchanged = \"skip\"\nsize = 1\npatience = "
        "9\n",
        {{"rounds", {"4"}}, {"game", {"reversi"}}});
    REQUIRE(settings);
    CHECK(settings->game() == "reversi");
    CHECK(settings->words("rounds") == Words{"4"});
    CHECK(settings->title == "Cup");
    CHECK(settings->carry.nights == 3);
    CHECK(settings->carry.anchor == "base");
    CHECK(settings->check == Check::full);
    CHECK(settings->tolerated == Words{"a", "b"});
    CHECK(settings->patience == std::chrono::seconds{9});
    CHECK_FALSE(settings->play_unchanged);
    CHECK(settings->limits.bytes == 1 << 20);
    for (const std::string& word : settings->words("each")) CHECK_FALSE(word.starts_with("tc="));
}

TEST_CASE("what is wrong in league.toml is told with its place") {
    const auto error = [](const std::string& text) {
        const auto settings = read_settings(text, {});
        return settings ? "" : settings.error();
    };
    CHECK_THAT(error("gane = \"reversi\""), Contains("league.toml:1: unknown option 'gane'"));
    CHECK_THAT(error("[league]\nnigths = 3"), Contains("league.toml:1: [league]: unknown key "
                                                       "'nigths'; did you mean nights?"));
    CHECK_THAT(error("[league]\nnights = 0"), Contains("nights: '0' is not a whole number"));
    CHECK_THAT(error("[league]\ncheck = \"some\""), Contains("none of full, fast, none"));
    CHECK_THAT(error("[league]\nunchanged = true"), Contains("neither play nor skip"));
    CHECK_THAT(error("tournament = \"gauntlet\""), Contains("none of swiss, roundrobin, knockout"));
    CHECK_THAT(error("[[engine]]\ncmd = \"x\""), Contains("folders in submissions/"));
    CHECK_THAT(error("archive = \"x\""), Contains("league.toml:1: archive: "));
}

TEST_CASE("each night draws lots and openings of its own, unless the course has seeds") {
    const std::vector<Words> engines{{"cmd=a"}, {"cmd=b"}};
    const auto words = [&](const std::string& text, const std::string& option) {
        const auto settings = read_settings(text, {});
        REQUIRE(settings);
        for (const Argument& each : night_options(*settings, "2026-11-21.2", engines)) {
            if (each.name == option) return each.words;
        }
        return Words{};
    };
    CHECK(words("", "openings") == Words{"random", "plies=4", "seed=202611212"});
    CHECK(words("", "srand") == Words{"202611212"});
    CHECK(words("srand = 5", "srand") == Words{"5"});
    CHECK(words("[openings]\nseed = 3", "openings") == Words{"random", "plies=4", "seed=3"});
    CHECK(words("[openings]\nfile = \"x\"", "openings") == Words{"file=x"});
    CHECK(words("", "engine") == Words{"cmd=a"});
}

TEST_CASE("a check depends on the game, the keys of engines and what is tolerated") {
    const auto rules = [](const std::string& text) {
        return read_settings(text, {})->check_rules();
    };
    const std::string usual = rules("");
    CHECK(rules("rounds = 3\n[league]\nnights = 2") == usual);
    CHECK(rules("game = \"amazons\"") != usual);
    CHECK(rules("[each]\nmemory = 64") != usual);
    CHECK(rules("[league]\ncheck = \"full\"") != usual);
    CHECK(rules("[league]\ntolerate = \"go nodes\"") != usual);
}

}  // namespace
