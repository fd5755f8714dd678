// `tuner eval` as other programs see it.
#include <fmt/format.h>

#include <csignal>
#include <map>
#include <set>

#include "tests/catch.hpp"
#include "tests/referee/stored_games.hpp"
#include "tests/tuner/conversation.hpp"

using namespace sparring::test;
using Json = Conversation::Json;

namespace {

const std::string kTuner = SPARRING_BIN_DIR "/tuner";

/// Games of a millisecond. `crasher` breaks down in each of them.
const std::string kConfiguration = R"(
[game]
rules = "dots-and-boxes/2x2"
[engine]
command = "dots-and-boxes"
options = { Hash = 1, Solve = 0 }
limit = { depth = 1 }
[params]
tune = ["A11", "A12"]
[openings]
plies = 3
count = 30
[[opponent]]
name = "deep"
limit = { depth = 2 }
[[opponent]]
name = "crasher"
role = "validation"
command = [")" SPARRING_BOT R"(", "crash", "--game", "dots-and-boxes/2x2", "--at", "1"]
[[opponent]]
name = "secret"
role = "test"
[match]
retries = 0
)";

Json eval(const std::string& id, int a11, int start, const std::string& opponent = "start") {
    return {{"v", 1},
            {"type", "eval"},
            {"id", id},
            {"params", {{"A11", a11}}},
            {"against", {{{"opponent", opponent}}}},
            {"openings", {{"start", start}}}};
}

/// What is the same whenever the same games are played.
std::string counts(const Json& result) {
    return result.at("wdl").dump() + result.at("penta").dump();
}

struct Served {
    explicit Served(std::vector<std::string> options = {})
        : file{folder.write("tune.toml", kConfiguration)} {
        std::vector<std::string> command{kTuner, "eval", "--stdio"};
        command.insert(command.end(), options.begin(), options.end());
        command.push_back(file);
        program.emplace(std::move(command));
        hello = program->message();
    }

    std::string code(const Json& question) {
        const Json answer = program->ask(question);
        CHECK(answer.at("type") == "error");
        return answer.value("code", "");
    }

    Folder folder;
    std::string file;
    std::optional<Conversation> program;
    Json hello;
};

}  // namespace

TEST_CASE(
    "1,000 evaluations for another program's optimiser have exact counts, though answers are "
    "lost, asked for twice and failed",
    "[long]") {
    Served served{{"--workers", "2"}};
    Conversation& program = *served.program;
    const auto window = served.hello.at("window").get<std::size_t>();
    std::map<std::string, Json> questions, answers;
    std::map<std::string, std::string> truth;  // by parameters and opening
    std::size_t outstanding = 0, cached = 0, failed = 0, asked = 0;
    const auto receive = [&] {
        const Json answer = program.message();
        REQUIRE(answer.at("type") == "result");
        --outstanding;
        const std::string id = answer.at("id");
        const int number = std::stoi(id);
        if (number % 97 == 0) {
            CHECK(answer.at("status") == "failed");
            CHECK_FALSE(answer.contains("score"));
            ++failed;
            return;
        }
        REQUIRE(answer.at("status") == "ok");
        cached += answer.at("cached") == true ? 1 : 0;
        CHECK(answer.at("games") == 2);
        const Json& question = questions.at(id);
        const auto [known, fresh] = truth.emplace(
            question.at("params").dump() + question.at("openings").dump(), counts(answer));
        if (!fresh) CHECK(known->second == counts(answer));
        answers[id] = answer;
    };
    const auto send = [&](const Json& question) {
        while (outstanding >= window) receive();
        program.send(question);
        ++outstanding;
        ++asked;
    };
    for (int i = 1; i <= 1000; ++i) {
        const std::string id = std::to_string(i);
        questions[id] = eval(id, i * 7 % 64, i * 5 % 23, i % 97 == 0 ? "crasher" : "start");
        send(questions[id]);
        if (i % 20 == 0) send(questions[id]);                                  // twice
        if (i % 25 == 0 && i > 100) send(questions[std::to_string(i - 100)]);  // its answer is lost
    }
    while (outstanding > 0) receive();
    CHECK(answers.size() == 1000 - 1000 / 97);
    // Each question had its answer: of those that were asked again, the first one's.
    CHECK(failed + answers.size() + cached == asked);
    program.send({{"v", 1}, {"type", "shutdown"}});
    CHECK(program.message().at("type") == "bye");
    CHECK(program.finish() == 0);

    // One at a time, and by another process, they are the same.
    Served again{{"--workers", "1", "--set", "match.cache=false"}};
    for (int i = 1; i <= 1000; i += 37) {
        if (i % 97 == 0) continue;
        const std::string id = std::to_string(i);
        CHECK(counts(again.program->ask(questions.at(id))) == counts(answers.at(id)));
    }
}

