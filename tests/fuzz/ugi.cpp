// Both directions of the protocol: any bytes give a value, and a value written and read again is
// the same.
#include "protocol/ugi.hpp"
#include "tests/fuzz/checks.hpp"

using namespace sparring;
using fuzz::require;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view line{reinterpret_cast<const char*>(data), size};
    const std::string command = ugi::to_text(ugi::parse_command(line));
    require(ugi::to_text(ugi::parse_command(command)) == command);
    const std::string reply = ugi::to_text(ugi::parse_reply(line));
    require(ugi::to_text(ugi::parse_reply(reply)) == reply);
    if (const auto option = parse_option(line)) {
        (void)accept_value(*option, line);
        require(to_text(*option).starts_with("option name "));
    }
    return 0;
}
