// Whole tournaments over a queue: the same archive as without one.
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>

#include "referee/archive/digest.hpp"
#include "referee/cli/match.hpp"
#include "referee/cli/run.hpp"
#include "referee/queue/local_queue.hpp"
#include "referee/queue/worker.hpp"
#include "tests/catch.hpp"
#include "tests/referee/stored_games.hpp"

namespace {

using namespace sparring;
using namespace sparring::referee;
using test::Folder;
namespace asio = boost::asio;

/// What is special about a run.
struct Course {
    int workers = 1;
    std::size_t capacity = 4096;
    int interrupt_after = 0;       ///< games kept; 0 = never
    bool without_engines = false;  ///< the workers have none
};

/// A venue with its queue and its workers in one process: a broker's in all but the network.
class Workshop final : public Venue {
  public:
    Workshop(const VenueParts& parts, const Course& course)
        : course_{course},
          queue_{std::make_shared<LocalQueue>(parts.table.context(),
                                              QueueSettings{.capacity = course.capacity})},
          venue_{*make_queue_venue(parts, queue_)},
          context_{parts.table.context()},
          ended_{context_, std::chrono::steady_clock::time_point::max()} {
        const MatchSettings& match = parts.configuration.match;
        for (const EngineSettings& engine : match.engines)
            if (!course.without_engines) add(engine);
        if (match.prover) add(*match.prover);
        for (int i = 0; i < course.workers; ++i) {
            const WorkerSettings settings{.elsewhere = std::chrono::milliseconds{1}};
            workers_.push_back(std::make_unique<Worker>(parts.table, *queue_, engines_, settings));
        }
    }

    int room() const override { return venue_->room(); }

    asio::awaitable<std::optional<RunEnd>> open() override {
        for (const auto& worker : workers_) {
            ++working_;
            asio::co_spawn(context_, worker->run(), [this](std::exception_ptr error) {
                if (error) std::rethrow_exception(error);
                --working_;
                ended_.cancel();
            });
        }
        co_return co_await venue_->open();
    }

    asio::awaitable<Played> play(const ScheduledGame& game, const Opening& opening,
                                 int slot) override {
        auto played = co_await venue_->play(game, opening, slot);
        if (course_.interrupt_after > 0 && kept_ >= course_.interrupt_after && !played.end) {
            played.result.reset();
            played.end = {RunEnd::Kind::interrupted, "by the test"};
            interrupt();
        }
        co_return played;
    }

    void kept(const ScheduledGame& game) override {
        ++kept_;
        venue_->kept(game);
    }
    void wind_down() override { interrupt(); }

    /// Workers first: they would ask an interrupted queue again and again.
    void interrupt() override {
        for (const auto& worker : workers_) worker->interrupt();
        venue_->interrupt();
    }

    asio::awaitable<void> close(bool over) override {
        for (const auto& worker : workers_) worker->interrupt();
        co_await venue_->close(over);
        while (working_ > 0) {
            boost::system::error_code error;
            co_await ended_.async_wait(asio::redirect_error(asio::use_awaitable, error));
        }
        if (over) CHECK(queue_->state().unconfirmed == 0);
    }

    const std::vector<std::pair<std::string, std::string>>& identities() const override {
        return venue_->identities();
    }

  private:
    /// Workers know an engine's program; limits and options come with the job.
    void add(const EngineSettings& engine) {
        EngineEntry entry;
        entry.settings.name = engine.name;
        entry.settings.command = engine.command;
        engines_.add(entry);
    }

    Course course_;
    std::shared_ptr<LocalQueue> queue_;
    std::unique_ptr<Venue> venue_;
    asio::io_context& context_;
    EngineList engines_;
    std::vector<std::unique_ptr<Worker>> workers_;
    asio::steady_timer ended_;
    int working_ = 0, kept_ = 0;
};

VenueMaker over_queue(const Course& course) {
    return [course](const VenueParts& parts) -> Expected<std::unique_ptr<Venue>> {
        return std::unique_ptr<Venue>{new Workshop{parts, course}};
    };
}

/// A match, to be played in several ways.
class Match {
  public:
    explicit Match(std::vector<std::string> words) : words_{std::move(words)} {}

    int play(const std::string& archive, const VenueMaker& make) const {
        auto words = words_;
        words.insert(words.end(),
                     {"-archive", folder / archive, "-pgnout", folder / archive + ".pgn"});
        auto configuration = parse_configuration(words);
        INFO((configuration ? "" : configuration.error()));
        REQUIRE(configuration);
        configuration->quiet = true;
        return play_match(*std::move(configuration), make);
    }

    int resume(const std::string& archive, const VenueMaker& make) const {
        const auto quiet = [](Configuration& configuration) { configuration.quiet = true; };
        return resume_match(folder / archive, {}, quiet, make);
    }

    std::unique_ptr<Archive> open(const std::string& archive) const {
        return *Archive::open_to_read(folder / archive);
    }
    std::string digest(const std::string& archive) const { return referee::digest(*open(archive)); }
    std::size_t games(const std::string& archive) const { return open(archive)->games(); }

    Folder folder;