TEST_CASE("whatever is wrong with a request for games is answered by its code") {
    Served served{{"--workers", "1"}};
    Conversation& program = *served.program;
    CHECK(served.hello.at("opponents") == Json({"start", "deep", "crasher"}));
    CHECK(served.hello.at("window") == 2);
    CHECK(fields(served.hello) == documented_fields("Evaluator", "hello"));
    CHECK(fields(program.ask(eval("x", 99, 0))) == documented_fields("Evaluator", "error"));
    const auto changed = [](const char* key, Json value) {
        Json question = eval("x", 1, 0);
        question[key] = std::move(value);
        return question;
    };
    CHECK(served.code(changed("params", {{"A99", 1}})) == "bad_param");
    CHECK(served.code(changed("params", {{"A11", 99}})) == "bad_param");
    CHECK(served.code(changed("params", {{"A11", 1}, {"a11", 2}})) == "bad_param");
    CHECK(served.code(changed("params", {{"A11", 0.5}})) == "bad_param");
    CHECK(served.code(changed("against", {"secret"})) == "unknown_opponent");
    CHECK(served.code(changed("against", {"nobody"})) == "unknown_opponent");
    CHECK(served.code(changed("openings", {{"set", "test"}})) == "unknown_openings");
    CHECK(served.code(changed("limit", "depht=3")) == "bad_limit");
    CHECK(served.code(changed("v", 2)) == "unknown_version");
    CHECK(served.code(changed("type", "dance")) == "unknown_type");
    CHECK(served.code(changed("pairs", -1)) == "bad_message");
    CHECK(served.code({{"v", 1}, {"type", "cancel"}, {"id", "x"}}) == "unknown_id");
    program.send_text("not a message\n\n");
    CHECK(program.message().at("code") == "bad_message");
    program.send_text(std::string(3 * 1024 * 1024, 'x') + "\n");
    CHECK(program.message().at("code") == "too_long");
    CHECK(program.ask(eval("x", 1, 0)).at("status") == "ok");
    CHECK(served.code(eval("x", 2, 0)) == "id_in_use");
    CHECK(program.ask(eval("x", 1, 0)).at("cached") == true);
    program.send({{"v", 1}, {"type", "hello"}, {"name", "test"}});  // is not answered
    CHECK(program.ask(eval("y", 1, 1)).at("id") == "y");
}

TEST_CASE("what goes beyond the window is refused, and what is in it is answered") {
    Served served{{"--workers", "1"}};
    Conversation& program = *served.program;
    // In one piece, so that no game ends between them.
    std::string questions;
    for (const char* id : {"1", "2", "3"}) {
        Json question = eval(id, 5, 0);
        question["pairs"] = 400;
        question["limit"] = "depth=3";
        questions += question.dump() + "\n";
    }
    program.send_text(questions);
    std::set<std::string> ok;
    for (int i = 0; i < 3; ++i) {
        const Json answer = program.message();
        if (answer.at("type") == "error") {
            CHECK(answer.at("code") == "too_many");
            CHECK(answer.at("id") == "3");
            continue;
        }
        CHECK(answer.at("games") == 800);
        ok.insert(answer.at("id"));
    }
    CHECK(ok == std::set<std::string>{"1", "2"});
}

