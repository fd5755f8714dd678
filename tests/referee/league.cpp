// `referee league` from end to end, on small folders of bots good and bad.
#include <fmt/format.h>
#include <signal.h>

#include <filesystem>

#include "referee/league/folder.hpp"
#include "tests/catch.hpp"
#include "tests/referee/bubblewrap.hpp"
#include "tests/referee/referee_run.hpp"
#include "tests/referee/stored_games.hpp"

namespace {

using namespace sparring::test;
using Catch::Matchers::Contains;
namespace fs = std::filesystem;
namespace league = sparring::referee::league;

/// A folder of submissions, each a copy of the misbehaving bot.
class Course {
  public:
    Course() {
        fs::create_directory(folder / "submissions");
        settings();
    }

    void settings(const std::string& more = "", const std::string& check = "none",
                  const std::string& each = "") const {
        write_file(folder / "league.toml",
                   fmt::format("tournament = \"roundrobin\"\n{}\n[each]\nsandbox = \"none\"\n"
                               "tc = \"1+0.1\"\n{}\n[league]\ncheck = \"{}\"\n",
                               more, each, check));
    }

    void submit(const std::string& name, const std::string& words,
                const std::string& more = "") const {
        const std::string home = folder / ("submissions/" + name);
        fs::create_directories(home);
        if (!fs::exists(home + "/bot")) fs::copy_file(SPARRING_BOT, home + "/bot");
        write_file(home + "/bot.toml", fmt::format("cmd = \"./bot {}\"\n{}", words, more));
    }

    RefereeRun::Result run(const std::string& options = "") const {
        return run_referee(command(options));
    }
    std::string command(const std::string& options = "") const {
        return fmt::format("league {} {}", folder / ".", options);
    }

    std::string log(const std::string& name) const {
        return contents(folder / ("logs/" + name + ".log"));
    }

    std::vector<league::Night> nights() const {
        std::vector<league::Night> all;
        const auto open = league::Folder::open(folder / ".");
        for (const std::string& name : open->nights())
            all.push_back(*league::read_night(open->archive(name), name));
        return all;
    }

