// A small engine that plays any game of the catalogue at once, and on which misbehaviour is hung.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engines/games/catalogue.hpp"
#include "protocol/ugi.hpp"

namespace sparring::bots {

/// Writes all of it to standard output; ends the process if nobody reads.
void say(std::string_view text);

void sleep_ms(int milliseconds);

/// Sleeps until a signal ends the process.
[[noreturn]] void hang();

class Bot {
  public:
    /// What happens instead of the bot's own answer; empty = the bot's own answer.
    struct Habits {
        std::function<void(Bot&)> start, hello, ready, new_game, quit, end_of_input;
        std::function<void(Bot&)> go;    ///< instead of every answer
        std::function<void(Bot&)> once;  ///< instead of the answer to the move number `at`
        std::function<void(Bot&, const ugi::SetOption&)> set_option;  ///< any but Variant
    };

    Bot(games::Choice choice, Habits habits, int at)
        : choice_{std::move(choice)}, habits_{std::move(habits)}, at_{at} {}

    int run();

    // Its own answers.
    void greet();
    void answer_ready() { say("readyok\n"); }
    void answer();

    /// A legal move that depends on the position alone.
    std::string chosen() const;

    /// A move that the opponent could make in its place, but the bot cannot.
    std::string opponents_move() const;

    const games::Choice& choice() const { return choice_; }
    const games::Position& position() const { return *position_; }

    int moves_made() const { return moves_made_; }  ///< in this game, by the bot
    int games_begun() const { return games_begun_; }
    bool was_asked() const { return asked_; }

  private:
    void obey(std::string_view line);
    void set_position(std::string_view line);
    void go();
    void answer_query(std::string_view line) const;

    games::Choice choice_;
    Habits habits_;
    int at_;
    std::unique_ptr<games::Position> position_;
    int moves_made_ = 0, games_begun_ = 0;
    bool asked_ = false;     // a search has begun in this game
    bool infinite_ = false;  // a search goes on until `stop`
};

}  // namespace sparring::bots
