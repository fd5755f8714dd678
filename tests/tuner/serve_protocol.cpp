// `tuner serve` as other programs see it.
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <set>
#include <thread>

#include "tests/catch.hpp"
#include "tests/referee/stored_games.hpp"
#include "tests/tuner/conversation.hpp"
#include "tuner/store/run_store.hpp"

using namespace sparring::test;
using Json = Conversation::Json;

namespace {

const std::string kTuner = SPARRING_BIN_DIR "/tuner";

/// 20 batches of 50 encounters.
const std::string kConfiguration = R"(
[[param]]
name = "alpha"
min = 0
max = 1
default = 0.5
step = 0.01
codec = "real"
[[param]]
name = "beta"
min = -9
max = 9
default = 3
codec = "integer"
[strategy]
name = "pairs"
population = 100
generations = 20
knockout = false
)";

/// What two candidates' games come to: the same whoever plays them.
Json result_of(const Json& item) {
    const auto lead =
        item.at("params").at("alpha").get<double>() - item.at("params_b").at("alpha").get<double>();
    return lead > 0.05 ? Json{2, 0, 0} : lead < -0.05 ? Json{0, 0, 2} : Json{0, 2, 0};
}

class Served {
  public:
    explicit Served(std::vector<std::string> options = {}, const std::string& text = kConfiguration)
        : file_{folder.write("serve.toml", text)}, options_{std::move(options)} {
        start({file_, "--dir", (folder / "run")});
    }

    void start(const std::vector<std::string>& words) {
        std::vector<std::string> command{kTuner, "serve", "--stdio"};
        command.insert(command.end(), words.begin(), words.end());
        command.insert(command.end(), options_.begin(), options_.end());
        program.emplace(command);
        hello = program->message();
    }

    /// kill -9, and on.
    void restart() {
        program->kill();
        program->finish();
        start({"--resume", (folder / "run")});
    }

    Json tell(const Json& item, const std::string& id = "") {
        Json tell{{"v", 1}, {"type", "tell"}, {"cid", item.at("cid")}, {"wdl", result_of(item)}};
        if (!id.empty()) tell["id"] = id;
        return program->ask(tell);
    }

    Json ask(int n) { return program->ask({{"v", 1}, {"type", "ask"}, {"id", "a"}, {"n", n}}); }

    std::string code(const Json& question) { return program->ask(question).value("code", ""); }

    std::string digest() {
        program->finish();
        return ran({kTuner, "digest", (folder / "run")}).out;
    }

    Folder folder;
    std::optional<Conversation> program;
    Json hello;

  private:
    std::string file_;
    std::vector<std::string> options_;
};

/// Plays until the strategy is done; `bother` may do what it likes with an item before its result
/// is told, and says whether that shall be.
std::size_t play(Served& served, const std::function<bool(const Json& item)>& bother) {
    std::size_t told = 0;
    for (;;) {
        const Json hand = served.ask(7);
        if (hand.at("done") == true) return told;
        if (hand.at("wait") == true) std::this_thread::sleep_for(std::chrono::milliseconds{100});
        for (const Json& item : hand.at("items")) {
            if (!bother(item)) continue;
            const Json reply = served.tell(item);
            REQUIRE(reply.at("type") == "told");
            told += reply.at("duplicate") == false ? 1 : 0;
        }
    }
}

}  // namespace