    Folder folder;
};

TEST_CASE("a night is played without those that are not in order, and everybody is told") {
    const Course course;
    course.submit("good", "good");
    course.submit("fine", "good");
    course.submit("bad", "good");
    write_file(course.folder / "submissions/bad/bot.toml", "cmdd = 1\n");
    course.submit("lost", "good");
    fs::remove(course.folder / "submissions/lost/bot.toml");
    course.submit("typo", "good", "option.Hsah = 4\n");
    course.submit("wrong name", "good");
    write_file(course.folder / "submissions/README", "not a submission");
    const auto result = course.run();
    INFO(result.out << result.err);
    CHECK(result.status == 0);
    CHECK_THAT(result.out, Contains("bad is left out: bot.toml:1: unknown key 'cmdd'") &&
                               Contains("lost is left out: there is no bot.toml") &&
                               Contains("wrong name is left out: the folder's name") &&
                               Contains("3 players, 6 games"));
    // An option that it does not have is found when it starts: its own losses, no more.
    const auto nights = course.nights();
    REQUIRE(nights.size() == 1);
    CHECK(nights[0].finished);
    CHECK(nights[0].games.size() == 6);
    CHECK_THAT(course.log("typo"), Contains("no-start") && Contains("Hsah"));
    CHECK_THAT(course.log("bad"), Contains("did you mean cmd?"));
    CHECK_THAT(course.log("good"), Contains("Night of ") && Contains("fine#1"));
    const std::string page = contents(course.folder / "index.html");
    CHECK_THAT(page, Contains("results/" + nights[0].name + ".html") && Contains("lost"));
    CHECK(fs::exists(course.folder / ("results/" + nights[0].name + ".html")));
    CHECK_THAT(contents(course.folder / "standings.csv"), Contains(",good,1,"));
}

TEST_CASE("what bots do wrong in a night is their own loss") {
    const Course course;
    course.settings("", "none", "startup = 1\nping = 1");
    course.submit("good", "good");
    for (const char* habit : {"segfault", "flood-line", "illegal", "exit-at-start", "no-readyok",
                              "leaves-daemon", "stderr"})
        course.submit(habit, habit);
    const auto result = course.run("-concurrency 4");
    INFO(result.out << result.err);
    CHECK(result.status == 0);
    CHECK(result.left.empty());
    REQUIRE(course.nights().size() == 1);
    CHECK(course.nights()[0].finished);
    CHECK(course.nights()[0].games.size() == 56);
    CHECK_THAT(course.log("segfault"), Contains("crash (yours)") && Contains("< go p1time"));
    CHECK_THAT(course.log("flood-line"), Contains("flood (yours)"));
    CHECK_THAT(course.log("illegal"), Contains("illegal (yours)"));
    CHECK_THAT(course.log("exit-at-start"), Contains("no-start (yours)"));
    CHECK_THAT(course.log("no-readyok"), Contains("no-start (yours)"));
    CHECK_THAT(course.log("stderr"), Contains("The last it wrote to standard error\n    eeeee"));
    CHECK_THAT(course.log("good"), Contains("0 lost by faults") && Contains("crash (theirs)"));
}

TEST_CASE("new submissions are checked, those that fail are left out and told why") {
    const Course course;
    course.settings("", "fast");
    course.submit("good", "good");
    course.submit("fine", "good");
    course.submit("bad", "exit-at-start");
    const auto check = course.run("-check-only");
    INFO(check.out << check.err);
    CHECK(check.status == 1);
    CHECK_THAT(check.out,
               Contains("good passed the check: ") && Contains("bad is left out: check: "));
    CHECK(course.nights().empty());
    // Its end is seen at the first step or, on a slow machine, at the second.
    CHECK_THAT(course.log("bad"), Contains("FAIL   ") && Contains("status 7"));

    const auto night = course.run();
    INFO(night.out << night.err);
    CHECK(night.status == 0);
    CHECK_THAT(night.out, !Contains("good passed") && Contains("2 players, 2 games"));
    CHECK(course.run("-pages").status == 0);
    CHECK_THAT(course.log("bad"), Contains("NO: check: "));
}

TEST_CASE("versions, history and what is left of those that went") {
    const Course course;
    for (const char* name : {"a", "b", "c"}) course.submit(name, "good");
    REQUIRE(course.run().status == 0);
    course.submit("b", "good", "option.Hash = 2\n");
    fs::remove_all(course.folder / "submissions/c");
    const auto second = course.run();
    CHECK(second.status == 0);
    CHECK_THAT(second.out, Contains(" b#2 ") && Contains(" a#1 "));
    course.submit("b", "good");  // as it was
    CHECK(course.run().status == 0);
    const auto nights = course.nights();
    REQUIRE(nights.size() == 3);
    CHECK(nights[1].name == nights[0].name + ".2");
    CHECK(std::set<std::string>{nights[1].players.begin(), nights[1].players.end()} ==
          std::set<std::string>{"a#1", "b#2"});
    CHECK(std::set<std::string>{nights[2].players.begin(), nights[2].players.end()} ==
          std::set<std::string>{"a#1", "b#1"});
    CHECK_THAT(contents(course.folder / "index.html"), Contains("c#1, last played on"));

    SECTION("nothing is played if nothing is new, where the course wants it so") {
        course.settings("", "none\"\nunchanged = \"skip");
        const auto result = course.run();
        CHECK(result.status == 0);
        CHECK_THAT(result.out, Contains("Nothing is new"));
        CHECK(course.nights().size() == 3);
        course.submit("b", "good", "option.Hash = 3\n");
        CHECK_THAT(course.run().out, Contains(" b#3 "));
    }
}

TEST_CASE("a night that was killed is gone on with, with the versions it began with") {
    const Course course;
    course.settings("rounds = 30");
    course.submit("a", "good");
    course.submit("b", "stderr");
    {
        RefereeRun run{course.command()};
        REQUIRE(run.prints("2 players, 60 games"));
        // Games are seen in the archive alone.
        for (int i = 0; i < 2000 && (course.nights().empty() || course.nights()[0].games.empty());
             ++i)
            ::usleep(2000);
        run.send_signal(SIGKILL);
        CHECK(run.finish().status == 1000 + SIGKILL);
    }
    REQUIRE(course.nights().size() == 1);
    const std::size_t before = course.nights()[0].games.size();
    if (course.nights()[0].finished) return;  // it was too fast for us
    CHECK(before < 60);
    course.submit("a", "illegal");
    const auto result = course.run();
    INFO(result.out << result.err);
    CHECK(result.status == 0);
    CHECK_THAT(result.out, Contains("Going on with the night of"));
    const auto nights = course.nights();
    REQUIRE(nights.size() == 1);
    CHECK(nights[0].finished);
    CHECK(nights[0].games.size() == 60);
    for (const auto& game : nights[0].games) CHECK(game.reason == "normal");
    CHECK(nights[0].players == std::vector<std::string>{"a#1", "b#1"});
    CHECK(fs::exists(course.folder / ("results/" + nights[0].name + ".html")));
}

TEST_CASE("a night that cannot be gone on with is given up and does not stand in the way") {
    const Course course;
    course.settings("rounds = 30");
    course.submit("a", "good");
    course.submit("b", "stderr");
    {
        RefereeRun run{course.command()};
        REQUIRE(run.prints("2 players, 60 games"));
        while (course.nights().empty()) ::usleep(2000);
        run.send_signal(SIGKILL);
        run.finish();
    }
    if (course.nights()[0].finished) return;  // it was too fast for us
    course.settings();
    fs::remove_all(course.folder / "versions");
    const auto result = course.run();
    INFO(result.out << result.err);
    CHECK(result.status == 0);
    CHECK_THAT(result.err, Contains("is given up"));
    REQUIRE(course.nights().size() == 2);
    CHECK(course.nights()[1].finished);
    CHECK_THAT(course.run().out, !Contains("Going on"));
}

TEST_CASE("two at a time do not work in one folder") {
    const Course course;
    course.settings("", "none", "startup = 60");
    course.submit("a", "good");
    course.submit("b", "slow-start --ms 60000");
    RefereeRun first{course.command()};
    REQUIRE(first.prints("2 players"));
    const auto second = course.run();
    CHECK(second.status == 5);
    CHECK_THAT(second.err, Contains("another 'referee league' is at work in"));
    first.send_signal(SIGKILL);
    first.finish();
    CHECK_THAT(course.run("-pages").err, !Contains("another"));
}

TEST_CASE("a dry run says what would happen and writes nothing") {
    const Course course;
    course.submit("a", "good");
    course.submit("b", "good");
    course.submit("c", "good", "colour = 1\n");
    const std::size_t files = course.folder.files();
    const auto result = course.run("-dry-run -rounds 3");
    INFO(result.out << result.err);
    CHECK(result.status == 0);
    CHECK_THAT(result.out, Contains("new: plays") &&
                               Contains("left out: bot.toml:2: unknown key") &&
                               Contains("2 players, 6 games"));
    CHECK(course.folder.files() == files);
    fs::remove_all(course.folder / "submissions/b");
    CHECK(course.run("-dry-run").status == 1);
}

TEST_CASE("what is wrong with a league is told to its teacher") {
    const Course course;
    const auto fails = [&](int status, const std::string& options, const std::string& words) {
        const auto result = course.run(options);
        INFO(result.out << result.err);
        CHECK(result.status == status);
        CHECK_THAT(result.err + result.out, Contains(words));
    };
    fails(1, "", "Not two submissions are in order");
    fails(2, "-dryrun", "did you mean");
    fails(2, "-dry-run -pages", "give one of");
    fails(2, "-dry-run yes", "takes no value");
    fails(2, "-archive x", "a night's archive is in results/");
    course.settings("game = \"chess\"");
    fails(2, "", "league.toml");
    write_file(course.folder / "league.toml", "[each]\nsandbox = \"bwarp\"");
    fails(3, "", "sandbox");
    CHECK(run_referee("league").status == 2);
    CHECK(run_referee("league /no/such/folder").status == 2);
    const Folder empty;
    CHECK_THAT(run_referee("league " + (empty / ".")).err, Contains("has no folder 'submissions'"));
    const auto help = run_referee("league --help");
    CHECK(help.status == 0);
    CHECK_THAT(help.out, Contains("Usage: referee league FOLDER"));
}

TEST_CASE("in a league a sandbox is the rule", "[sandbox]") {
    if (!bubblewrap_starts()) return;
    const Course course;
    write_file(course.folder / "league.toml",
               "[each]\ntc = \"1+0.1\"\n[league]\ncheck = \"none\"\n");
    course.submit("a", "good");
    fs::create_directory(course.folder / "submissions/thief");
    // It reads what it should not, and plays on with its own bot.
    write_file(course.folder / "submissions/thief/run",
               fmt::format("#!/bin/sh\ncat {} >&2\necho x > found\nls {} >&2\nexec ./bot good\n",
                           course.folder / "submissions/a/bot.toml", course.folder / "results"));
    fs::permissions(course.folder / "submissions/thief/run", fs::perms{0755});
    fs::copy_file(SPARRING_BOT, course.folder / "submissions/thief/bot");
    write_file(course.folder / "submissions/thief/bot.toml", "cmd = \"./run\"\n");
    const auto result = course.run();
    INFO(result.out << result.err);
    CHECK(result.status == 0);
    CHECK_THAT(course.log("thief"), Contains("0 lost by faults") && Contains("No such file") &&
                                        Contains("found") && !Contains("./bot good"));
}

}  // namespace
