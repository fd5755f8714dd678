// Both sides of Botzone: any bytes give a value, and a value written and read
// again is the same.
#include "protocol/botzone.hpp"
#include "tests/fuzz/checks.hpp"

using namespace sparring;
using fuzz::require;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    fuzz::each_line(data, size, [&](std::string_view line) {
        (void)botzone::parse_turn_number(line);
        if (const auto history = botzone::parse_json_history(line))
            (void)botzone::simple_text(*history);
        if (const auto move = botzone::parse_move(line)) {
            require(botzone::parse_move(*move) == move);
            (void)botzone::is_none(*move);
            require(botzone::is_none(botzone::none_like(*move)));
        }
        if (const auto move = botzone::parse_response(line)) {
            const auto text = botzone::to_text({*move, std::string{line}}, botzone::Form::json);
            require(botzone::parse_response(text) == move);
        }
    });
    return 0;
}
