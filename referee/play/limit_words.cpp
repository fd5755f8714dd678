#include "referee/play/limit_words.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "protocol/text.hpp"

namespace sparring::referee {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using Problem = std::optional<std::string>;

template <class Target>
auto number_key(std::optional<Target> PlayerLimits::*target, std::int64_t most) {
    return [=](PlayerLimits& limits, const std::string& value) -> Problem {
        const auto number = parse_whole(value, 1, most);
        if (!number) return number.error();
        limits.*target = static_cast<Target>(*number);
        return {};
    };
}

template <class Target>
auto duration_key(Target PlayerLimits::*target, Duration unit, Duration least) {
    return [=](PlayerLimits& limits, const std::string& value) -> Problem {
        const auto duration = parse_duration(value, unit, least);
        if (!duration) return duration.error();
        limits.*target = *duration;
        return {};
    };
}

Problem read_clock(PlayerLimits& limits, const std::string& value) {
    limits.control.reset();
    if (value == "inf") return {};
    const auto control = parse_time_control(value);
    if (!control) return control.error();
    limits.control = *control;
    return {};
}

/// To the nanosecond.
std::string plain_seconds(Duration duration) {
    std::string text =
        fmt::format("{}.{:09}", duration / seconds{1}, (duration % seconds{1}).count());
    text.erase(text.find_last_not_of('0') + 1);
    if (text.ends_with('.')) text.pop_back();
    return text;
}

std::string clock_text(const TimeControl& control) {
    if (control.hourglass) return "hourglass:" + plain_seconds(control.time);
    const std::string moves = control.moves ? fmt::format("{}/", *control.moves) : "";
    return moves + plain_seconds(control.time) + "+" + plain_seconds(control.increment);
}

}  // namespace

const std::vector<LimitKey>& limit_keys() {
    using L = PlayerLimits;
    static const std::vector<LimitKey> table{
        {"tc", "clock: moves/minutes:seconds+inc, hourglass:S, inf", read_clock},
        {"st", "seconds for each move", duration_key(&L::move_time, seconds{1}, milliseconds{1})},
        {"depth", "plies to search", number_key(&L::depth, 1000)},
        {"nodes", "positions to search", number_key(&L::nodes, std::int64_t{1} << 60)},
        {"timemargin", "how late a move may be, in ms (0)",
         duration_key(&L::margin, milliseconds{1}, {})},
        {"stall", "longest answer without a clock, in s (120)",
         duration_key(&L::stall, seconds{1}, milliseconds{1})},
    };
    return table;
}

Problem fault_in(const PlayerLimits& limits) {
    if (!limits.any()) return "nothing ends its search; give tc=, st=, depth= or nodes=";
    if (limits.control && limits.move_time) return "tc= and st= exclude each other";
    return {};
}

Expected<PlayerLimits> parse_limits(std::string_view words) {
    PlayerLimits limits;
    for (const std::string_view word : text::words(words)) {
        const std::string_view name = word.substr(0, word.find('='));
        const auto& keys = limit_keys();
        const auto key = std::find_if(keys.begin(), keys.end(),
                                      [&](const LimitKey& each) { return each.name == name; });
        if (key == keys.end() || name.size() == word.size())
            return Error{fmt::format("'{}' is no limit; there are tc=, st=, depth=, nodes=",
                                     text::printable(word))};
        if (const auto problem = key->read(limits, std::string{word.substr(name.size() + 1)}))
            return Error{fmt::format("{}: {}", name, *problem)};
    }
    if (auto problem = fault_in(limits)) return Error{*std::move(problem)};
    return limits;
}

std::string limit_words(const PlayerLimits& limits) {
    std::string words;
    const auto add = [&](std::string_view name, const auto& value) {
        words += fmt::format("{}{}={}", words.empty() ? "" : " ", name, value);
    };
    if (limits.control) add("tc", clock_text(*limits.control));
    if (limits.move_time) add("st", plain_seconds(*limits.move_time));
    if (limits.depth) add("depth", *limits.depth);
    if (limits.nodes) add("nodes", *limits.nodes);
    if (limits.margin > Duration{}) add("timemargin", plain_seconds(limits.margin) + "s");
    if (limits.stall != PlayerLimits{}.stall) add("stall", plain_seconds(limits.stall));
    return words;
}

bool deterministic(std::string_view limits) {
    const auto read = parse_limits(limits);
    return read && !read->timed();
}

Expected<std::int64_t> parse_whole(const std::string& value, std::int64_t least,
                                   std::int64_t most) {
    const auto number = text::number<std::int64_t>(value);
    if (number && *number >= least && *number <= most) return *number;
    return Error{fmt::format("'{}' is not a whole number from {} to {}", text::printable(value),
                             least, most)};
}

Expected<Duration> parse_duration(const std::string& value, Duration unit, Duration least) {
    auto duration = parse_duration(value, unit);
    if (duration && *duration < least)
        return Error{fmt::format("'{}' is too short", text::printable(value))};
    return duration;
}

}  // namespace sparring::referee
