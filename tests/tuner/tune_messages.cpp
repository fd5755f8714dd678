// tune/1's messages as values: parsing, and what results that are told mean.
#include <fmt/format.h>

#include "tests/catch.hpp"
#include "tests/tuner/conversation.hpp"
#include "tuner/protocol/evaluator_messages.hpp"
#include "tuner/protocol/line_splitter.hpp"
#include "tuner/protocol/one_shot.hpp"
#include "tuner/protocol/optimizer_messages.hpp"
#include "tuner/run/candidate_book.hpp"

using namespace sparring::tuner;
using namespace std::chrono_literals;

namespace {

std::string points(const ToldResult& told, int pairs) {
    const auto outcomes = outcomes_of(told, pairs);
    if (!outcomes) return "refused";
    std::string text;
    for (const PairOutcome& pair : *outcomes)
        text += fmt::format("{}{:g}+{:g}", text.empty() ? "" : " ", pair.as_first.score,
                            pair.as_second.score);
    return text;
}

std::string code_of(std::string_view line) {
    const auto request = parse_evaluator_request(line);
    const auto* refusal = std::get_if<Refusal>(&request);
    return refusal != nullptr ? refusal->code : "";
}

}  // namespace

TEST_CASE("lines come out as they went in, however the bytes are cut") {
    const std::string text = "one\r\ntwo\n\nthree";
    for (std::size_t step = 1; step <= text.size(); ++step) {
        LineSplitter splitter{8};
        std::vector<std::string> lines;
        for (std::size_t i = 0; i < text.size(); i += step) {
            splitter.add(std::string_view{text}.substr(i, step));
            while (const auto line = splitter.take()) lines.push_back(line->text);
        }
        if (const auto line = splitter.rest()) lines.push_back(line->text);
        CHECK(lines == std::vector<std::string>{"one", "two", "", "three"});
        CHECK_FALSE(splitter.rest());
    }
}

TEST_CASE("a line that is too long is told of once, and takes no memory") {
    LineSplitter splitter{1000};
    std::size_t most = 0;
    for (int i = 0; i < 1000; ++i) {
        splitter.add(std::string(700, 'x'));
        CHECK_FALSE(splitter.take());
        most = std::max(most, splitter.size());
    }
    CHECK(most < 2000);
    splitter.add("x\nshort\n" + std::string(1000, 'y') + "\n" + std::string(1001, 'z') + "\n");
    CHECK(splitter.take()->too_long);
    CHECK(splitter.take()->text == "short");
    CHECK(splitter.take()->text.size() == 1000);
    CHECK(splitter.take()->too_long);
    CHECK_FALSE(splitter.take());
}

TEST_CASE("an evaluation is read with all that it may say") {
    const auto request = parse_evaluator_request(
        R"({"v":1,"type":"eval","id":"g1","params":{"A":53,"B":0.25,"C":true,"D":"x"},)"
        R"("against":[{"opponent":"deep","limit":{"depth":2}},"start"],"pairs":8,)"
        R"("openings":{"set":"validation","start":96},"limit":"depth=3","seed":7,)"
        R"("progress_every":4,"deadline_s":1.5,"detail":true,"unknown":[]})");
    EvalRequest expected{.id = "g1",
                         .a = {{"A", "53"}, {"B", "0.25"}, {"C", "true"}, {"D", "x"}},
                         .against = {{"deep", "depth=2"}, {"start"}},
                         .pairs = 8,
                         .set = "validation",
                         .start = 96,
                         .seed = 7,
                         .limits = "depth=3",
                         .progress_every = 4,
                         .deadline_s = 1.5,
                         .detail = true};
    REQUIRE(std::holds_alternative<EvalRequest>(request));
    CHECK(std::get<EvalRequest>(request) == expected);
}

