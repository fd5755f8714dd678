// Both sides of GTP: any bytes give a value, and a value written and read again is the same.
#include "protocol/gtp.hpp"
#include "tests/fuzz/checks.hpp"

using namespace sparring;
using fuzz::require;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    gtp::ResponseReader reader;
    fuzz::each_line(data, size, [&](std::string_view line) {
        if (const auto command = gtp::parse_command(line)) {
            const std::string text = gtp::to_text(*command);
            const auto again = gtp::parse_command(text);
            require(again ? gtp::to_text(*again) == text : text.empty());
            (void)gtp::parse_time_settings(command->arguments);
            (void)gtp::parse_time_left(command->arguments);
        }
        if (const auto response = reader.take(line)) (void)gtp::to_text(*response);
    });
    return 0;
}
