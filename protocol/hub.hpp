// Hub, the protocol of draughts GUIs, both sides of it, as values and text. Moves and positions are
// opaque strings here. Version 2: Scan 3.1's protocol.txt (`command name=value ..`, times in
// seconds). Version 1: as Scan 2.0 speaks it (src/main.cpp; words in order, times in ms).
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

namespace sparring::hub {

enum class Version { one, two };

// ---- host to engine ---------------------------------------------------------------------------

struct Hello {};
struct Init {};
struct NewGame {};
struct Ping {};
struct PonderHit {};
struct Stop {};
struct Quit {};
struct SetParam {
    std::string name, value;
};
struct SetPosition {
    std::string position;  ///< 51 characters; empty = the starting position
    std::vector<std::string> moves;
};
struct Play {  ///< version 1 only: one move onwards
    std::string move;
};
/// One `level` line. A search obeys all that came since the last `pos` together.
struct Level {
    std::optional<int> depth;
    std::optional<std::uint64_t> nodes;
    std::optional<std::int64_t> move_time_ms;
    std::optional<std::int64_t> time_ms;       ///< what the mover has left, without the increment
    std::optional<std::int64_t> increment_ms;  ///< added before each move
    std::optional<int> moves;                  ///< to the next time control
    bool infinite = false;
};
struct Go {
    enum class Mode { think, ponder, analyze };
    Mode mode = Mode::think;
};
struct UnknownCommand {
    std::string line;
};
struct BadCommand {
    std::string error;  ///< what is wrong with a command that was recognised
};

using Command = std::variant<Hello, Init, NewGame, Ping, PonderHit, Stop, Quit, SetParam,
                             SetPosition, Play, Level, Go, UnknownCommand, BadCommand>;

/// A command and the version it was written in; commands that are the same in both count as two.
struct Parsed {
    Command command;
    Version version = Version::two;
};

/// An empty line is an UnknownCommand with an empty line.
Parsed parse_command(std::string_view line);
std::string to_text(const Command& command, Version version = Version::two);

/// The limits that levels set, for the side to move (a clock's both halves are the mover's own),
/// and the level that says them.
void add(Limits& limits, const Level& level);
Level level_of(const Limits& limits, bool mover_is_first);

// ---- engine to host ---------------------------------------------------------------------------

struct Id {
    std::string name, version, author, country;
};
/// A parameter in UCI's terms: bool is check, int is spin, enum is combo; real and string are
/// string.
struct Param {
    Option option;
};
struct Wait {};
struct Ready {};
struct Pong {};
struct Info {
    std::optional<int> depth;            ///< plies
    std::optional<double> mean_depth;    ///< plies
    std::optional<double> score;         ///< men, for the side to move
    std::optional<std::uint64_t> nodes;  ///
    std::optional<double> time_s;        ///< since `go`
    std::optional<double> mega_nps;      ///< million nodes a second
    std::vector<std::string> pv;
};
struct Done {
    std::string move;
    std::string ponder;  ///< the expected answer; may be empty
};
struct Complaint {
    std::string message;
};
struct UnknownReply {
    std::string line;
};

using Reply = std::variant<Id, Param, Wait, Ready, Pong, Info, Done, Complaint, UnknownReply>;

struct ParsedReply {
    Reply reply;
    Version version = Version::two;
};

ParsedReply parse_reply(std::string_view line);
std::string to_text(const Reply& reply, Version version = Version::two);

}  // namespace sparring::hub
