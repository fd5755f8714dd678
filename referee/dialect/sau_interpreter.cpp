// SAU from the host's side. An engine is told its colour and the other side's moves, nothing about
// time. In dots-and-boxes a move is a whole turn: the referee is given its edges one by one.
#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <utility>

#include "protocol/sau.hpp"
#include "protocol/text.hpp"
#include "referee/dialect/interpreter.hpp"
#include "referee/dialect/replica.hpp"

namespace sparring::referee {
namespace {

class SauInterpreter final : public Interpreter {
  public:
    explicit SauInterpreter(const games::Choice& choice)
        : Interpreter{choice},
          replica_{choice, Dialect::sau},
          turns_{choice.game->name() == "dots-and-boxes"} {}

    Dialect dialect() const override { return Dialect::sau; }
    std::string_view greeting_word() const override { return "name .."; }
    std::string_view ready_word() const override { return greeting_word(); }

    void hello(std::string& out) override { say(out, sau::NameQuery{}); }

    std::optional<Error> set_variant(std::string&) override {
        const auto usual = choice().game->variants().front();
        if (choice().variant == usual) return {};
        return Error{fmt::format("sau plays {} only, not '{}'", usual, choice().variant)};
    }

    void set_option(std::string&, const Option&, const std::string&) override {}
    void get_ready(std::string&) override {}

    /// What the engine is told of the old game's end and of the new one waits for its first move:
    /// there is nothing by which it could say that it is ready.
    void new_game(std::string&) override {
        replica_.forget();
        rest_.clear();
        blocked_itself_ = asked_ = false;
    }

    Expected<std::optional<std::string>> go(std::string& out, std::string_view position,
                                            const Limits& limits) override {
        using Known = std::optional<std::string>;
        if (limits.depth || limits.nodes)
            return Error{
                "sau cannot say limits; the engine is only watched by the clock (tc, st), and "
                "may have arguments of its own"};
        const auto way = replica_.follow(position);
        if (!way) return Error{way.error()};
        if (!way->anew && way->plies.empty() && !rest_.empty()) return Known{next_of_turn()};
        const Side us = replica_.position().side_to_move();
        const bool only_theirs = std::none_of(way->plies.begin(), way->plies.end(),
                                              [&](const auto& ply) { return ply.side == us; });
        const bool first_turn = way->plies.empty() == (us == Side::first);
        if (!replica_.from_start() || !only_theirs || (way->anew && !first_turn))
            return Error{"sau knows only games from the starting position, without openings"};
        if (blocked_itself_) return Known{"resign"};
        if (const auto move = won_already(us)) return Known{*move};
        if (way->anew) {
            if (playing_) say(out, sau::End{});
            say(out, sau::NewGame{us == Side::first});
            playing_ = true;
        }
        if (!way->plies.empty()) say(out, move_of(way->plies));
        asked_ = true;
        return Known{};
    }

    void stop(std::string&) override {}
    void quit(std::string& out) override { say(out, sau::Quit{}); }

    Heard hear(std::string_view line) override {
        const auto reply = sau::parse_reply(line);
        if (const auto* name = std::get_if<sau::Name>(&reply)) {
            name_ = text::printable(name->name);
            return {Heard::Kind::greeted, {}};
        }
        const auto* move = std::get_if<sau::Move>(&reply);
        if (move != nullptr && std::exchange(asked_, false))
            return turns_ ? took_turn(move->text) : moved(move->text);
        return {};
    }

  private:
    static void say(std::string& out, const sau::Command& command) {
        out += sau::to_text(command);
        out += '\n';
    }

    sau::Move move_of(const std::vector<Replica::Ply>& plies) const {
        if (!turns_) return {plies.back().spelled};
        std::vector<std::string> edges;
        for (const Replica::Ply& ply : plies) edges.push_back(ply.spelled);
        return {sau::turn_text(edges)};
    }

    Heard moved(const std::string& text) {
        if (text.empty()) return {Heard::Kind::garbage, text_ = "move"};
        text_ = replica_.canonical(text);
        const Side us = replica_.position().side_to_move();
        replica_.play(text_);
        blocked_itself_ = is_blocked(us);
        return {Heard::Kind::moved, text_};
    }

    // ---- the platform's end of amazons: as soon as either side is blocked, and it has lost ----
    //
    // Engines fall silent then, though by the rules the game may go on.

    bool is_blocked(Side side) const {
        const games::Position& position = replica_.position();
        if (position.side_to_move() == side) return position.outcome() != Outcome::none;
        std::string fen = position.fen();
        fen[fen.find(' ') + 1] = side == Side::first ? 'w' : 'b';
        const auto turned = choice().game->parse_fen(choice().variant, fen);
        return turned && (*turned)->outcome() != Outcome::none;
    }

    /// The other side is blocked, so a move that leaves it so ends the game by the rules as well.
    /// There always is one: an arrow to where the amazon came from opens no square.
    std::optional<std::string> won_already(Side us) const {
        if (turns_ || !is_blocked(other(us))) return {};
        for (const std::string& move : replica_.position().legal_moves()) {
            const auto after = replica_.position().clone();
            if (after->play(move) && after->outcome() != Outcome::none) return move;
        }
        return {};
    }

    // ---- turns of dots-and-boxes ----

    Heard took_turn(const std::string& text) {
        const auto edges = sau::parse_turn(text);
        const auto refuse = [&](std::string_view why) -> Heard {
            text_ = fmt::format("turn '{}': {}", text::printable(text), why);
            return {Heard::Kind::illegal, text_};
        };
        if (!edges) {
            text_ = "move " + text;
            return {Heard::Kind::garbage, text_};
        }
        const Side us = replica_.position().side_to_move();
        const auto after = replica_.position().clone();
        std::deque<std::string> turn;
        for (const std::string& edge : *edges) {
            if (after->outcome() == Outcome::none && after->side_to_move() != us)
                return refuse(fmt::format("it was over before {}", text::printable(edge)));
            auto canonical = after->read(edge, Dialect::sau);
            if (!canonical)
                return refuse(fmt::format("{}: {}", text::printable(edge), canonical.error()));
            (void)after->play(*canonical);
            turn.push_back(*std::move(canonical));
        }
        if (after->outcome() == Outcome::none && after->side_to_move() == us)
            return refuse("its last edge takes a box, so there must be another");
        rest_ = std::move(turn);
        text_ = next_of_turn();
        return {Heard::Kind::moved, text_};
    }

    /// Precondition: something is left of the turn.
    std::string next_of_turn() {
        std::string move = std::move(rest_.front());
        rest_.pop_front();
        replica_.play(move);
        return move;
    }

    Replica replica_;
    std::deque<std::string> rest_;  // of the engine's turn, canonical
    std::string text_;
    bool turns_;
    bool playing_ = false;         // it has been told of a game
    bool asked_ = false;           // and is to move in it
    bool blocked_itself_ = false;  // with its last move
};

}  // namespace

std::unique_ptr<Interpreter> sau_interpreter(const games::Choice& choice) {
    return std::make_unique<SauInterpreter>(choice);
}

}  // namespace sparring::referee
