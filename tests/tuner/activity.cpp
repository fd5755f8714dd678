// What `tuner status` shows of a run that is being played.
#include "tuner/cli/activity.hpp"

#include "referee/archive/utc.hpp"
#include "referee/queue/local_queue.hpp"
#include "tests/catch.hpp"
#include "tests/referee/stored_games.hpp"

namespace {

using namespace sparring;
using namespace sparring::tuner;
using namespace std::chrono_literals;
using Catch::Matchers::Contains;

Activity some() {
    return {referee::utc_now(),
            7,
            {12, 3, 1, 4, 5, 6, 1000},
            81.25,
            {{"anna", 1, 600, 400ms}, {"bert \x01", 2, 400, 31s}}};
}

}  // namespace

TEST_CASE("an activity is read as it was written") {
    const Activity activity = some();
    const auto read = parse_activity(to_json(activity));
    REQUIRE(read);
    CHECK(read->time == activity.time);
    CHECK(read->process == activity.process);
    CHECK(read->queue == activity.queue);
    CHECK(read->per_minute == activity.per_minute);
    CHECK(read->workers == activity.workers);
    for (const char* text :
         {"", "{}", "[]", "null", "{\"time\":1}", "{\"time\":\"x\",\"process\":1}"})
        CHECK_FALSE(parse_activity(text));
}

TEST_CASE("an activity's text says how old it is, and leaves out workers beyond its most") {
    Activity activity = some();
    const std::string text = activity_text(activity, 1);
    CHECK_THAT(text,
               Contains("process 7 plays: 12 jobs wait, 3 are being played") &&
                   Contains("1000 jobs done, 81.2 a minute; 4 handed out again, 5 came twice, 6 "
                            "given up") &&
                   Contains("anna") && Contains("and 1 more") && !Contains("bert"));
    activity.time = "2020-01-01T00:00:00.000Z";
    CHECK_THAT(activity_text(activity),
               Contains("process 7 was last heard of ") && Contains("bert"));
}

TEST_CASE("a rate is that of the last minute") {
    Rate rate;
    const Rate::Instant start{};
    CHECK(rate.per_minute() == 0);
    rate.add(start, 100);
    CHECK(rate.per_minute() == 0);
    rate.add(start + 30s, 130);
    CHECK(rate.per_minute() == Approx(60));
    for (int second = 31; second <= 200; ++second)
        rate.add(start + std::chrono::seconds{second}, 130 + 2 * (second - 30));
    CHECK(rate.per_minute() == Approx(120));
}

TEST_CASE("an activity's file is there as long as a process plays") {
    const test::Folder folder;
    boost::asio::io_context context;
    referee::LocalQueue queue{context};
    const std::string run = folder / "run.sqlite";
    CHECK_FALSE(read_activity(run));
    {
        ActivityFile file{run};
        file.write(queue);
        const auto read = read_activity(run);
        REQUIRE(read);
        CHECK(read->workers == queue.workers());
        CHECK(folder.files() == 1);
    }
    CHECK_FALSE(read_activity(run));
    CHECK(folder.files() == 0);
    ActivityFile nowhere{"/nowhere/run.sqlite"};
    nowhere.write(queue);
}
