// The states of a player, and which may follow which.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace sparring::referee {

enum class PlayerState : std::uint8_t {
    down,         ///< there is no process
    starting,     ///< started, has not said who it is
    configuring,  ///< options sent, has not said that it is ready
    ready,        ///< answers at once if it is asked
    new_game,     ///< told of a new game, has not said that it is ready
    asked,        ///< asked about the position, has not answered
    thinking,     ///< asked for a move
    pondering,    ///< thinks while the other side is to move
    overdue,      ///< told to stop after its time, has not moved yet
    lost,         ///< cannot be used any more: ended, out of step, or flooding
    quitting,     ///< told to leave
};

constexpr std::string_view word(PlayerState state) {
    constexpr std::array<std::string_view, 11> words{
        "down",     "starting",  "configuring", "ready", "new-game", "asked",
        "thinking", "pondering", "overdue",     "lost",  "quitting"};
    return words[static_cast<std::size_t>(state)];
}

constexpr bool may_follow(PlayerState from, PlayerState to) {
    using enum PlayerState;
    switch (to) {
        case down:
            return from == quitting || from == starting;  // starting: the program could not be run
        case starting:
            return from == down;
        case configuring:
            return from == starting;
        case ready:
            return from == configuring || from == new_game || from == asked || from == thinking ||
                   from == pondering || from == overdue;
        case new_game:
        case asked:
        case pondering:
            return from == ready;
        case thinking:
            return from == ready || from == pondering;
        case overdue:
            return from == thinking;
        case lost:
            return from != down && from != quitting;
        case quitting:
            return from != down && from != quitting;
    }
    return false;
}

}  // namespace sparring::referee
