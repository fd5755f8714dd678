// The loop of a worker: what it does with a job that nobody waits for any more.
#include "referee/queue/worker.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>

#include "engines/games/catalogue.hpp"
#include "referee/play/process_table.hpp"
#include "tests/catch.hpp"

namespace {

using namespace sparring;
using namespace sparring::referee;
namespace asio = boost::asio;

/// What has become of the only job that a source has.
struct Fate {
    int heartbeats = 0, lives = 0;  ///< it is cancelled after so many
    std::vector<MatchResult> results;
    bool handed_out = false;
};

class OneLease : public Lease {
  public:
    OneLease(const Job& job, Fate& fate) : job_{job}, fate_{fate} {}

    const Job& job() const override { return job_; }
    int deliveries() const override { return 1; }
    bool heartbeat() override { return ++fate_.heartbeats <= fate_.lives; }
    void done(std::string body) override { fate_.results.push_back(*parse_match_result(body)); }
    void give_back(std::chrono::milliseconds) override {}

  private:
    const Job& job_;
    Fate& fate_;
};

class OneJob : public JobSource {
  public:
    OneJob(const Job& job, Fate& fate) : job_{job}, fate_{fate} {}

    asio::awaitable<std::unique_ptr<Lease>> next(std::chrono::milliseconds) override {
        if (std::exchange(fate_.handed_out, true)) {
            worker->stop();
            co_return nullptr;
        }
        co_return std::make_unique<OneLease>(job_, fate_);
    }

    Worker* worker = nullptr;

  private:
    const Job& job_;
    Fate& fate_;
};

/// Of four games between two engines of ours.
Fate fate_of_job(int lives) {
    Fate fate;
    fate.lives = lives;
    EngineList engines;
    EngineEntry entry;
    entry.settings.name = "e";
    entry.settings.command.program = SPARRING_BIN_DIR "/dots-and-boxes";
    engines.add(entry);
    const MatchJob match{
        "dots-and-boxes/2x2", {"e", {}, "depth=1"}, {"e", {}, "depth=1"}, {{"", {}}, {"", {}}}, 0};
    const Job job{"j", "run", 0, to_json(match)};
    asio::io_context context{1};
    ProcessTable table{context};
    OneJob source{job, fate};
    Worker worker{table, source, engines, *games::find(match.game), {}};
    source.worker = &worker;
    asio::co_spawn(context, worker.run(), [](std::exception_ptr error) {
        if (error) std::rethrow_exception(error);
    });
    context.run();
    CHECK(table.size() == 0);
    return fate;
}

TEST_CASE("a worker plays a job to its end while it is wanted, and no game more") {
    const Fate wanted = fate_of_job(1000);
    REQUIRE(wanted.results.size() == 1);
    CHECK(wanted.results[0].games.size() == 4);
    for (const int lives : {0, 1, 3}) {
        const Fate cancelled = fate_of_job(lives);
        CHECK(cancelled.results.empty());
        CHECK(cancelled.heartbeats == lives + 1);
    }
}

}  // namespace
