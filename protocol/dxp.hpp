// DXP, the DamExchange protocol, by which programs for international draughts play over TCP: the
// messages of both sides as values and text. Positions are opaque strings here, moves too. Sources:
// mesander.nl/damexchange (egamereq, egameacc, emove, egameend, echat); BACKACC's codes from
// jeu-de-dames.kanak.fr; Scan's dxp.cpp and Moby Dam for what programs really send.
//
// Who sends the GAMEREQ is the initiator, whoever of the two had listened. parse() is total: any
// bytes give a value.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace sparring::dxp {

inline constexpr std::uint16_t kPort = 27531;
inline constexpr std::size_t kLongest = 127;  ///< bytes of a message, without its NUL

struct GameRequest {
    std::string name;            ///< of the initiator; 32 characters at most
    bool follower_white = true;  ///< which side the answering program is to play
    int minutes = 0;             ///< for all moves of each side; 0 to 999
    int moves = 0;               ///< of each side, after which the game ends; 0 = no limit
    std::string position;        ///< `W` or `Z` to move, then 50 of `w z W Z e`; empty = the usual
};
struct GameAccept {
    enum class Code { accepted, version, not_this, none };
    std::string name;
    Code code = Code::accepted;
};
struct Move {
    int seconds = 0;   ///< that it took; 0 to 9999
    std::string move;  ///< from, to, number of captured, captured: two digits each
};
/// Instead of a move; the other side confirms with its own.
struct GameEnd {
    enum class Reason { unknown, lost, draw, won };  ///< as the sender sees it
    Reason reason = Reason::unknown;
    bool stop = false;  ///< no further game: the connection is closed
};
struct Chat {
    std::string text;  ///< 126 characters at most
};
struct BackRequest {
    int move = 0;  ///< the number to go back to, from 1
    bool white = true;
};
struct BackAccept {
    enum class Code { yes, unsupported, refused };
    Code code = Code::yes;
};
/// No message at all, or one of another version.
struct Unreadable {
    std::string error;
    bool request = false;  ///< it was a GAMEREQ: it has to be refused
    bool old_version = false;
};

using Message =
    std::variant<GameRequest, GameAccept, Move, GameEnd, Chat, BackRequest, BackAccept, Unreadable>;

/// Without the NUL.
Message parse(std::string_view message);

/// Names and texts are cut to what the fields hold; empty for Unreadable.
std::string to_text(const Message& message);

/// Takes the bytes of a connection apart. Holds no more than one message.
class Reader {
  public:
    /// Returns how many bytes it has taken: all, or those up to the end of a message, which is then
    /// to be had from message().
    std::size_t feed(std::string_view bytes);

    /// The message that is complete, once.
    std::optional<std::string> take();

    /// The other side has sent more than a message may have: there is no way back.
    bool overflown() const { return overflown_; }

  private:
    std::string bytes_;
    bool complete_ = false, overflown_ = false;
};

}  // namespace sparring::dxp
