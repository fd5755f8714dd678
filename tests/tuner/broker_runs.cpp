// Runs whose games are played by worker processes behind a broker.
#include <csignal>
#include <list>
#include <thread>

#include "tests/referee/nats_server.hpp"
#include "tests/tuner/tuner_run.hpp"

namespace {

using namespace sparring::test;
using namespace std::chrono_literals;

constexpr const char* kRun = R"(
[run]
seed = 7
budget = { generations = 3 }
[game]
rules = "dots-and-boxes/3x3"
[engine]
command = "dots-and-boxes"
options = { Solve = 0, Hash = 1 }
limit = { depth = 2 }
[params]
tune = ["A*"]
[openings]
plies = 6
count = 100
[strategy]
name = "spsa"
pairs = 5
perturbations = 3
[test]
pairs = 4
)";

std::string worker(const NatsServer& server) {
    return fmt::format(
        "worker -broker {} -concurrency 1 -engine name=engine cmd={{bin}}/dots-and-boxes",
        server.url());
}

}  // namespace

TEST_CASE("a run has the same digest with a local queue and with workers behind a broker") {
    if (!NatsServer::installed()) {
        WARN("skipped: no nats-server here");
        return;
    }
    const Folder folder;
    folder.write("run.toml", kRun);
    const NatsServer server;
    for (const int workers : {1, 2}) {
        const std::string place = folder / fmt::format("local-{}", workers);
        const auto local =
            run_tuner(fmt::format("run {} -q -d {} -w {}", folder / "run.toml", place, workers));
        INFO(local.err);
        REQUIRE(local.status == 0);
    }
    const std::string expected = digest_of(folder / "local-1");
    CHECK(digest_of(folder / "local-2") == expected);

    const auto init = run_referee("broker init -broker " + server.url());
    INFO(init.err);
    REQUIRE(init.status == 0);
    std::list<RefereeRun> workers;
    for (const std::size_t count : {1U, 4U}) {
        while (workers.size() < count) {
            workers.emplace_back(worker(server));
            REQUIRE(workers.back().prints("at work"));
        }
        const std::string place = folder / fmt::format("remote-{}", count);
        const auto run = run_tuner(fmt::format("run {} -q -d {} -w 8 --broker {}",
                                               folder / "run.toml", place, server.url()));
        INFO(run.err);
        REQUIRE(run.status == 0);
        CHECK(digest_of(place) == expected);
    }
    // Whose run is over leaves nothing behind.
    const auto left = run_referee("broker status -broker " + server.url());
    INFO(left.out);
    for (const char* stream : {"SPARRING_JOBS", "SPARRING_RESULTS"})
        CHECK_THAT(left.out, Catch::Matchers::Matches(
                                 fmt::format("(.|\n)*{} +0 +[1-9][0-9]*\n(.|\n)*", stream)));
    CHECK_THAT(left.out, !Catch::Matchers::Contains("given up"));
    for (RefereeRun& each : workers) {
        each.send_signal(SIGTERM);
        const auto result = each.finish();
        CHECK(result.status == 0);
        CHECK(result.left.empty());
        CHECK_THAT(result.out, Catch::Matchers::Contains("ended"));
    }
}

TEST_CASE(
    "what is wrong with a broker is said, with the exit status of an engine that does not start") {
    const Folder folder;
    folder.write("run.toml", kRun);
    const std::string nowhere = "nats://127.0.0.1:1";
    const auto run = run_tuner(
        fmt::format("run {} -q -d {} --broker {}", folder / "run.toml", folder / "run", nowhere));
    CHECK(run.status == 3);
    CHECK_THAT(run.err, Catch::Matchers::Contains("127.0.0.1:1"));
    const auto lonely =
        run_referee("worker -broker " + nowhere + " -engine name=e cmd={bin}/dots-and-boxes");
    CHECK(lonely.status == 3);
    CHECK_THAT(lonely.err, Catch::Matchers::Contains("127.0.0.1:1"));
    CHECK(run_referee("worker -engine name=e cmd={bin}/dots-and-boxes").status == 2);
    if (!NatsServer::installed()) return;
    const NatsServer server;
    const auto early =
        run_referee("worker -broker " + server.url() + " -engine name=e cmd={bin}/dots-and-boxes");
    CHECK(early.status == 3);
    CHECK_THAT(early.err, Catch::Matchers::Contains("referee broker init"));

    // A worker with another program of that name: the job comes back, and the run says why.
    REQUIRE(run_referee("broker init -deliveries 1 -broker " + server.url()).status == 0);
    RefereeRun other{
        fmt::format("worker -broker {} -engine name=engine cmd={{bin}}/reversi", server.url())};
    REQUIRE(other.prints("at work"));
    const auto refused = run_tuner(fmt::format("run {} -q -d {} --broker {}", folder / "run.toml",
                                               folder / "refused", server.url()));
    CHECK(refused.status == 4);
    CHECK_THAT(refused.err, Catch::Matchers::Contains("another program"));
    other.send_signal(SIGTERM);
    CHECK(other.finish().status == 0);
}

TEST_CASE("the status of a run that is being played names its workers") {
    if (!NatsServer::installed()) {
        WARN("skipped: no nats-server here");
        return;
    }
    const Folder folder;
    write_tiny_run(folder / "run.toml", "spsa", 100'000);
    const NatsServer server;
    REQUIRE(run_referee("broker init -broker " + server.url()).status == 0);
    RefereeRun helper{worker(server) + " -name anna"};
    REQUIRE(helper.prints("at work"));
    RefereeRun run = start_tuner(fmt::format("run {} -q -d {} --broker {}", folder / "run.toml",
                                             folder / "run", server.url()));
    RefereeRun::Result status;
    for (int i = 0; i < 600; ++i) {
        status = run_tuner("status " + (folder / "run"));
        if (status.out.find("anna") != std::string::npos) break;
        std::this_thread::sleep_for(100ms);
    }
    CHECK_THAT(status.out, Catch::Matchers::Matches("(.|\n)*process [0-9]+ plays(.|\n)*"
                                                    "jobs done, [0-9.]+ a minute(.|\n)*"
                                                    "anna +[01] +[0-9]+ +[0-9.]+ s\n(.|\n)*"));
    run.send_signal(SIGTERM);
    CHECK(run.finish().status == 130);
    CHECK_THAT(run_referee("broker status -broker " + server.url()).out,
               Catch::Matchers::Matches("(.|\\n)*given up: r[0-9a-f]{16}\n"));
    CHECK_THAT(run_tuner("status " + (folder / "run")).out, !Catch::Matchers::Contains("anna"));
    helper.send_signal(SIGTERM);
    CHECK(helper.finish().status == 0);
}
