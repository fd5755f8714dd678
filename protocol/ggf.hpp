// GGF, the game format of Othello servers and of NBoard, as values and text: one game of
// `(;NAME[value]NAME[value]..;)`. Moves are opaque strings here. Sources: weltyc/ntest
// src/odk/OsObjects.cpp (clocks, types); abulmo/edax-reversi src/game.c.
//
// Every function is total: any bytes give a value, never an exception.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/expected.hpp"

namespace sparring::ggf {

/// `F5/1.50/0.8`: what a move was thought to be worth, and the time that it took.
struct Played {
    std::string move;
    std::optional<double> eval;     ///< discs, for the mover
    std::optional<double> seconds;  ///< none = 0
};

/// Blanks may stand for the slashes (Edax). Fields that are no numbers count as left out.
Played parse_played(std::string_view text);
/// Without the fields at the end that are left out.
std::string to_text(const Played& played);

/// `TI[5:00/0:10/2:00]`: for all moves of a player, added after each of them, and once when all
/// is used.
struct Time {
    std::int64_t main_ms = 0, increment_ms = 0, grace_ms = 0;
};

/// Each part is `[[[days.]hours:]minutes:]seconds`, and may be left out.
std::optional<Time> parse_time(std::string_view text);
/// In whole seconds: there are programs that read no fractions (NTest).
std::string to_text(const Time& time);

struct Game {
    struct Ply {
        bool black = true;
        Played played;
    };

    std::string place, black, white;  ///< for people
    std::string result = "?";         ///< discs, for Black
    bool anti = false;                ///< fewest discs win: TY[8a]
    std::string board;                ///< 64 of `*O-` from a1, a blank, the side to move
    std::optional<Time> time;
    std::vector<Ply> plies;
};

/// `8 <64 squares> <side>` with blanks anywhere: the squares, a blank, the side to move.
Expected<std::string> parse_board(std::string_view text);
/// Whether a type means that the fewest discs win: `8a`, `s8a`, `8` ..; other boards are an Error.
Expected<bool> parse_anti(std::string_view type);

/// The first game of a text; an Error says which property is wrong.
Expected<Game> parse_game(std::string_view text);
/// On one line.
std::string to_text(const Game& game);

}  // namespace sparring::ggf
