// Both sides of UCI: any bytes give a value, and a value written and read again is the same.
#include "protocol/uci.hpp"
#include "tests/fuzz/checks.hpp"

using namespace sparring;
using fuzz::require;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view line{reinterpret_cast<const char*>(data), size};
    const std::string command = uci::to_text(uci::parse_command(line));
    require(uci::to_text(uci::parse_command(command)) == command);
    const std::string reply = uci::to_text(uci::parse_reply(line));
    require(uci::to_text(uci::parse_reply(reply)) == reply);
    return 0;
}
