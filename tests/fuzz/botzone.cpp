// Both sides of Botzone: any bytes give a value, and a value written and read
// again is the same.
#include <cstdlib>

#include "protocol/botzone.hpp"

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
    }
    return 0;
}
