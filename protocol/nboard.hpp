// NBoard, the protocol of Othello GUIs, both sides of it, as values and text. Moves are opaque
// strings here, positions are GGF's. Sources: weltyc/ntest instructions/Protocol.htm (version 2);
// weltyc/novello for what the GUI reads; Edax's nboard.c for version 1.
//
// Every function is total: any bytes give a value, never an exception.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "protocol/ggf.hpp"

namespace sparring::nboard {

// ---- host to engine ---------------------------------------------------------------------------

struct Hello {
    int version = 2;
};
struct SetDepth {
    int depth = 1;  ///< plies, 1 or more
};
struct SetGame {
    ggf::Game game;
};
struct SetContempt {
    int contempt = 0;  ///< -100..100: what drawn lines of a book are worth to Black
};
/// Version 1 said it without the word `move`.
struct Move {
    ggf::Played played;
};
struct Hint {
    int moves = 1;  ///< how many of the best are asked for
};
struct Go {};  ///< the engine does not play the move
struct Ping {
    std::int64_t number = 0;
};
struct Learn {};
struct Analyze {};  ///< every position of the game
struct Quit {};
struct UnknownCommand {
    std::string line;
};
struct BadCommand {
    std::string error;  ///< what is wrong with a command that was recognised
};

using Command = std::variant<Hello, SetDepth, SetGame, SetContempt, Move, Hint, Go, Ping, Learn,
                             Analyze, Quit, UnknownCommand, BadCommand>;

Command parse_command(std::string_view line);
std::string to_text(const Command& command);

// ---- engine to host ---------------------------------------------------------------------------

struct Pong {
    std::int64_t number = 0;
};
struct Chosen {  ///< `=== F5/1.50/0.8`
    ggf::Played played;
};
/// `search F5D6C3 1.50 0 12`; `book` is the same with a number of games.
struct Line {
    bool book = false;
    std::string pv;              ///< moves without blanks between, the first is what it is about
    std::optional<double> eval;  ///< discs, for the side to move
    std::int64_t games = 0;
    std::string depth;  ///< plies; `100%W` win or loss proved, `100%` the score proved
};
struct NodeStats {
    std::uint64_t nodes = 0;
    double seconds = 0;
};
struct Status {
    std::string text;  ///< empty = nothing to show
};
struct SetName {
    std::string name;  ///< one word
};
struct Learned {};
/// Of the position after so many moves, passes among them.
struct Analysis {
    int moves_made = 0;
    double eval = 0;  ///< discs, for Black (novello's EvalSyncEngine.java)
};
struct UnknownReply {
    std::string line;
};

using Reply =
    std::variant<Pong, Chosen, Line, NodeStats, Status, SetName, Learned, Analysis, UnknownReply>;

Reply parse_reply(std::string_view line);
std::string to_text(const Reply& reply);

}  // namespace sparring::nboard
