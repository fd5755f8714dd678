// UGI, the Universal Game Interface, both sides of it, as values and text. Moves and positions are
// opaque strings here. Sources: kz04px/cutegames ugi.md; the UCI description for `option`, `go` and
// `info`; pijersi-rs UGI.md for `query fen` and `query islegal`; the commands d, eval, go perft and
// bench as chess engines have them. docs/protocol.md specifies all of it.
//
// Every function is total: any bytes give a value, never an exception.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "protocol/limits.hpp"
#include "protocol/option.hpp"

namespace sparring::ugi {

// ---- host to engine ---------------------------------------------------------------------------

struct Hello {};
struct IsReady {};
struct NewGame {};
struct Stop {};
struct Quit {};
struct Display {};   ///< `d`: the board as text
struct Evaluate {};  ///< `eval`: every term of the evaluation
struct Bench {};     ///< `bench`: fixed positions to a fixed depth
struct SetOption {
    std::string name;
    std::optional<std::string> value;  ///< none for a button
};
struct SetPosition {
    std::optional<std::string> fen;  ///< none = the variant's starting position
    std::vector<std::string> moves;
};
struct Go {
    Limits limits;
    std::optional<int> perft;  ///< `go perft N`: count leaves instead of searching
};
struct Query {
    enum class What { gameover, p1turn, result, fen, islegal, legalmoves };
    What what = What::gameover;
    std::string move;  ///< islegal only
};
struct UnknownCommand {
    std::string line;
};
struct BadCommand {
    std::string error;  ///< what is wrong with a command that was recognised
};

using Command = std::variant<Hello, IsReady, NewGame, Stop, Quit, Display, Evaluate, Bench,
                             SetOption, SetPosition, Go, Query, UnknownCommand, BadCommand>;

/// Who `wtime` and `btime` belong to differs by game: white moves first in draughts and amazons,
/// black in reversi and dots-and-boxes.
enum class ClockColours { white_first, black_first };

/// An empty line is an UnknownCommand with an empty line.
Command parse_command(std::string_view line, ClockColours colours = ClockColours::white_first);
std::string to_text(const Command& command);

// ---- engine to host ---------------------------------------------------------------------------

/// `score cp N`: hundredths of the game's unit; `score final N`: the whole game's result, proved.
/// Both for the side to move.
struct Score {
    enum class Kind { cp, final };
    Kind kind = Kind::cp;
    int value = 0;

    bool operator==(const Score&) const = default;
};

struct Info {
    std::optional<int> depth;     ///< plies
    std::optional<int> seldepth;  ///< plies
    std::optional<Score> score;
    std::optional<std::uint64_t> nodes;
    std::optional<std::uint64_t> nps;     ///< nodes per second
    std::optional<std::int64_t> time_ms;  ///< since `go`
    std::optional<int> hashfull;          ///< permill
    std::vector<std::string> pv;
    std::string text;  ///< `info string ...`

    bool operator==(const Info&) const = default;
};

struct Id {
    std::string key;  ///< name or author
    std::string value;
};
struct UgiOk {};
struct ReadyOk {};
struct BestMove {
    std::string move;  ///< `none` if the game is finished
};
struct Response {
    std::string value;
};
struct UnknownReply {
    std::string line;
};

using Reply = std::variant<Id, Option, UgiOk, ReadyOk, Info, BestMove, Response, UnknownReply>;

Reply parse_reply(std::string_view line);
std::string to_text(const Reply& reply);

}  // namespace sparring::ugi
