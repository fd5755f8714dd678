#include "protocol/limits.hpp"

#include <fmt/format.h>

namespace sparring {

std::string to_text(const Limits& limits) {
    std::string text;
    const auto add = [&](std::string_view name, auto value) {
        if (!text.empty()) text += ' ';
        text += name;
        text += ' ';
        const fmt::format_int number{value};
        text.append(number.data(), number.size());
    };
    if (limits.clock) {
        add("p1time", limits.clock->first_ms);
        add("p2time", limits.clock->second_ms);
        add("p1inc", limits.clock->first_increment_ms);
        add("p2inc", limits.clock->second_increment_ms);
        if (limits.clock->moves_to_go) add("movestogo", *limits.clock->moves_to_go);
    }
    if (limits.move_time_ms) add("movetime", *limits.move_time_ms);
    if (limits.depth) add("depth", *limits.depth);
    if (limits.nodes) add("nodes", *limits.nodes);
    if (limits.infinite) text += text.empty() ? "infinite" : " infinite";
    return text;
}

}  // namespace sparring
