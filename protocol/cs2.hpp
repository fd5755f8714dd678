// The protocol of Caltech's CS 2 Othello tournament, both sides of it, as values and text. Moves
// are opaque strings here, `column row` from 0. Source: Thought-Weaver/CS2-Othello wrapper.cpp,
// java/WrapperPlayer.java, java/OthelloGame.java.
//
// The program's argument is its colour, `Black` or `White`; one process plays one game. It says a
// line when it is ready, is told each move of the other side and answers with its own.
//
// Every function is total: any bytes give a value, never an exception.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "protocol/expected.hpp"

namespace sparring::cs2 {

/// The line with which our engine says that it is ready; the host takes any.
inline constexpr std::string_view kReady = "Init done";

/// The other side has passed, or has not moved yet.
inline constexpr std::string_view kPass = "-1 -1";

/// Host to engine: `2 3 95000`.
struct Turn {
    std::string move{kPass};
    std::int64_t left_ms = -1;  ///< for the rest of the game; below 0 = not timed
};
Expected<Turn> parse_turn(std::string_view line);
std::string to_text(const Turn& turn);

/// Engine to host: `2 3`. In one blank's spelling; an Error if it is no two numbers.
Expected<std::string> parse_move(std::string_view line);

}  // namespace sparring::cs2
