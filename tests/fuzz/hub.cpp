// Both sides of Hub: any bytes give a value, and a value written and read again is the same.
#include "protocol/hub.hpp"
#include "tests/fuzz/checks.hpp"

using namespace sparring;
using fuzz::require;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view line{reinterpret_cast<const char*>(data), size};
    const auto command = hub::parse_command(line);
    Limits limits;
    if (const auto* level = std::get_if<hub::Level>(&command.command)) {
        hub::add(limits, *level);
        (void)hub::level_of(limits, true);
    }
    const std::string text = hub::to_text(command.command, command.version);
    require(hub::to_text(hub::parse_command(text).command, command.version) == text);
    const auto reply = hub::parse_reply(line);
    const std::string told = hub::to_text(reply.reply, reply.version);
    require(hub::to_text(hub::parse_reply(told).reply, reply.version) == told);
    return 0;
}
