// Both sides of NBoard, and GGF: any bytes give a value, and a value written and read again is the
// same.
#include <cstdlib>

#include "protocol/nboard.hpp"

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
        const std::string command = nboard::to_text(nboard::parse_command(line));
        require(command.find('\n') == command.npos);
        const std::string reply = nboard::to_text(nboard::parse_reply(line));
        require(reply.find('\n') == reply.npos);
        if (const auto game = ggf::parse_game(line)) {
            const std::string text = ggf::to_text(*game);
            const auto again = ggf::parse_game(text);
            require(again && ggf::to_text(*again) == text);
        }
    }
    return 0;
}
