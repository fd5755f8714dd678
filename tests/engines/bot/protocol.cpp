// What every engine's executable must do, whatever its game.
#include <chrono>

#include "protocol/option.hpp"
#include "protocol/ugi.hpp"
#include "tests/engines/engine_under_test.hpp"
#include "tests/engines/engines.hpp"

using namespace sparring;
using namespace sparring::test;

namespace {

double milliseconds_since(std::chrono::steady_clock::time_point start) {
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start)
        .count();
}

}  // namespace

TEST_CASE("engine: introduces itself with the options every engine has") {
    for (const auto& name : kEngines) {
        INFO(name);
        EngineUnderTest engine{name};
        engine.send("ugi");
        const auto lines = engine.until("ugiok");
        CHECK(lines[0] == "id name Sparring " + std::string{name});
        CHECK(lines[1].starts_with("id author "));
        std::vector<std::string> names;
        for (const auto& line : lines) {
            if (!line.starts_with("option ")) continue;
            const auto option = parse_option(line);
            REQUIRE(option);
            CHECK(to_text(*option) == line);
            if (option->type != Option::Type::button)
                CHECK(accept_value(*option, option->default_value));
            names.push_back(option->name);
        }
        for (const char* wanted : {"Hash", "Threads", "Move Overhead", "Variant", "Search",
                                   "Weights", "Solve", "Exact", "Log File"}) {
            CHECK(std::find(names.begin(), names.end(), wanted) != names.end());
        }
        engine.send("isready\nquit");
        CHECK(engine.line() == "readyok");
        CHECK(engine.exit_status() == 0);
    }
}

TEST_CASE("engine: answers stop and isready while searching, keeps other lines for later") {
    for (const auto& name : kEngines) {
        INFO(name);
        EngineUnderTest engine{name};
        engine.send("setoption name Solve value 0\nposition startpos\ngo infinite");
        engine.until("info depth 3");
        const auto asked = std::chrono::steady_clock::now();
        engine.send("isready");
        engine.until("readyok");
        engine.send("query gameover\nstop");
        engine.until("bestmove ");
        CHECK(milliseconds_since(asked) < 5000);  // generous: the machine may be busy
        CHECK(engine.line() == "response false");
    }
}

TEST_CASE("engine: quit and the end of the input stop a search and end the process") {
    for (const auto& name : kEngines) {
        for (const bool quit : {true, false}) {
            INFO(name << (quit ? " quit" : " end of input"));
            EngineUnderTest engine{name};
            engine.send("setoption name Solve value 0\nposition startpos\ngo infinite");
            engine.until("info depth 2");
            if (quit) engine.send("quit");
            engine.close_input();
            engine.until("bestmove ");
            CHECK(engine.exit_status() == 0);
        }
    }
}

TEST_CASE("engine: go without limits keeps a proof until stop") {
    EngineUnderTest engine{"reversi"};
    engine.send(
        "position fen --XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X\ngo");
    for (std::string line; !line.starts_with("info") || line.find("score final 18") == line.npos;) {
        line = engine.line().value();
    }
    CHECK(!engine.line(300));
    engine.send("stop");
    CHECK(engine.line() == "bestmove g8");
}

TEST_CASE("engine: every limit ends a search") {
    for (const auto& name : kEngines) {
        for (const char* limit :
             {"depth 2", "nodes 500", "movetime 30", "p1time 300 p2time 300 p1inc 5 p2inc 5",
              "wtime 200 btime 200 movestogo 3", "p1time 0 p2time 0", "p1time -50 p2time 10"}) {
            INFO(name << " " << limit);
            EngineUnderTest engine{name};
            engine.send("position startpos\ngo " + std::string{limit});
            const auto lines = engine.until("bestmove ");
            CHECK(lines.back() != "bestmove none");
            CHECK(lines.front().starts_with("info depth 1 "));
        }
    }
}

TEST_CASE("engine: bestmove and response lines have exactly two words") {
    for (const auto& name : kEngines) {
        INFO(name);
        EngineUnderTest engine{name};
        engine.send(
            "position startpos\nquery gameover\nquery p1turn\nquery result\nquery islegal zz\ngo "
            "depth 2");
        CHECK(engine.line() == "response false");
        CHECK(engine.line() == "response true");
        CHECK(engine.line() == "response none");
        CHECK(engine.line() == "response false");
        const auto best = engine.until("bestmove ").back();
        CHECK(std::count(best.begin(), best.end(), ' ') == 1);
        engine.send("query islegal " + best.substr(9));
        CHECK(engine.line() == "response true");
        engine.send("query legalmoves");
        CHECK((engine.line().value() + " ").find(" " + best.substr(9) + " ") != std::string::npos);
    }
}