  private:
    std::vector<std::string> words_;
};

const std::string kBin = SPARRING_BIN_DIR;

Match reversi() {
    return Match{{"-game",     "reversi",
                  "-each",     "depth=2",
                  "-rounds",   "6",
                  "-openings", "random",
                  "plies=6",   "seed=7",
                  "-engine",   "cmd=" + kBin + "/reversi",
                  "name=A",    "option.Search=pvs",
                  "-engine",   "cmd=" + kBin + "/reversi",
                  "name=B",    "option.Search=alphabeta",
                  "depth=3",   "restart=on"}};
}

TEST_CASE("a tournament over a queue is the one without") {
    const Match match = reversi();
    REQUIRE(match.play("local", make_venue) == kPlayed);
    REQUIRE(match.play("one", over_queue({.workers = 1})) == kPlayed);
    REQUIRE(match.play("two", over_queue({.workers = 2, .capacity = 3})) == kPlayed);
    CHECK(match.games("local") == 12);
    CHECK(match.digest("one") == match.digest("local"));
    CHECK(match.digest("two") == match.digest("local"));
    CHECK(test::contents(match.folder / "two.pgn") == test::contents(match.folder / "local.pgn"));

    const auto local = match.open("local"), queue = match.open("two");
    CHECK(queue->run().engines == local->run().engines);  // also what they call themselves
    const auto game = *queue->game(1), same = *local->game(1);
    CHECK(game.start < game.end);
    CHECK(game.cpu[0] > Duration{});
    CHECK(game.record[0].elapsed > Duration{});
    CHECK(game.record[0].report.score == same.record[0].report.score);
    CHECK(game.record[0].report.nodes == same.record[0].report.nodes);
}

TEST_CASE("a tournament over a queue goes on after an interruption") {
    const Match match = reversi();
    REQUIRE(match.play("local", make_venue) == kPlayed);
    REQUIRE(match.play("queue", over_queue({.interrupt_after = 4})) == kInterrupted);
    const auto games = match.games("queue");
    CHECK(games >= 4);
    CHECK(games < 12);
    SECTION("over a queue") {
        CHECK(match.resume("queue", over_queue({.workers = 2})) == kPlayed);
        std::vector<std::string> names;
        for (const StoredEvent& event : match.open("queue")->events())
            if (event.kind == "queue") names.push_back(event.text);
        CHECK(names.size() == 1);
    }
    SECTION("or without") {
        CHECK(match.resume("queue", make_venue) == kPlayed);
    }
    CHECK(match.digest("queue") == match.digest("local"));
}

TEST_CASE("games that are ended early end over a queue as they do here") {
    const std::string engine = "cmd=" + kBin + "/dots-and-boxes";
    std::vector<std::string> words{"-game",
                                   "dots-and-boxes/3x3",
                                   "-engine",
                                   engine,
                                   "name=A",
                                   "-engine",
                                   engine,
                                   "name=B",
                                   "-each",
                                   "depth=4",
                                   "option.Solve=12",
                                   "-rounds",
                                   "4",
                                   "-openings",
                                   "random",
                                   "plies=6",
                                   "seed=1"};
    Reason reason = Reason::max_moves;
    SECTION("by proof") {
        reason = Reason::adjudicated;
        words.insert(words.end(), {"-adjudicate", "proof", engine, "depth=60"});
    }
    SECTION("by their length") {
        words.insert(words.end(), {"-maxmoves", "8"});
    }
    const Match match{words};
    REQUIRE(match.play("local", make_venue) == kPlayed);
    REQUIRE(match.play("queue", over_queue({.workers = 2})) == kPlayed);
    CHECK(match.digest("queue") == match.digest("local"));
    int games = 0;
    match.open("queue")->visit_games(
        false, [&](const StoredGame& game) { games += game.reason == reason ? 1 : 0; });
    CHECK(games > 0);
}

TEST_CASE("an engine's faults over a queue are those that they are here") {
    const std::string bot = SPARRING_BOT;
    for (const std::string way : {"crash --at 3", "illegal"}) {
        for (const bool recover : {true, false}) {
            CAPTURE(way, recover);
            const Folder logs;
            std::vector<std::string> words{"-game",
                                           "reversi",
                                           "-each",
                                           "depth=1",
                                           "-rounds",
                                           "3",
                                           "-allow-duplicates",
                                           "-log",
                                           logs / "logs",
                                           "-engine",
                                           "cmd=" + bot + " good",
                                           "name=A",
                                           "-engine",
                                           "cmd=" + bot + " " + way,
                                           "name=B"};
            if (recover) words.emplace_back("-recover");
            const Match match{words};
            const int local = match.play("local", make_venue);
            const int queue = match.play("queue", over_queue({}));
            CHECK(local == queue);
            if (recover || way == "illegal") CHECK(match.digest("queue") == match.digest("local"));
            CHECK(test::contents(logs / "logs/game-1-B.log").find("< go") != std::string::npos);
        }
    }
}

TEST_CASE("without an engine at any worker a tournament over a queue ends with the reason") {
    const Match match = reversi();
    CHECK(match.play("queue", over_queue({.without_engines = true})) == kNoStart);
    CHECK(match.games("queue") == 0);
    // When a worker has them, the run goes on.
    CHECK(match.resume("queue", over_queue({})) == kPlayed);
    CHECK(match.games("queue") == 12);
}

}  // namespace
