// UCI, the Universal Chess Interface, as Fairy-Stockfish plays other games in it: both sides, as
// values and text. It shares UGI's values (ugi.hpp); what differs is here. Moves and positions are
// opaque strings. White is the first player. Sources: the UCI description of April 2006 and what
// Fairy-Stockfish writes.
//
// Every function is total: any bytes give a value, never an exception.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "protocol/ugi.hpp"

namespace sparring::uci {

// ---- host to engine ---------------------------------------------------------------------------

struct PonderHit {};
struct Go {
    Limits limits;
    bool ponder = false;       ///< the last move of the position is the one that is expected
    std::optional<int> perft;  ///< Stockfish's `go perft N`
};

/// Stockfish has `d` and `eval` besides what the description has.
using Command = std::variant<ugi::Hello, ugi::IsReady, ugi::NewGame, ugi::Stop, ugi::Quit,
                             ugi::Display, ugi::Evaluate, ugi::SetOption, ugi::SetPosition, Go,
                             PonderHit, ugi::UnknownCommand, ugi::BadCommand>;

Command parse_command(std::string_view line);
std::string to_text(const Command& command);

// ---- engine to host ---------------------------------------------------------------------------

struct Score {
    enum class Kind { cp, mate };
    enum class Bound { exact, lower, upper };

    Kind kind = Kind::cp;
    int value = 0;  ///< mate: in moves, 0 or less if the side to move is the one that loses
    Bound bound = Bound::exact;

    bool operator==(const Score&) const = default;
};

struct Info {
    ugi::Info common;  ///< without its score
    std::optional<Score> score;
    std::optional<int> multipv;  ///< which of several variations, from 1

    bool operator==(const Info&) const = default;
};

struct UciOk {};
struct BestMove {
    std::string move;    ///< empty: `(none)`, there is no legal one
    std::string ponder;  ///< the reply that it expects; may be empty
};

using Reply = std::variant<ugi::Id, Option, UciOk, ugi::ReadyOk, Info, BestMove, ugi::UnknownReply>;

Reply parse_reply(std::string_view line);
std::string to_text(const Reply& reply);

}  // namespace sparring::uci