TEST_CASE("what is no message is refused by a code") {
    for (const char* line :
         {"",
          "{",
          "[]",
          "1",
          "{}",
          R"({"type":1})",
          R"({"v":"1","type":"eval"})",
          R"({"v":0,"type":"hello"})",
          R"({"v":1,"type":"eval","params":{}})",
          R"({"v":1,"type":"eval","id":"x"})",
          R"({"v":1,"type":"eval","id":7,"params":{}})",
          R"({"v":1,"type":"eval","id":"x","params":[]})",
          R"({"v":1,"type":"eval","id":"x","params":{"A":[1]}})",
          R"({"v":1,"type":"eval","id":"x","params":{},"pairs":0})",
          R"({"v":1,"type":"eval","id":"x","params":{},"pairs":1.5})",
          R"({"v":1,"type":"eval","id":"x","params":{},"pairs":1e300})",
          R"({"v":1,"type":"eval","id":"x","params":{},"pairs":10001})",
          R"({"v":1,"type":"eval","id":"x","params":{},"against":[]})",
          R"({"v":1,"type":"eval","id":"x","params":{},"against":[{}]})",
          R"({"v":1,"type":"eval","id":"x","params":{},"openings":{"start":-1}})",
          R"({"v":1,"type":"eval","id":"x","params":{},"detail":1})",
          R"({"v":1,"type":"match","id":"x","a":{}})",
          R"({"v":1,"type":"cancel"})",
          "\xff\xfe"}) {
        CAPTURE(line);
        CHECK(code_of(line) == "bad_message");
    }
    CHECK(code_of(R"({"v":1,"type":"dance"})") == "unknown_type");
    CHECK(code_of(R"({"v":2,"type":"eval"})") == "unknown_version");
    CHECK(code_of(R"({"v":2,"type":"hello"})").empty());
    CHECK(code_of(std::string(500'000, '[')) == "bad_message");
    CHECK(code_of(R"({"v":1,"type":"eval","id":")" + std::string(300, 'x') + R"(","params":{}})") ==
          "bad_message");
}

TEST_CASE("a result that failed has no score, whatever has been played") {
    EvalResult result;
    result.id = "x";
    result.games = {1, 2, 3};
    result.pairs = {0, 0, 1, 2, 0};
    CHECK(to_json(result).find(R"("wdl":[3,2,1],"penta":[0,0,1,2,0],"score":0.666)") !=
          std::string::npos);
    result.status = EvalResult::Status::failed;
    for (const char* key : {"score", "wdl", "penta", "elo", "games"})
        CHECK(to_json(result).find(key) == std::string::npos);
}

TEST_CASE("a told result is counted as it says, or refused") {
    CHECK(points({.wdl = {{4, 0, 0}}}, 2) == "1+1 1+1");
    CHECK(points({.wdl = {{2, 0, 2}}}, 2) == "1+0 0+1");
    CHECK(points({.wdl = {{1, 2, 1}}}, 2) == "1+0 0.5+0.5");
    CHECK(points({.wdl = {{1, 0, 1}}}, 2) == "1+0");  // one pair was lost
    CHECK(points({.wdl = {{1, 1, 1}}}, 2) == "refused");
    CHECK(points({.wdl = {{0, 0, 0}}}, 2) == "refused");
    CHECK(points({.wdl = {{3, 0, 3}}}, 2) == "refused");
    CHECK(points({.penta = {{1, 1, 1, 1, 1}}}, 5) == "1+1 0.5+1 0.5+0.5 0+0.5 0+0");
    CHECK(points({.wdl = {{4, 2, 4}}, .penta = {{1, 1, 1, 1, 1}}}, 5) == "1+1 0.5+1 1+0 0+0.5 0+0");
    CHECK(points({.wdl = {{3, 4, 3}}, .penta = {{1, 1, 1, 1, 1}}}, 5) ==
          "1+1 0.5+1 0.5+0.5 0+0.5 0+0");
    CHECK(points({.wdl = {{5, 0, 5}}, .penta = {{1, 1, 1, 1, 1}}}, 5) == "refused");
    CHECK(points({.wdl = {{2, 0, 0}}, .penta = {{0, 0, 0, 0, 2}}}, 5) == "refused");
    CHECK(points({.score = 1.0}, 2) == "1+1 1+1");
    CHECK(points({.score = 0.0}, 1) == "0+0");
    CHECK(points({.score = 0.5}, 3) == "0.5+0.5 0.5+0.5 0.5+0.5");
    CHECK(points({.score = 0.6}, 1) == "0.5+0.5");  // 2.4 half points are 2
    CHECK(points({.score = 0.625}, 1) == "1+0.5");  // 2.5 are 3
    CHECK(points({.score = 0.75, .n = 1}, 4) == "1+0.5");
    CHECK(points({.score = 0.75, .n = 5}, 4) == "refused");
    const ToldGame won{true, {1, 30, 20}}, lost{false, {0, 31, 21}};
    CHECK(points({.detail = {won, lost}}, 1) == "1+0");
    CHECK(points({.detail = {lost, won}}, 1) == "1+0");
    CHECK(points({.detail = {won, won}}, 1) == "refused");
    CHECK(points({.detail = {won}}, 1) == "refused");
    CHECK((*outcomes_of({.detail = {won, lost}}, 1))[0].as_second.decided == 21);
}

TEST_CASE("the points of a score are those that it rounds to, for every score") {
    for (int pairs = 1; pairs <= 7; ++pairs) {
        for (int halves = 0; halves <= 4 * pairs; ++halves) {
            const auto outcomes = outcomes_of({.score = halves / (4.0 * pairs)}, pairs);
            REQUIRE(outcomes);
            double sum = 0;
            for (const PairOutcome& pair : *outcomes) sum += pair.points();
            CHECK(sum == halves / 2.0);
        }
    }
}

TEST_CASE("a tell that says what cannot be is refused") {
    for (const char* fields :
         {R"("wdl":[1,1])", R"("wdl":[-1,1,0])", R"("wdl":[0.5,0.5,1])", R"("score":1.1)",
          R"("score":"1")", R"("score":0.5,"cost":0.5)", R"("penta":[1,2,3])", R"("detail":[])",
          R"("detail":[{"res":"a"}])", R"("n":3)", R"("score":0.5,"n":0)"}) {
        CAPTURE(fields);
        const auto request = parse_optimizer_request(
            fmt::format(R"({{"v":1,"type":"tell","cid":"c0.0",{}}})", fields));
        REQUIRE(std::holds_alternative<Refusal>(request));
        CHECK(std::get<Refusal>(request).code == "bad_message");
    }
}

TEST_CASE("a candidate is handed out again when its lease lapses, and after failures") {
    CandidateBook book{3, {.lease = 10s, .retries = 1}};
    const CandidateBook::Instant t0{};
    CHECK(book.hand_out(2, t0) == std::vector{0, 1});
    CHECK(book.hand_out(9, t0 + 5s) == std::vector{2});
    CHECK(book.hand_out(9, t0 + 9s).empty());
    CHECK(book.keep(0, t0 + 9s));
    CHECK(book.hand_out(9, t0 + 10s) == std::vector{1});
    CHECK(book.settle(1, {}));
    CHECK_FALSE(book.settle(1, {PairOutcome{}}));
    CHECK_FALSE(book.keep(1, t0 + 10s));
    CHECK(book.fails(2));
    CHECK(book.hand_out(9, t0 + 11s) == std::vector{2});
    CHECK_FALSE(book.fails(2));
    CHECK(book.settle(2, {}));
    CHECK(book.hand_out(9, t0 + 18s).empty());
    CHECK(book.hand_out(9, t0 + 19s) == std::vector{0});
    CHECK(book.settle(0, {PairOutcome{}}));
    REQUIRE(book.complete());
    CHECK(book.results()[0].size() == 1);
    CHECK(book.results()[1].empty());
}

TEST_CASE("items have names that can be read back") {
    CHECK(parse_item_name(to_text({12, 3})) == ItemName{12, 3});
    for (const char* text :
         {"", "c", "c1", "1.2", "c1.", "c.1", "c-1.2", "c1.2x", "c1.99999999999"})
        CHECK_FALSE(parse_item_name(text));
}

TEST_CASE("tools that start a program for each evaluation are understood") {
    const std::vector<std::string> irace{"7", "3", "4711", "first", "--A", "5", "--B=-2"};
    const auto request = parse_once(OnceFormat::irace, irace);
    REQUIRE(request);
    CHECK(*request == OnceRequest{{{"A", "5"}, {"B", "-2"}}, "4711", "first"});
    const std::vector<std::string> smac{"--instance=first", "--seed=4711", "--A=5", "--B=-2"};
    const auto other = parse_once(OnceFormat::smac, smac);
    REQUIRE(other);
    CHECK(*other == *request);
    CHECK(seed_of(*other) == seed_of(*request));
    CHECK(seed_of({{}, "4712", "first"}) != seed_of(*request));
    CHECK_FALSE(parse_once(OnceFormat::irace, std::vector<std::string>{"1", "2", "3"}));
    CHECK_FALSE(parse_once(OnceFormat::json, std::vector<std::string>{"A"}));
    CHECK_FALSE(parse_once(OnceFormat::json, std::vector<std::string>{"--A"}));
    EvalResult result;
    result.games = {1, 0, 3};
    CHECK(once_text(OnceFormat::irace, result) == "0.25");
    CHECK(once_text(OnceFormat::smac, result) == "cost=0.25; runtime=0; status=SUCCESS");
    result.status = EvalResult::Status::failed;
    CHECK(once_text(OnceFormat::value, result).empty());
    CHECK(once_text(OnceFormat::smac, result) == "runtime=0; status=CRASHED");
}

TEST_CASE("the messages that the documentation shows are understood") {
    using namespace sparring::test;
    const auto evaluator = documented("Evaluator", "->"), optimizer = documented("Optimiser", "->");
    REQUIRE(evaluator.size() == 4);
    REQUIRE(optimizer.size() == 7);
    for (const std::string& line : evaluator) {
        CAPTURE(line);
        CHECK_FALSE(std::holds_alternative<Refusal>(parse_evaluator_request(line)));
    }
    for (const std::string& line : optimizer) {
        CAPTURE(line);
        CHECK_FALSE(std::holds_alternative<Refusal>(parse_optimizer_request(line)));
    }
}
