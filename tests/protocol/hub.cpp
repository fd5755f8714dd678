#include "protocol/hub.hpp"

#include "tests/catch.hpp"

using namespace sparring;
using namespace sparring::hub;

namespace {

template <class T>
T command(std::string_view line, Version version = Version::two) {
    const Parsed parsed = parse_command(line);
    INFO(line);
    REQUIRE(std::holds_alternative<T>(parsed.command));
    CHECK(parsed.version == version);
    return std::get<T>(parsed.command);
}

template <class T>
T reply(std::string_view line, Version version = Version::two) {
    const ParsedReply parsed = parse_reply(line);
    INFO(line);
    REQUIRE(std::holds_alternative<T>(parsed.reply));
    CHECK(parsed.version == version);
    return std::get<T>(parsed.reply);
}

}  // namespace

TEST_CASE("hub: commands of version 2, as Scan's protocol.txt shows them") {
    command<Hello>("hub");
    command<Init>("init\r");
    command<NewGame>("new-game");
    command<Ping>("ping");
    command<PonderHit>("ponder-hit");
    command<Stop>("stop");
    command<Quit>("quit");
    const auto set = command<SetParam>("set-param name=variant value=frisian");
    CHECK(set.name == "variant");
    CHECK(set.value == "frisian");
    CHECK(command<SetParam>("set-param name=\"Log File\" value=\"\"").name == "Log File");
    const auto position = command<SetPosition>(
        "pos pos=BeeeWWeeeeeeeeeeeeeeeeeeeweeeeeeeeewweBeeeeeeeeeBee moves=\"38-15 5-41 48-26\"");
    CHECK(position.position.size() == 51);
    CHECK(position.moves == std::vector<std::string>{"38-15", "5-41", "48-26"});
    CHECK(command<SetPosition>("pos start").position.empty());
    CHECK(command<Go>("go think").mode == Go::Mode::think);
    CHECK(command<Go>("go ponder").mode == Go::Mode::ponder);
    CHECK(command<Go>("go analyze").mode == Go::Mode::analyze);
}

TEST_CASE("hub: a level's times are seconds, and the increment comes before the move") {
    const auto level = command<Level>("level moves=9 time=291.587 inc=0.5");
    CHECK(level.moves == 9);
    CHECK(level.time_ms == 291'587);
    CHECK(level.increment_ms == 500);
    Limits limits;
    add(limits, level);
    add(limits, command<Level>("level depth=12"));
    REQUIRE(limits.clock);
    CHECK(limits.clock->first_ms == 292'087);
    CHECK(limits.clock->second_increment_ms == 500);
    CHECK(limits.clock->moves_to_go == 9);
    CHECK(limits.depth == 12);
    CHECK(to_text(Command{level_of(limits, true)}) ==
          "level depth=12 moves=9 time=291.587 inc=0.5");
    CHECK(command<Level>("level move-time=0.25").move_time_ms == 250);
    CHECK(command<Level>("level infinite").infinite);
    CHECK(to_text(Command{level_of(Limits{}, false)}) == "level infinite");
}

TEST_CASE("hub: commands of version 1, as Scan 2.0 reads them") {
    CHECK(command<SetPosition>("pos W" + std::string(50, 'e'), Version::one).position.size() == 51);
    command<SetPosition>("start", Version::one);
    CHECK(command<Play>("move 28x19x23", Version::one).move == "28x19x23");
    const auto level = command<Level>("level 0 60000 100", Version::one);
    CHECK(level.time_ms == 60'000);
    CHECK(level.increment_ms == 100);
    CHECK(!level.moves);
    CHECK(command<Level>("time 1000", Version::one).move_time_ms == 1000);
    CHECK(command<Level>("depth 7", Version::one).depth == 7);
    CHECK(command<Go>("go", Version::one).mode == Go::Mode::think);
    CHECK(command<Go>("analyse", Version::one).mode == Go::Mode::analyze);
    command<NewGame>("new", Version::one);
    CHECK(to_text(Command{SetPosition{}}, Version::one) == "start");
    CHECK(to_text(Command{SetPosition{"W" + std::string(50, 'e'), {}}}, Version::one) ==
          "pos w" + std::string(50, 'e'));
    CHECK(to_text(Command{Go{Go::Mode::ponder}}, Version::one) == "ponder");
}

TEST_CASE("hub: what is wrong with a command is said, unknown ones are kept") {
    CHECK(command<BadCommand>("pos").error == "pos: expected pos=<side and 50 squares>");
    CHECK(command<BadCommand>("go fast").error == "go 'fast': expected think, ponder or analyze");
    CHECK(command<BadCommand>("level time=soon").error == "level: time='soon' is not a number");
    CHECK(command<BadCommand>("level time=1e300").error == "level: time='1e300' is not a number");
    CHECK(command<BadCommand>("level time=nan").error == "level: time='nan' is not a number");
    command<BadCommand>("set-param value=3");
    CHECK(command<UnknownCommand>("hello there").line == "hello there");
    command<UnknownCommand>("");
}

TEST_CASE("hub: an engine's replies") {
    const auto id = reply<Id>("id name=Scan version=3.1 author=\"Fabien Letouzey\" country=France");
    CHECK(id.name == "Scan");
    CHECK(id.author == "Fabien Letouzey");
    CHECK(reply<Id>("name Scan 2.0", Version::one).name == "Scan 2.0");
    reply<Wait>("wait");
    reply<Ready>("ready");
    reply<Pong>("pong");
    const auto variant =
        reply<Param>("param name=variant value=normal type=enum values=\"normal killer bt\"")
            .option;
    CHECK(variant == Option::combo("variant", "normal", {"normal", "killer", "bt"}));
    CHECK(reply<Param>("param name=book value=true type=bool").option ==
          Option::check("book", true));
    CHECK(reply<Param>("param name=threads value=1 type=int min=1 max=16").option ==
          Option::spin("threads", 1, 1, 16));
    CHECK(reply<Param>("param name=x value=0.5 type=real min=0 max=1").option ==
          Option::text("x", "0.5"));
    const auto info = reply<Info>(
        "info depth=21 mean-depth=20.8 score=-0.01 nodes=31261613 time=3.906 nps=8.0 "
        "pv=\"32-28 17-22 28x17x22\"");
    CHECK(info.depth == 21);
    CHECK(info.score == -0.01);
    CHECK(info.nodes == 31'261'613u);
    CHECK(info.pv.size() == 3);
    const auto old = reply<Info>("info 9 12.3 -25 4711 0.02 1.5 32-28 17-22", Version::one);
    CHECK(old.depth == 9);
    CHECK(old.score == -0.25);
    CHECK(old.pv.size() == 2);
    CHECK(to_text(Reply{old}, Version::one) == "info 9 12.3 -25 4711 0.02 1.5 32-28 17-22");
    const auto done = reply<Done>("done move=32-28 ponder=17-22");
    CHECK(done.move == "32-28");
    CHECK(done.ponder == "17-22");
    CHECK(reply<Done>("move 32-28 17-22", Version::one).ponder == "17-22");
    CHECK(reply<Complaint>("error message=\"bad position\"").message == "bad position");
    CHECK(reply<Complaint>("error illegal move", Version::one).message == "illegal move");
    CHECK(to_text(Reply{Done{"32-28", "17-22"}}) == "done move=32-28 ponder=17-22");
    CHECK(to_text(Reply{Done{"32-28", ""}}, Version::one) == "move 32-28");
    CHECK(to_text(Reply{Complaint{"say \"what\""}}) == "error message=\"say 'what'\"");
}
