// The four drivers: how windows are opened at the root (search.hpp names the sources).
#pragma once

#include <algorithm>

#include "engines/search/settings.hpp"

namespace sparring {

/// Null windows from a guess on, until both bounds meet.
template <class Window>
Value null_windows(const Window& window, Value guess, const bool& stopped) {
    Value lower = -kInfinite, upper = kInfinite;
    while (lower < upper && !stopped) {
        const Value beta = guess == lower ? guess + 1 : guess;
        guess = window(beta - 1, beta);
        (guess < beta ? upper : lower) = guess;
    }
    return guess;
}

/// Aspiration: a window about the last value, the newest that there is, that grows fourfold on the
/// side that fails.
template <class Window>
Value aspiration(const Window& window, const Value& last, const bool& stopped) {
    constexpr Value narrow = 40;
    const auto widened = [](Value margin, Value seen) {
        return std::min(std::max(4 * margin, seen + margin), 2 * kInfinite);
    };
    Value below = narrow, above = narrow;
    for (;;) {
        const Value alpha = std::max(last - below, -kInfinite);
        const Value beta = std::min(last + above, kInfinite);
        const Value value = window(alpha, beta);
        if (stopped) return value;
        if (value <= alpha && alpha > -kInfinite) {
            below = widened(below, last - value);
        } else if (value >= beta && beta < kInfinite) {
            above = widened(above, value - last);
        } else {
            return value;
        }
    }
}

/// The root's value to `depth` plies. `window(alpha, beta)` searches it, fail-soft; what it returns
/// means nothing once `stopped`. `last` is the value of the iteration before, and may change while
/// a window is searched.
template <class Window>
Value driven(Driver driver, int depth, const Value& last, const Window& window,
             const bool& stopped) {
    switch (driver) {
        case Driver::alphabeta:
            return window(-kInfinite, kInfinite);
        case Driver::mtdf:
            return null_windows(window, last, stopped);
        case Driver::absss:
            return null_windows(window, kInfinite, stopped);
        case Driver::pvs:
        case Driver::puct:
        case Driver::mixed:
            break;
    }
    if (depth <= 3) return window(-kInfinite, kInfinite);
    return aspiration(window, last, stopped);
}

}  // namespace sparring