TEST_CASE("engine: an illegal move in the list loses for the offender until the next position") {
    EngineUnderTest engine{"reversi"};
    engine.send(
        "position startpos moves d3 h9 c3\nquery gameover\nquery result\nquery legalmoves\ngo "
        "depth 1\nquery fen");
    CHECK(engine.line() ==
          "info string error position: move 2 'h9': no such square (expected a1 to h8 or pass)");
    CHECK(engine.line() == "response true");
    CHECK(engine.line() == "response p1win");
    CHECK(engine.line() == "response none");
    CHECK(engine.line() == "bestmove none");
    CHECK(engine.line()->starts_with("response -------------------X"));
    engine.send("position startpos\nquery gameover");
    CHECK(engine.line() == "response false");
}

TEST_CASE("engine: bad options change nothing and say why") {
    EngineUnderTest engine{"reversi"};
    engine.send("setoption name Hash value 0");
    CHECK(engine.line() == "info string error option Hash: 0 is below 1");
    engine.send("setoption name hsah value 3");
    CHECK(engine.line() == "info string error option hsah: no such option (nearest: Hash)");
    engine.send("setoption name variant value antti");
    CHECK(engine.line() == "info string error option Variant: 'antti' is not one of its values");
    engine.send("position fen nonsense");
    CHECK(engine.line()->starts_with("info string error position: fen: "));
    engine.send("query fen");
    CHECK(engine.line() ==
          "response ---------------------------OX------XO--------------------------- X");
}

TEST_CASE("engine: any bytes leave it usable") {
    for (const auto& name : kEngines) {
        INFO(name);
        EngineUnderTest engine{name};
        Random random{9};
        for (int i = 0; i < 300; ++i) {
            std::string line;
            static const std::vector<std::string> words{
                "position", "fen",   "startpos",    "moves", "go",     "depth",
                "query",    "perft", "setoption",   "name",  "value",  "Hash",
                "islegal",  "-1",    "99999999999", "d3",    "W:W1:B2"};
            for (std::size_t n = random.below(12); n > 0; --n) {
                if (random.below(3) == 0) {
                    for (std::size_t k = random.below(20); k > 0; --k) {
                        const char byte = static_cast<char>(random.next());
                        if (byte != '\n') line += byte;
                    }
                } else {
                    line += words[random.below(words.size())];
                }
                line += ' ';
            }
            // Searches without a limit and deep counts would only be waited for.
            if (line.find("go") != line.npos) line = "query " + line;
            engine.send(line);
        }
        engine.send(std::string(3'000'000, 'x'));
        engine.send("position startpos\nisready");
        engine.until("readyok");
        engine.send("quit");
        CHECK(engine.exit_status() == 0);
    }
}

TEST_CASE("engine: bench counts the same nodes every time", "[native]") {
    for (const auto& name : kEngines) {
        INFO(name);
        EngineUnderTest engine{name};
        engine.send("bench\nbench");
        const auto first = engine.until("Nodes searched").back();
        engine.until("Nodes/second");
        CHECK(engine.until("Nodes searched").back() == first);
    }
}

TEST_CASE("engine: two threads find a legal move") {
    for (const auto& name : kEngines) {
        INFO(name);
        EngineUnderTest engine{name};
        engine.send("setoption name Threads value 3\nposition startpos\ngo depth 4");
        const auto best = engine.until("bestmove ").back();
        engine.send("query islegal " + best.substr(9));
        CHECK(engine.line() == "response true");
    }
}

TEST_CASE("engine: the log file holds both directions") {
    const std::string file = "/tmp/sparring-log-" + std::to_string(getpid());
    {
        EngineUnderTest engine{"reversi"};
        engine.send("setoption name Log File value " + file + "\nisready\nquit");
        engine.until("readyok");
        REQUIRE(engine.exit_status() == 0);
    }
    std::ifstream log{file};
    const std::string text{std::istreambuf_iterator<char>{log}, {}};
    CHECK(text == "> isready\n< readyok\n> quit\n");
    std::filesystem::remove(file);
}
