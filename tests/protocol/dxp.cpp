#include "protocol/dxp.hpp"

#include <string>
#include <vector>

#include "tests/catch.hpp"

using namespace sparring;
using namespace sparring::dxp;

namespace {

template <class T>
T message(std::string_view text) {
    const Message parsed = parse(text);
    INFO(text);
    REQUIRE(std::holds_alternative<T>(parsed));
    return std::get<T>(parsed);
}

const std::string kBoard = "W" + std::string(20, 'z') + std::string(10, 'e') + std::string(20, 'w');

}  // namespace

TEST_CASE("dxp: a request names the follower's colour, minutes, moves and where to begin") {
    const std::string text = "R01Demo" + std::string(28, ' ') + "W010075A";
    const auto request = message<GameRequest>(text);
    CHECK(request.name == "Demo");
    CHECK(request.follower_white);
    CHECK(request.minutes == 10);
    CHECK(request.moves == 75);
    CHECK(request.position.empty());
    CHECK(to_text(request) == text);
    const std::string set_up = "R01" + std::string(32, ' ') + "Z001000B" + kBoard;
    CHECK(message<GameRequest>(set_up).position == kBoard);
    CHECK(!message<GameRequest>(set_up).follower_white);
    CHECK(to_text(message<GameRequest>(set_up)) == set_up);
}

TEST_CASE("dxp: a request that cannot be granted says whether its version is the reason") {
    CHECK(message<Unreadable>("R02Demo").old_version);
    const auto brief = message<Unreadable>("R01short");
    CHECK(brief.request);
    CHECK(!brief.old_version);
    CHECK(message<Unreadable>("R01" + std::string(32, ' ') + "W010075BWzz").request);
    CHECK(message<Unreadable>("R01" + std::string(32, ' ') + "W01x075A").request);
}

TEST_CASE("dxp: the other messages, as programs send them") {
    const auto accept = message<GameAccept>("AMoby Dam (Nov 21 2026)          0");
    CHECK(accept.name == "Moby Dam (Nov 21 2026)");
    CHECK(accept.code == GameAccept::Code::accepted);
    CHECK(message<GameAccept>("ADemo3").code == GameAccept::Code::none);
    const auto move = message<Move>("M000228190123");
    CHECK(move.seconds == 2);
    CHECK(move.move == "28190123");
    CHECK(to_text(move) == "M000228190123");
    CHECK(message<Move>("M0000322800").move == "322800");
    CHECK(message<GameEnd>("E10").reason == GameEnd::Reason::lost);
    CHECK(message<GameEnd>("E01").stop);
    CHECK(to_text(GameEnd{GameEnd::Reason::draw, true}) == "E21");
    CHECK(message<Chat>("Chello").text == "hello");
    CHECK(message<BackRequest>("B012Z").move == 12);
    CHECK(!message<BackRequest>("B012Z").white);
    CHECK(to_text(BackAccept{BackAccept::Code::refused}) == "K2");
    CHECK(message<BackAccept>("K1").code == BackAccept::Code::unsupported);
}

TEST_CASE("dxp: what is no message is named, nothing is too long to be written") {
    message<Unreadable>("");
    CHECK(message<Unreadable>("Xjunk").error == "unknown message: 'Xjunk'");
    message<Unreadable>("M000x322800");
    message<Unreadable>("M00002819012");
    message<Unreadable>("E9");
    message<Unreadable>("K7");
    message<Unreadable>("B1");
    CHECK(to_text(Chat{std::string(500, 'x')}).size() == kLongest);
    CHECK(to_text(Chat{"a\nb"}) == "Ca?b");
    CHECK(to_text(GameAccept{std::string(99, 'n'), {}}).size() == 34);
}

TEST_CASE("dxp: messages end with a NUL, wherever the connection cuts them") {
    const std::string wire{"E00\0Chello\0M0000", 16};
    for (std::size_t piece = 1; piece <= wire.size(); ++piece) {
        Reader reader;
        std::vector<std::string> messages;
        for (std::size_t i = 0; i < wire.size(); i += piece) {
            std::string_view bytes = std::string_view{wire}.substr(i, piece);
            while (!bytes.empty()) {
                bytes.remove_prefix(reader.feed(bytes));
                if (auto complete = reader.take()) messages.push_back(*complete);
            }
        }
        CHECK(messages == std::vector<std::string>{"E00", "Chello"});
        CHECK(!reader.overflown());
    }
    Reader reader;
    CHECK(reader.feed(std::string(128, 'C')) == 0);
    CHECK(reader.overflown());
    CHECK(!reader.take());
}
