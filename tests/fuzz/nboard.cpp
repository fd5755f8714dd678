// Both sides of NBoard, and GGF: any bytes give a value, and a value written and read again is the
// same.
#include "protocol/nboard.hpp"
#include "tests/fuzz/checks.hpp"

using namespace sparring;
using fuzz::require;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    fuzz::each_line(data, size, [&](std::string_view line) {
        const std::string command = nboard::to_text(nboard::parse_command(line));
        require(command.find('\n') == command.npos);
        const std::string reply = nboard::to_text(nboard::parse_reply(line));
        require(reply.find('\n') == reply.npos);
        if (const auto game = ggf::parse_game(line)) {
            const std::string text = ggf::to_text(*game);
            const auto again = ggf::parse_game(text);
            require(again && ggf::to_text(*again) == text);
        }
    });
    return 0;
}
