// Both sides of CS2: any bytes give a value, and a value written and read again is the same.
#include <cstdlib>

#include "protocol/cs2.hpp"

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
        if (const auto turn = cs2::parse_turn(line)) {
            const std::string text = cs2::to_text(*turn);
            const auto again = cs2::parse_turn(text);
            require(again && cs2::to_text(*again) == text);
        }
        if (const auto move = cs2::parse_move(line)) {
            const auto again = cs2::parse_move(*move);
            require(again && *again == *move);
        }
    }
    return 0;
}
