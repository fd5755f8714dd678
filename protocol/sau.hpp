// SAU, the platform of the Chinese contests in amazons and dots-and-boxes, both sides of it, as
// values and text. Moves are opaque strings here. Source: ifplusor/SAUGamePlatform, its protocol
// document and CEngine.cpp.
//
// An engine says nothing but `name X` and `move ..`: the host looks for these words anywhere in the
// output. Every function is total: any bytes give a value, never an exception.
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "protocol/expected.hpp"

namespace sparring::sau {

// ---- host to engine ---------------------------------------------------------------------------

struct NameQuery {};
struct NewGame {
    bool black = true;  ///< the engine moves first
};
struct Refused {};  ///< `error`: the engine's last move was no move
struct End {
    std::string winner;  ///< `black`, `white` or empty
};
struct Quit {};
/// Both ways. In amazons six letters; in dots-and-boxes a turn.
struct Move {
    std::string text;
};
struct Unknown {
    std::string line;
};

using Command = std::variant<NameQuery, NewGame, Move, Refused, End, Quit, Unknown>;

/// An empty line, and a command that is none as it stands (`new`, `move`), are Unknown.
Command parse_command(std::string_view line);
std::string to_text(const Command& command);

// ---- engine to host ---------------------------------------------------------------------------

/// What contest templates ask for.
inline constexpr std::size_t kLongestName = 12;

struct Name {
    std::string name;
};

using Reply = std::variant<Name, Move, Unknown>;

/// `move` without anything is a Move without text.
Reply parse_reply(std::string_view line);
std::string to_text(const Reply& reply);

// ---- dots-and-boxes ----

/// `n KIJKIJ..`: the edges of a whole turn, three letters each.
Expected<std::vector<std::string>> parse_turn(std::string_view text);
std::string turn_text(const std::vector<std::string>& edges);

}  // namespace sparring::sau