TEST_CASE("a request can be cancelled, has a deadline, and says how far it is") {
    Served served{{"--workers", "1", "--set", "match.cache=false"}};
    Conversation& program = *served.program;
    Json question = eval("long", 5, 0, "deep");
    question["pairs"] = 10'000;
    question["progress_every"] = 5;
    program.send(question);
    const Json progress = program.message();
    CHECK(progress.at("type") == "progress");
    CHECK(progress.at("pairs") >= 5);
    CHECK(fields(progress) == documented_fields("Evaluator", "progress"));
    program.send({{"v", 1}, {"type", "cancel"}, {"id", "long"}});
    Json answer = program.message();
    while (answer.at("type") == "progress") answer = program.message();
    CHECK(answer.at("status") == "cancelled");
    CHECK(answer.at("games") >= 10);
    CHECK(answer.at("games") < 20'000);
    question["deadline_s"] = 0.05;
    question["progress_every"] = 0;
    answer = program.ask(question);
    CHECK(answer.at("status") == "failed");
    CHECK(answer.at("reason") == "deadline");
    CHECK_FALSE(answer.contains("score"));
}

TEST_CASE("details are game by game, and two candidates can meet") {
    Served served;
    const Json answer = served.program->ask({{"v", 1},
                                             {"type", "match"},
                                             {"id", "m"},
                                             {"a", {{"A11", 60}}},
                                             {"b", {{"A11", 2}}},
                                             {"pairs", 3},
                                             {"seed", 5},
                                             {"detail", true}});
    REQUIRE(answer.at("detail").size() == 6);
    CHECK(fields(answer) == documented_fields("Evaluator", "result"));
    int won = 0;
    for (const Json& game : answer.at("detail")) won += game.at("res") == "a" ? 1 : 0;
    CHECK(won == answer.at("wdl").at(0));
    CHECK(answer.at("detail")[0].at("o") == answer.at("detail")[1].at("o"));
    CHECK(answer.at("detail")[0].at("first") == "a");
    CHECK(answer.at("detail")[1].at("first") == "b");
}

TEST_CASE("the end of the input ends it, after what was asked for, whatever the input is") {
    Folder folder;
    const std::string file = folder.write("tune.toml", kConfiguration);
    std::string requests;
    for (int i = 0; i < 30; ++i)  // more than the window: a file waits
        requests += eval(std::to_string(i), i, i).dump() + "\n";
    requests.pop_back();
    const std::string input = folder.write("requests", requests);
    const std::string command = fmt::format("'{}' eval --stdio '{}' < '{}' > '{}'; echo $?", kTuner,
                                            file, input, (folder / "answers"));
    CHECK(ran({"sh", "-c", command}).out == "0\n");
    const std::string answers = ran({"cat", (folder / "answers")}).out;
    std::size_t results = 0;
    for (auto at = answers.find("\"type\":\"result\""); at != answers.npos;
         at = answers.find("\"type\":\"result\"", at + 1))
        ++results;
    CHECK(results == 30);
    CHECK(answers.ends_with("{\"v\":1,\"type\":\"bye\"}\n"));
    const std::string nothing =
        fmt::format("'{}' eval --stdio '{}' < /dev/null | tail -n 1", kTuner, file);
    CHECK(ran({"sh", "-c", nothing}).out == "{\"v\":1,\"type\":\"bye\"}\n");
}

TEST_CASE("it ends at a signal, and when nobody reads its answers, whatever is under way") {
    Folder folder;
    const std::string file = folder.write("tune.toml", kConfiguration);
    Json question = eval("long", 5, 0, "deep");
    question["pairs"] = 10'000;
    question["limit"] = "depth=6";
    const std::string input = folder.write("requests", question.dump() + "\n");
    const std::string serve =
        fmt::format("'{}' eval --stdio --set match.cache=false '{}'", kTuner, file);
    // Its input stays open; only the first line is read.
    CHECK(ran({"sh", "-c",
               fmt::format("(cat '{}'; exec sleep 0.5) | {} | head -n 1 | wc -l", input, serve)})
              .out == "1\n");
    // As well when its output is full.
    CHECK(ran({"sh", "-c",
               fmt::format("yes nonsense | timeout --preserve-status 0.5 {} | (sleep 1; wc -l) > "
                           "/dev/null; echo done",
                           serve)})
              .out == "done\n");
    Conversation program{{kTuner, "eval", "--stdio", file}};
    program.message();
    program.send(question);
    program.signal(SIGTERM);
    CHECK(program.finish() == 130);
}

TEST_CASE("one evaluation for each start has the exit codes that tools rely on") {
    Folder folder;
    const std::string file = folder.write("tune.toml", kConfiguration);
    const auto once = [&](std::vector<std::string> options, std::vector<std::string> params) {
        std::vector<std::string> command{kTuner, "eval", "--once"};
        command.insert(command.end(), options.begin(), options.end());
        command.push_back(file);
        command.insert(command.end(), params.begin(), params.end());
        return ran(command);
    };
    const Ran irace = once({"--format", "irace"}, {"1", "2", "7", "first", "--A11", "9"});
    CHECK(irace.status == 0);
    const Ran value = once({"--format", "value", "--seed", "7", "--instance", "first"}, {"A11=9"});
    CHECK(value.out == irace.out);
    const double cost = std::stod(value.out);
    CHECK(cost >= 0);
    CHECK(cost <= 1);
    const Ran smac = once({"--format=smac"}, {"--seed=7", "--instance=first", "--A11=9"});
    CHECK(smac.out.starts_with("cost=" + irace.out.substr(0, irace.out.size() - 1) + ";"));
    CHECK(once({}, {"A11=64"}).status == 2);
    CHECK(once({"--format", "xml"}, {}).status == 2);
    CHECK(once({"--against", "secret"}, {}).status == 2);
    const Ran crash = once({"--format", "smac", "--against", "crasher"}, {});
    CHECK(crash.status == 3);
    CHECK(crash.out.find("status=CRASHED") != crash.out.npos);
    CHECK(once({"--deadline", "1", "--pairs", "10000", "--set", "match.cache=false", "--set",
                "engine.limit=depth=4"},
               {})
              .status == 4);
}
