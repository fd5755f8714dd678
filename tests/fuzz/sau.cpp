// Both sides of SAU: any bytes give a value, and a value written and read again is the same.
#include <cstdlib>

#include "protocol/sau.hpp"

using namespace sparring;

namespace {

void require(bool condition) {
    if (!condition) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view bytes{reinterpret_cast<const char*>(data), size};
    for (std::string_view rest = bytes; !rest.empty();) {
        const auto end = std::min(rest.find('\n'), rest.size());
        const std::string_view line = rest.substr(0, end);
        rest.remove_prefix(std::min(end + 1, rest.size()));
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
    }
    return 0;
}
