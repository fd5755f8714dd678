#include "referee/play/time_control.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "protocol/text.hpp"

namespace sparring::referee {
namespace {

using std::chrono::duration_cast;
using std::chrono::milliseconds;
using std::chrono::minutes;
using std::chrono::seconds;

constexpr double kLongestSeconds = 24.0 * 24 * 3600;  // 24 days: its milliseconds fit 31 bits

/// A decimal number of `unit`s without sign or exponent, bounded.
std::optional<Duration> decimal(std::string_view text, Duration unit) {
    if (text.empty() || text.size() > 20 || text.find_first_not_of("0123456789.") != text.npos)
        return {};
    const auto point = std::min(text.find('.'), text.size());
    const auto whole = text.substr(0, point);
    const auto fraction = text.substr(std::min(point + 1, text.size()));
    if (fraction.find('.') != fraction.npos || (whole.empty() && fraction.empty())) return {};
    double value = 0, scale = 1;
    for (const char c : whole) value = value * 10 + (c - '0');
    for (const char c : fraction) value += (c - '0') * (scale /= 10);
    const double count = value * static_cast<double>(unit.count());
    if (count > kLongestSeconds * 1e9) return {};
    return Duration{std::llround(count)};
}

std::string seconds_text(Duration duration) {
    std::string text = fmt::format("{:.3f}", static_cast<double>(duration.count()) / 1e9);
    text.erase(text.find_last_not_of('0') + 1);
    if (text.ends_with('.')) text.pop_back();
    return text;
}

std::int64_t whole_ms(Duration duration) {
    return duration_cast<milliseconds>(duration).count();
}

}  // namespace

Expected<TimeControl> parse_time_control(std::string_view text) {
    const auto wrong = [&](std::string_view what) {
        return Error{fmt::format(
            "'{}': {} (expected moves/minutes:seconds+increment, as in 40/5:00+0.5 or 5+0.05)",
            text::printable(text), what)};
    };
    TimeControl control;
    std::string_view rest = text;
    constexpr std::string_view hourglass = "hourglass:";
    if (rest.starts_with(hourglass)) {
        const auto sand = decimal(rest.substr(hourglass.size()), seconds{1});
        if (!sand || *sand <= Duration{}) return wrong("hourglass: needs a number of seconds");
        control.hourglass = true;
        control.time = *sand;
        return control;
    }
    if (const auto slash = rest.find('/'); slash != rest.npos) {
        const auto moves = text::number<int>(rest.substr(0, slash));
        if (!moves || *moves < 1 || *moves > 100'000)
            return wrong("the moves before '/' must be 1 to 100000");
        control.moves = *moves;
        rest.remove_prefix(slash + 1);
    }
    if (const auto plus = rest.find('+'); plus != rest.npos) {
        const auto increment = decimal(rest.substr(plus + 1), seconds{1});
        if (!increment) return wrong("the increment after '+' is not a number of seconds");
        control.increment = *increment;
        rest = rest.substr(0, plus);
    }
    if (const auto colon = rest.find(':'); colon != rest.npos) {
        const auto whole = decimal(rest.substr(0, colon), minutes{1});
        if (!whole) return wrong("the minutes before ':' are not a number");
        control.time = *whole;
        rest.remove_prefix(colon + 1);
    }
    const auto time = decimal(rest, seconds{1});
    if (!time) return wrong("the time is not a number of seconds");
    control.time += *time;
    if (control.time + control.increment <= Duration{}) return wrong("there is no time");
    return control;
}

std::string to_text(const TimeControl& control) {
    if (control.hourglass) return "hourglass:" + seconds_text(control.time);
    return fmt::format("{}{}{}", control.moves ? fmt::format("{}/", *control.moves) : "",
                       seconds_text(control.time),
                       control.increment.count() != 0 ? "+" + seconds_text(control.increment) : "");
}

Expected<Duration> parse_duration(std::string_view text, Duration unit) {
    std::string_view number = text;
    if (number.ends_with("ms")) {
        unit = milliseconds{1};
        number.remove_suffix(2);
    } else if (number.ends_with('s')) {
        unit = seconds{1};
        number.remove_suffix(1);
    } else if (number.ends_with('m')) {
        unit = minutes{1};
        number.remove_suffix(1);
    }
    if (const auto duration = decimal(number, unit)) return *duration;
    return Error{fmt::format("'{}' is not a time (expected 10s, 500ms or 2m, at most 24 days)",
                             text::printable(text))};
}

std::string to_text(const PlayerLimits& limits) {
    std::string text;
    const auto add = [&](std::string part) { text += (text.empty() ? "" : " ") + part; };
    if (limits.control) add(to_text(*limits.control));
    if (limits.move_time) add("st=" + seconds_text(*limits.move_time));
    if (limits.depth) add(fmt::format("depth={}", *limits.depth));
    if (limits.nodes) add(fmt::format("nodes={}", *limits.nodes));
    return text;
}

PlayerClock::PlayerClock(const PlayerLimits& limits) : limits_{limits} {
    if (limits_.control) left_ = limits_.control->time;
}

Duration PlayerClock::allowance() const {
    if (!limits_.timed()) return limits_.stall;
    Duration allowed = Duration::max();
    if (limits_.control) allowed = left_;
    if (limits_.move_time) allowed = std::min(allowed, *limits_.move_time);
    return allowed;
}

bool PlayerClock::spend(Duration elapsed) {
    const bool in_time = elapsed <= allowance() + limits_.margin;
    if (limits_.control) {
        // A clock that went below zero within the margin starts the next move at zero.
        left_ = std::max(left_ - elapsed, Duration{}) + limits_.control->increment;
        ++moves_;
        if (limits_.control->moves && moves_ % *limits_.control->moves == 0)
            left_ += limits_.control->time;
    }
    return in_time;
}

void PlayerClock::gain(Duration elapsed) {
    if (limits_.control && limits_.control->hourglass) left_ += elapsed;
}

std::optional<int> PlayerClock::moves_to_go() const {
    if (!limits_.control || !limits_.control->moves) return {};
    return *limits_.control->moves - moves_ % *limits_.control->moves;
}

Limits limits_of(const PlayerClock& mover, const PlayerClock& first, const PlayerClock& second) {
    Limits limits;
    if (mover.limits().control) {
        // A player without a clock is shown with the mover's.
        const auto& p1 = first.limits().control ? first : mover;
        const auto& p2 = second.limits().control ? second : mover;
        limits.clock = Clock{whole_ms(p1.left()), whole_ms(p2.left()),
                             whole_ms(p1.limits().control->increment),
                             whole_ms(p2.limits().control->increment), mover.moves_to_go()};
    }
    if (mover.limits().move_time) limits.move_time_ms = whole_ms(*mover.limits().move_time);
    limits.depth = mover.limits().depth;
    limits.nodes = mover.limits().nodes;
    return limits;
}

}  // namespace sparring::referee
