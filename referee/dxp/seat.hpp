// A program that speaks DXP as a UGI engine: what the host says in UGI and what the program says in
// DXP go in, what to answer to either comes out. Pure; the caller has the pipes, the program and
// the socket.
//
// The program is the follower: we ask for games. Of the position of a new game all but the last
// move is told by the request, the last is our first MOVE.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "protocol/dxp.hpp"
#include "protocol/option.hpp"
#include "protocol/ugi.hpp"
#include "referee/dialect/replica.hpp"

namespace sparring::referee {

class DxpSeat {
  public:
    struct Output {
        std::string lines;                   ///< for the host, with line ends
        std::vector<dxp::Message> messages;  ///< for the program
        bool start = false;                  ///< start the program, then connected() or failed()
        bool quit = false;
    };

    /// `program` is what it is called.
    DxpSeat(games::Choice choice, std::string program);

    Output line(std::string_view line);
    Output heard(const dxp::Message& message);
    Output connected();
    Output failed(const std::string& why);  ///< it does not start, or the connection is gone

    int port() const { return port_; }         ///< 0 = a free one
    bool listens() const { return listens_; }  ///< the program does; else it connects

  private:
    enum class State { offline, starting, idle, asked, ours, theirs, ending };

    Output done() { return std::exchange(output_, {}); }
    void say(std::string_view line);
    void complain(std::string_view text);
    void send(dxp::Message message) { output_.messages.push_back(std::move(message)); }
    void set_option(const ugi::SetOption& set);
    void get_ready();
    void end_game(bool stop);
    void go(const Limits& limits);
    std::optional<std::string> ask(const Replica::Way& way, const Limits& limits);
    void answer(std::string_view move);

    void hear(const dxp::GameAccept& accept);
    void hear(const dxp::Move& move);
    void hear(const dxp::GameEnd& end);
    void hear(const dxp::Chat& chat);
    void hear(const dxp::BackRequest& back);
    void hear(const dxp::GameRequest& request);
    void hear(const dxp::BackAccept&) {}
    void hear(const dxp::Unreadable& unreadable);

    games::Choice choice_;
    std::string program_;
    std::vector<Option> options_;
    int port_ = 0;
    bool listens_ = true;
    std::string chat_;

    State state_ = State::offline;
    bool ready_due_ = false;  // the host waits for readyok
    bool resigned_ = false;   // on our turn, before it was asked
    Output output_;
    std::string position_ = "position startpos";
    Replica replica_;
    std::optional<dxp::Move> first_;  // our first move, once the program has accepted the game
};

/// What a time control lacks for DXP, if it does: it knows only whole minutes for all moves.
std::optional<std::string> unspeakable_in_dxp(const Limits& limits);

}  // namespace sparring::referee
