// One side of a DXP event: games one after the other over one connection. Pure: messages and an
// engine's moves go in, what has to be done comes out; the caller has the socket, the engine and
// the time.
//
// Source: mesander.nl/damexchange; who is to move may end the game instead, and the other side
// confirms. Each side keeps its own clock.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "engines/games/catalogue.hpp"
#include "protocol/dxp.hpp"
#include "protocol/limits.hpp"

namespace sparring::referee {

struct DxpSettings {
    std::string name;
    bool initiator = false;
    // The initiator's: what it asks for.
    int minutes = 5;    ///< for all moves, 1 to 999
    int moves = 0;      ///< of each side; 0 = no limit
    bool white = true;  ///< our side in the first game; sides change after each
    int games = 1;      ///< a follower's 0: as many as the other side wants
};

class DxpSession {
  public:
    using Duration = std::chrono::nanoseconds;

    struct Think {};        ///< ask the engine, then moved() or failed()
    struct Finished {       ///< the game is over; position() is still of it
        int game = 1;       ///< its number in the event
        bool white = true;  ///< our side
        Outcome outcome = Outcome::none;
        std::string why;
    };
    struct Tell {  ///< for people
        std::string text;
    };
    struct Close {};
    using Act = std::variant<dxp::Message, Think, Finished, Tell, Close>;
    using Acts = std::vector<Act>;

    DxpSession(games::Choice choice, DxpSettings settings);

    Acts connected();
    Acts heard(const dxp::Message& message, Duration waited);
    Acts moved(std::string_view move, Duration took);
    Acts failed(const std::string& why);  ///< the engine cannot go on with the game
    Acts overdue();                       ///< nothing was heard in patience()
    Acts disconnected();

    bool closed() const { return state_ == State::closed; }
    /// How long the other side may be silent now; nothing: as long as it likes.
    std::optional<Duration> patience() const;

    // Of the game, from its beginning until the next one's.
    int game() const { return played_ + 1; }
    bool white() const { return white_; }
    const std::string& opponent() const { return opponent_; }
    const games::Position& position() const { return *position_; }
    bool from_start() const { return fen_.empty(); }
    std::string position_command() const;
    Limits limits() const;
    int minutes() const { return minutes_; }

  private:
    enum class State {
        idle,    // no game, and nobody has asked for one
        asked,   // GAMEREQ sent
        ours,    // the engine thinks
        theirs,  // MOVE or GAMEEND has to come
        ending,  // GAMEEND sent, to be confirmed
        closed,
    };

    void hear(const dxp::GameRequest& request);
    void hear(const dxp::GameAccept& accept);
    void hear(const dxp::Move& move);
    void hear(const dxp::GameEnd& end);
    void hear(const dxp::Chat& chat);
    void hear(const dxp::BackRequest& back);
    void hear(const dxp::BackAccept&) {}
    void hear(const dxp::Unreadable& unreadable);

    bool in_game() const { return state_ == State::ours || state_ == State::theirs; }
    Side side() const { return white_ ? Side::first : Side::second; }
    void ask();
    void begin(std::string opponent, bool white, int minutes, int moves);
    void play(const std::string& move);
    void turn();
    void finish(Outcome outcome, std::string why);
    void end(Outcome outcome, std::string why);
    void next(bool stop);
    void close();
    void send(dxp::Message message) {
        acts_.emplace_back(std::in_place_type<dxp::Message>, std::move(message));
    }
    Acts done() { return std::exchange(acts_, {}); }

    games::Choice choice_;
    DxpSettings settings_;
    State state_ = State::idle;
    Acts acts_;
    Duration waited_{};

    int played_ = 0;
    bool white_, finished_ = false;
    int minutes_ = 0, moves_ = 0;
    std::string opponent_, fen_;
    std::vector<std::string> plies_;  // canonical
    std::unique_ptr<games::Position> position_;
    Duration own_left_{}, their_left_{};
};

}  // namespace sparring::referee
