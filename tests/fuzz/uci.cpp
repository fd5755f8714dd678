// Both sides of UCI: any bytes give a value, and a value written and read again is the same.
#include "protocol/uci.hpp"

#include <cstdlib>

using namespace sparring;

namespace {

void require(bool condition) {
    if (!condition) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view line{reinterpret_cast<const char*>(data), size};
    const std::string command = uci::to_text(uci::parse_command(line));
    require(uci::to_text(uci::parse_command(command)) == command);
    const std::string reply = uci::to_text(uci::parse_reply(line));
    require(uci::to_text(uci::parse_reply(reply)) == reply);
    return 0;
}
