// Both sides of SAU: any bytes give a value, and a value written and read again is the same.
#include "protocol/sau.hpp"
#include "tests/fuzz/checks.hpp"

using namespace sparring;
using fuzz::require;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    fuzz::each_line(data, size, [&](std::string_view line) {
        const auto command = sau::parse_command(line);
        const std::string text = sau::to_text(command);
        require(sau::to_text(sau::parse_command(text)) == text);
        const std::string reply = sau::to_text(sau::parse_reply(line));
        require(sau::to_text(sau::parse_reply(reply)) == reply);
        if (const auto* move = std::get_if<sau::Move>(&command)) {
            if (const auto turn = sau::parse_turn(move->text)) {
                const auto again = sau::parse_turn(sau::turn_text(*turn));
                require(again && *again == *turn);
            }
        }
    });
    return 0;
}