TEST_CASE(
    "1,000 evaluations by another program are counted once each, though some are lost, told "
    "twice and failed, and the process is killed",
    "[long]") {
    Served calm;
    CHECK(calm.hello.at("resumed") == false);
    CHECK(play(calm, [](const Json&) { return true; }) == 1000);

    Served rough{{"--lease", "1"}};
    int number = 0;
    std::set<std::string> failed;
    std::size_t told = 0, doubled = 0;
    told = play(rough, [&](const Json& item) {
        ++number;
        const std::string cid = item.at("cid");
        if (number % 211 == 0) return false;  // lost: comes again when its lease lapses
        if (number % 50 == 0 && failed.insert(cid).second) {
            const Json reply = rough.program->ask(
                {{"v", 1}, {"type", "fail"}, {"cid", cid}, {"reason", "engine_crash"}});
            CHECK(reply.at("again") == true);
            return false;
        }
        if (number % 20 == 0) {
            CHECK(rough.tell(item, "first").at("duplicate") == false);
            CHECK(rough.tell(item, "first").at("duplicate") == true);
            ++doubled;
        }
        if (number % 333 == 0) {
            rough.restart();
            CHECK(rough.hello.at("resumed") == true);
        }
        return true;
    });
    CHECK(told + doubled == 1000);
    CHECK(rough.digest() == calm.digest());
    CHECK_FALSE(calm.digest().empty());

    auto store = sparring::tuner::RunStore::open_to_read((rough.folder / "run") + "/run.db");
    REQUIRE(store);
    std::size_t games = 0, failures = 0;
    for (const auto& batch : (*store)->batches(false))
        (*store)->visit_games(batch.number, [&](const auto& game) {
            ++games;
            CHECK(game.score.has_value());
        });
    for (const auto& event : (*store)->events()) failures += event.kind == "fault" ? 1 : 0;
    CHECK(games == 2000);
    CHECK(failures == failed.size());
}

TEST_CASE("what has been told is on disk before it is acknowledged") {
    Served served;
    CHECK(fields(served.hello) == documented_fields("Optimiser", "hello"));
    const Json hand = served.ask(3);
    CHECK(fields(hand) == documented_fields("Optimiser", "candidates"));
    const Json items = hand.at("items");
    const Json told = served.tell(items[0], "t1");
    CHECK(told.at("evaluated") == 1);
    CHECK(fields(told) == documented_fields("Optimiser", "told"));
    served.restart();
    CHECK(served.hello.at("told") == 1);
    CHECK(served.tell(items[0]).at("duplicate") == true);
    // Items keep their names, so results that were under way can still be told.
    CHECK(served.tell(items[2]).at("duplicate") == false);
    const Json next = served.ask(1).at("items");
    CHECK(next[0] == items[1]);
}

TEST_CASE("whatever is wrong with a message to the optimiser is answered by its code") {
    Served served;
    const Json item = served.ask(1).at("items")[0];
    const std::string cid = item.at("cid");
    const auto tell = [&](Json fields) {
        Json message{{"v", 1}, {"type", "tell"}, {"cid", cid}};
        message.update(fields);
        return served.code(message);
    };
    CHECK(tell({{"wdl", {1, 1, 1}}}) == "bad_result");
    CHECK(tell({{"wdl", {4, 0, 0}}}) == "bad_result");
    CHECK(tell({{"wdl", {0, 0, 0}}}) == "bad_result");
    CHECK(tell({{"wdl", {2, 0, 0}}, {"penta", {1, 0, 0, 0, 0}}}) == "bad_result");
    CHECK(tell({{"score", 0.5}, {"n", 2}}) == "bad_result");
    CHECK(tell({{"score", 2}}) == "bad_message");
    CHECK(tell(Json::object()) == "bad_message");
    CHECK(tell({{"cid", "c0.99"}, {"score", 1}}) == "unknown_candidate");
    CHECK(tell({{"cid", "c1.0"}, {"score", 1}}) == "unknown_candidate");
    CHECK(tell({{"cid", "x"}, {"score", 1}}) == "unknown_candidate");
    CHECK(served.code({{"v", 1}, {"type", "keep"}, {"cid", "x"}}) == "unknown_candidate");
    CHECK(served.code({{"v", 1}, {"type", "dance"}}) == "unknown_type");
    CHECK(served.code({{"v", 2}, {"type", "ask"}}) == "unknown_version");
    CHECK(served.code({{"v", 1}, {"type", "ask"}, {"n", 0}}) == "bad_message");
    served.program->send_text("{\n");
    CHECK(served.program->message().at("code") == "bad_message");
    served.program->send_text(std::string(3 * 1024 * 1024, 'x') + "\n");
    CHECK(served.program->message().at("code") == "too_long");
    CHECK(served.program->ask({{"v", 1}, {"type", "keep"}, {"cid", cid}}).at("type") == "kept");
    CHECK(served.tell(item).at("type") == "told");
    CHECK(served.code({{"v", 1}, {"type", "keep"}, {"cid", cid}}) == "settled");
    const Json best = served.program->ask({{"v", 1}, {"type", "best"}, {"id", "b"}});
    CHECK(best.at("champion").at("alpha") == 0.5);
    CHECK(best.at("note") == "selection scores are biased");
    CHECK(fields(best) == documented_fields("Optimiser", "best"));
    CHECK(served.program->ask({{"v", 1}, {"type", "checkpoint"}}).at("told") == 1);
    served.program->send({{"v", 1}, {"type", "stop"}});
    CHECK(served.program->message().at("type") == "bye");
    CHECK(served.program->finish() == 0);
}

