// Both sides of GTP: any bytes give a value, and a value written and read again is the same.
#include <cstdlib>

#include "protocol/gtp.hpp"

using namespace sparring;

namespace {

void require(bool condition) {
    if (!condition) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view bytes{reinterpret_cast<const char*>(data), size};
    gtp::ResponseReader reader;
    for (std::string_view rest = bytes; !rest.empty();) {
        const auto end = std::min(rest.find('\n'), rest.size());
        const std::string_view line = rest.substr(0, end);
        rest.remove_prefix(std::min(end + 1, rest.size()));
        if (const auto command = gtp::parse_command(line)) {
            const std::string text = gtp::to_text(*command);
            const auto again = gtp::parse_command(text);
            require(again ? gtp::to_text(*again) == text : text.empty());
            (void)gtp::parse_time_settings(command->arguments);
            (void)gtp::parse_time_left(command->arguments);
        }
        if (const auto response = reader.take(line)) (void)gtp::to_text(*response);
    }
    return 0;
}
