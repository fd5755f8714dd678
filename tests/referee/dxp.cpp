// DXP: a side of an event and a program's seat as pure state machines, and both over real sockets.
#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>

#include "referee/dxp/seat.hpp"
#include "referee/dxp/session.hpp"
#include "tests/catch.hpp"
#include "tests/referee/referee_run.hpp"

namespace {

using namespace sparring;
using namespace sparring::referee;
using namespace std::chrono_literals;
using sparring::test::RefereeRun;
using sparring::test::run_referee;

games::Choice draughts() {
    return *games::find("draughts");
}

/// The messages among what has to be done, as they are written.
std::vector<std::string> sent(const DxpSession::Acts& acts) {
    std::vector<std::string> texts;
    for (const auto& act : acts)
        if (const auto* message = std::get_if<dxp::Message>(&act))
            texts.push_back(dxp::to_text(*message));
    return texts;
}

template <class T>
const T* find(const DxpSession::Acts& acts) {
    for (const auto& act : acts)
        if (const auto* found = std::get_if<T>(&act)) return found;
    return nullptr;
}

using Texts = std::vector<std::string>;

std::string padded(std::string text) {
    text.resize(32, ' ');
    return text;
}

DxpSession follower() {
    return DxpSession{draughts(), {"F", false, 5, 0, true, 0}};
}

const std::string kRequest = "R01" + padded("I") + "W001000A";

TEST_CASE("dxp: a follower accepts, plays, and confirms the end") {
    DxpSession session = follower();
    CHECK(sent(session.connected()).empty());
    auto acts = session.heard(dxp::parse(kRequest), 0s);
    CHECK(sent(acts) == Texts{"A" + padded("F") + "0"});
    REQUIRE(find<DxpSession::Think>(acts));
    CHECK(session.limits().clock->first_ms == 60'000);
    acts = session.moved("32-28", 2s);
    CHECK(sent(acts) == Texts{"M0002322800"});
    CHECK(session.position_command() == "position startpos moves 32-28");
    REQUIRE(session.patience());
    CHECK(*session.patience() == 65s);
    acts = session.heard(dxp::parse("M0001192300"), 3s);
    CHECK(find<DxpSession::Think>(acts));
    CHECK(session.limits().clock->first_ms == 58'000);
    CHECK(session.limits().clock->second_ms == 57'000);
    acts = session.moved("28x19x23", 0s);
    CHECK(sent(acts) == Texts{"M000028190123"});
    acts = session.heard(dxp::parse("E11"), 0s);
    CHECK(sent(acts) == Texts{"E01"});
    REQUIRE(find<DxpSession::Finished>(acts));
    CHECK(find<DxpSession::Finished>(acts)->outcome == Outcome::first_wins);
    CHECK(session.closed());
}

TEST_CASE("dxp: an initiator asks for its games with colours in turn") {
    DxpSession session{draughts(), {"I", true, 7, 30, true, 2}};
    CHECK(sent(session.connected()) == Texts{"R01" + padded("I") + "Z007030A"});
    CHECK(session.patience());
    auto acts = session.heard(dxp::parse("A" + padded("F") + "0"), 0s);
    CHECK(find<DxpSession::Think>(acts));
    CHECK(session.limits().clock->moves_to_go == 30);
    acts = session.failed("resigned");
    CHECK(sent(acts) == Texts{"E10"});
    CHECK(find<DxpSession::Finished>(acts)->outcome == Outcome::second_wins);
    acts = session.heard(dxp::parse("E00"), 0s);
    CHECK(sent(acts) == Texts{"R01" + padded("I") + "W007030A"});
    acts = session.heard(dxp::parse("A" + padded("F") + "0"), 0s);
    CHECK(!find<DxpSession::Think>(acts));
    acts = session.overdue();
    CHECK(sent(acts) == Texts{"E31"});
    CHECK(find<DxpSession::Finished>(acts)->why == "time");
    session.heard(dxp::parse("E01"), 0s);
    CHECK(session.closed());
}

TEST_CASE("dxp: what comes at the wrong time does no harm") {
    DxpSession session = follower();
    CHECK(sent(session.heard(dxp::parse("M0001192300"), 0s)) ==
          Texts{"Cthat move was not expected"});
    CHECK(sent(session.heard(dxp::parse("R02"), 0s)) == Texts{"A" + padded("F") + "1"});
    CHECK(sent(session.heard(dxp::parse("R01" + padded("I") + "W000000A"), 0s)).back() ==
          "A" + padded("F") + "2");
    session.heard(dxp::parse(kRequest), 0s);
    CHECK(sent(session.heard(dxp::parse(kRequest), 0s)).back() == "A" + padded("F") + "2");
    CHECK(sent(session.heard(dxp::parse("B001W"), 0s)) == Texts{"K2"});
    CHECK(find<DxpSession::Tell>(session.heard(dxp::parse("Chello"), 0s))->text == "I says: hello");
    CHECK(sent(session.heard(dxp::parse("Xjunk"), 0s)).empty());
    session.moved("32-28", 0s);
    const auto acts = session.heard(dxp::parse("M0001999900"), 0s);
    CHECK(sent(acts).back() == "E30");
    CHECK(find<DxpSession::Finished>(acts)->outcome == Outcome::first_wins);
    session.heard(dxp::parse("E00"), 0s);
    CHECK(!session.closed());
    CHECK(!session.patience());
    session.disconnected();
    CHECK(session.closed());
}

TEST_CASE("dxp: a game from a position, its winner known by the rules") {
    DxpSession session = follower();
    std::string board = "W" + std::string(50, 'e');
    board[22] = 'z';
    board[28] = 'w';
    auto acts = session.heard(dxp::parse("R01" + padded("I") + "W001000B" + board), 0s);
    REQUIRE(find<DxpSession::Think>(acts));
    acts = session.moved("28x17x22", 0s);
    CHECK(!find<DxpSession::Finished>(acts));
    CHECK(*session.patience() == 10s);  // the side without a move has to say so
    acts = session.heard(dxp::parse("E10"), 0s);
    CHECK(find<DxpSession::Finished>(acts)->outcome == Outcome::first_wins);
    CHECK(sent(acts) == Texts{"E00"});
}

TEST_CASE("dxp: a program in a seat is asked for games and moves") {
    DxpSeat seat{draughts(), "moby"};
    CHECK(seat.line("ugi").lines.ends_with("ugiok\n"));
    seat.line("setoption name Chat value hi");
    CHECK(seat.line("isready").start);
    CHECK(seat.connected().lines == "readyok\n");
    seat.line("uginewgame");
    seat.line("position startpos moves 32-28");
    auto out = seat.line("go p1time 59000 p2time 60000 p1inc 0 p2inc 0");
    REQUIRE(out.messages.size() == 2);
    CHECK(dxp::to_text(out.messages[0]) == "Chi");
    CHECK(dxp::to_text(out.messages[1]) == "R01" + padded("Sparring") + "Z001000A");
    out = seat.heard(dxp::parse("A" + padded("M") + "0"));
    REQUIRE(out.messages.size() == 1);
    CHECK(dxp::to_text(out.messages[0]) == "M0000322800");
    CHECK(seat.heard(dxp::parse("M0000192300")).lines == "bestmove 19-23\n");
    seat.line("position startpos moves 32-28 19-23 28x19x23");
    out = seat.line("go p1time 59000 p2time 59000 p1inc 0 p2inc 0");
    CHECK(dxp::to_text(out.messages.at(0)) == "M000028190123");
    out = seat.heard(dxp::parse("E10"));
    CHECK(out.lines == "bestmove resign\n");
    CHECK(dxp::to_text(out.messages.at(0)) == "E00");
}

TEST_CASE("dxp: an opening goes into the request, the last of its moves is played") {
    DxpSeat seat{draughts(), "moby"};
    seat.line("isready");
    seat.connected();
    seat.line("position startpos moves 32-28 19-23 28x19x23");
    const auto out = seat.line("go p1time 60000 p2time 60000");
    const std::string request = dxp::to_text(out.messages.at(0));
    CHECK(request.substr(35, 8) == "Z001000B");
    CHECK(request[43] == 'W');
    CHECK(request[43 + 28] == 'w');
    CHECK(request[43 + 23] == 'z');
    // A new game begins only when the end of this one is confirmed.
    seat.heard(dxp::parse("A" + padded("M") + "0"));
    seat.heard(dxp::parse("M000014230119"));
    CHECK(dxp::to_text(seat.line("uginewgame").messages.at(0)) == "E00");
    CHECK(seat.line("isready").lines.empty());
    CHECK(seat.heard(dxp::parse("E00")).lines == "readyok\n");
}

TEST_CASE("dxp: what a program cannot be told is refused before the match") {
    for (const char* limits : {"depth=3", "st=1", "tc=60+1", "tc=40/60", "tc=90"}) {
        const auto result = run_referee(fmt::format(
            "-game draughts -engine 'cmd={{bot}}' proto=dxp {} -engine 'cmd={{bin}}/draughts' "
            "tc=60",
            limits));
        INFO(limits << result.err);
        CHECK(result.status == 2);
        CHECK(result.err.find("whole minutes") != std::string::npos);
    }
    const auto killer = run_referee(
        "-game draughts/killer -each tc=60 -engine 'cmd={bot}' proto=dxp -engine "
        "'cmd={bin}/draughts'");
    CHECK(killer.status == 2);
    CHECK(killer.err.find("only draughts/international") != std::string::npos);
}

std::string moves_in(const std::filesystem::path& file) {
    std::ifstream stream{file};
    std::string text{std::istreambuf_iterator<char>{stream}, {}};
    text = std::regex_replace(text, std::regex{R"(\[[^\n]*\]\n)"}, "");
    text = std::regex_replace(text, std::regex{R"(\{[^}]*\})"}, "");
    return std::regex_replace(text, std::regex{R"(\s+)"}, " ");
}

TEST_CASE("dxp: two of ours over a connection play what they play in UGI") {
    const auto folder = std::filesystem::temp_directory_path();
    const auto file = [&](std::string_view name) {
        return folder / fmt::format("sparring-{}-dxp-{}.pdn", ::getpid(), name);
    };
    // A port of our own, out of those that systems do not give to clients.
    const int port = 20'000 + ::getpid() % 10'000;
    RefereeRun listener{fmt::format(
        "dxp 'cmd={{bin}}/draughts' depth=3 name=L -listen 127.0.0.1 -port {} -pgnout '{}'", port,
        file("listener").string())};
    const auto caller = run_referee(fmt::format(
        "dxp 'cmd={{bin}}/draughts' depth=3 proto=hub name=C -connect 127.0.0.1 -port {} -initiate "
        "-games 2 -minutes 5 -pgnout '{}'",
        port, file("caller").string()));
    const auto listened = listener.finish();
    INFO(caller.out << caller.err << listened.out << listened.err);
    CHECK(caller.status == 0);
    CHECK(listened.status == 0);
    const auto ugi = run_referee(fmt::format(
        "-game draughts -each 'cmd={{bin}}/draughts' depth=3 -engine name=C -engine name=L -rounds "
        "1 -pgnout '{}'",
        file("ugi").string()));
    CHECK(ugi.status == 0);
    const std::string expected = moves_in(file("ugi"));
    CHECK(expected.size() > 100);
    CHECK(moves_in(file("caller")) == expected);
    CHECK(moves_in(file("listener")) == expected);
    for (const char* name : {"listener", "caller", "ugi"}) std::filesystem::remove(file(name));
}

TEST_CASE("dxp: nobody there, and what is wrong on the command line") {
    const auto nobody = run_referee("dxp 'cmd={bin}/draughts' -connect 127.0.0.1 -port 1 -wait 1");
    CHECK(nobody.status == 3);
    CHECK(nobody.err.find("cannot connect to 127.0.0.1:1") != std::string::npos);
    CHECK(run_referee("dxp 'cmd={bin}/draughts'").status == 2);
    CHECK(run_referee("dxp 'cmd={bin}/draughts' -connect x -colour red").status == 2);
    CHECK(run_referee("dxp 'cmd={bin}/draughts' tc=60 -connect x").status == 2);
    CHECK(run_referee("dxp 'cmd=/no/such/program' -connect x").status == 3);
}

}  // namespace