TEST_CASE("while a batch is with evaluators, whoever asks has to wait") {
    Served served;
    const Json all = served.ask(100);
    CHECK(all.at("items").size() == 50);
    CHECK(all.at("more") == false);
    CHECK(all.at("wait") == false);
    const Json none = served.ask(1);
    CHECK(none.at("items").empty());
    CHECK(none.at("wait") == true);
    CHECK(none.at("done") == false);
    for (const Json& item : all.at("items")) served.tell(item);
    CHECK(served.ask(1).at("items")[0].at("generation") == 1);
}

TEST_CASE("a candidate that fails for good counts no games") {
    Served served;
    const Json item = served.ask(1).at("items")[0];
    const Json fail{{"v", 1}, {"type", "fail"}, {"cid", item.at("cid")}, {"reason", "crash"}};
    CHECK(served.program->ask(fail).at("again") == true);
    served.restart();  // does not begin the count anew
    CHECK(served.program->ask(fail).at("again") == true);
    const Json last = served.program->ask(fail);
    CHECK_FALSE(last.contains("again"));
    CHECK(last.at("evaluated") == 1);
    CHECK(served.tell(item).at("duplicate") == true);
}

TEST_CASE(
    "a run whose games are played elsewhere is not gone on with here, nor the other way "
    "round") {
    Served served;
    served.program->finish();
    CHECK(ran({kTuner, "resume", (served.folder / "run")}).status == 2);
    const std::string other = served.folder.write("staged.toml", kConfiguration + R"(
[[stage]]
until = 3
)");
    CHECK(ran({kTuner, "serve", "--stdio", other, "--dir", (served.folder / "new")}).status == 2);
}

TEST_CASE("the adapters in Python do what they say") {
    Folder folder;
    const std::string adapters = SPARRING_SOURCE_DIR "/adapters/python/";
    const std::string games = folder.write("ga.toml", R"(
[game]
rules = "dots-and-boxes/2x2"
[engine]
command = "dots-and-boxes"
options = { Hash = 1 }
limit = { depth = 1 }
[params]
tune = ["A11", "A12"]
[openings]
plies = 3
count = 30
)");
    const Ran ga = ran({"python3", adapters + "ga.py", kTuner, games, "3", "8", "2"});
    CHECK(ga.status == 0);
    CHECK(std::count(ga.out.begin(), ga.out.end(), '\n') == 3);
    const std::string file = folder.write("serve.toml", kConfiguration);
    const Ran evaluator = ran({"python3", adapters + "evaluator.py", kTuner, "serve", "--stdio",
                               file, "--dir", (folder / "run"), "--set", "strategy.population=10",
                               "--set", "strategy.generations=4"});
    CHECK(evaluator.status == 0);
    CHECK(evaluator.out.find("\"generation\": 4") != evaluator.out.npos);
}
