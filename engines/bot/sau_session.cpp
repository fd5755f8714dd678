// SAU, for the Chinese contests in amazons and dots-and-boxes. Not a word is said but the name and
// moves (protocol/sau.hpp). What cannot be understood or played is passed over: the protocol has no
// answer to it.
#include <fmt/format.h>

#include <algorithm>

#include "engines/bot/bot.hpp"
#include "protocol/sau.hpp"

namespace sparring::bot {
namespace {

/// The platform tells nothing about time. A guess at the contests' 15 minutes a side; one is kept
/// for what is counted besides our thinking.
constexpr OwnTime::Budget kUsual{14 * 60 * 1000, {}};

constexpr Dialect kSau = Dialect::sau;

class SauSession final : public Session {
  public:
    using Session::Session;

    Dialect dialect() const override { return kSau; }

    void open() override {
        bot().own_time().assume(kUsual);
        turns_ = brain().game() == "dots-and-boxes";
    }

    bool handle(std::string_view line) override {
        const auto command = sau::parse_command(line);
        if (std::holds_alternative<sau::Quit>(command)) return false;
        std::visit([this](const auto& known) { this->obey(known); }, command);
        return true;
    }

    /// A game can be over at any time, and a new one begin.
    Meanwhile meanwhile(std::string_view line) override {
        const auto command = sau::parse_command(line);
        if (std::holds_alternative<sau::Quit>(command)) return Meanwhile::quit;
        if (std::holds_alternative<sau::NameQuery>(command)) {
            handle(line);
            return Meanwhile::done;
        }
        if (std::holds_alternative<sau::NewGame>(command) ||
            std::holds_alternative<sau::End>(command)) {
            dropped_ = true;
            bot().stop_thinking();
        }
        return Meanwhile::later;
    }

    bool conclude(const Found& found) override {
        if (dropped_) {
            dropped_ = false;
            next_turn();
        } else if (!found.move.empty()) {
            add(turns_ ? found.move : without_self_block(found.move));
            go_on();
        }
        return true;
    }

  private:
    void obey(const sau::NameQuery&) { say(sau::to_text(sau::Reply{sau::Name{"Sparring"}})); }
    void obey(const sau::NewGame& game) {
        brain().new_game();
        brain().start();
        bot().own_time().new_game();
        moves_.clear();
        next_turn();
        if (game.black) think();
    }
    void obey(const sau::Move& move) {
        next_turn();
        if (play(move.text) && !is_over()) think();
    }

    /// What was refused is taken back; any other move is better than none.
    void obey(const sau::Refused&) {
        if (turn_.empty()) return;
        refused_.push_back(moves_[moves_.size() - turn_.size()]);
        while (!turn_.empty()) take_back();
        mover_ = brain().side_to_move();
        for (const std::string& move : brain().legal_moves(Dialect::ugi)) {
            if (std::find(refused_.begin(), refused_.end(), move) != refused_.end()) continue;
            add(move);
            return go_on();
        }
    }

    void obey(const sau::End&) {}
    void obey(const sau::Quit&) {}
    void obey(const sau::Unknown&) {}

    // ---- our own turn ----

    void next_turn() {
        turn_.clear();
        refused_.clear();
    }

    /// Precondition: the move is legal.
    void add(const std::string& move) {
        turn_.push_back(brain().spell(move, kSau));
        moves_.push_back(move);
        (void)brain().play(move, Dialect::ugi);
    }
    void take_back() {
        turn_.pop_back();
        moves_.pop_back();
        brain().undo();
    }

    void think() {
        mover_ = brain().side_to_move();
        bot().think(bot().own_time().limits());
    }

    /// A turn is said when it is complete: in dots-and-boxes whoever takes a box moves again.
    void go_on() {
        if (brain().outcome() == Outcome::none && brain().side_to_move() == mover_) return think();
        say(sau::to_text(sau::Reply{sau::Move{turns_ ? sau::turn_text(turn_) : turn_.back()}}));
    }

    // ---- the other side's ----

    /// All of it or nothing; false if it is no turn.
    bool play(const std::string& text) {
        const auto plies = turns_ ? sau::parse_turn(text) : std::vector{text};
        if (!plies || brain().outcome() != Outcome::none) return false;
        const Side side = brain().side_to_move();
        const std::size_t before = moves_.size();
        bool whole = true;
        for (const std::string& ply : *plies) {
            const auto played = brain().side_to_move() == side ? brain().play(ply, kSau)
                                                               : Error{"the turn was over"};
            if (!(whole = bool{played})) break;
            moves_.push_back(*played);
        }
        if (whole && (brain().outcome() != Outcome::none || brain().side_to_move() != side))
            return true;
        for (; moves_.size() > before; moves_.pop_back()) brain().undo();
        return false;
    }

    // ---- the platform's end of amazons: as soon as either side is blocked, and it has lost ----

    bool is_over() {
        if (brain().outcome() != Outcome::none) return true;
        return !turns_ && (blocked(Side::first) || blocked(Side::second));
    }

    /// Amazons: whether the side could not move if it were its turn.
    bool blocked(Side side) {
        if (brain().side_to_move() == side) return brain().outcome() != Outcome::none;
        std::string fen = brain().fen();
        const auto mover = fen.find(' ') + 1;
        fen[mover] = side == Side::first ? 'w' : 'b';
        (void)brain().set_up(fen, Dialect::ugi);
        const bool result = brain().outcome() != Outcome::none;
        (void)brain().set_position({{}, moves_});
        return result;
    }

    /// The search knows the usual rule only, by which a side that blocks itself has lost when its
    /// next turn comes. If its move does so here, the best of the others: one that blocks the other
    /// side, else one that leaves room. With both sides blocked Black has won.
    std::string without_self_block(const std::string& found) {
        if (value_of(found) > Ending::lost) return found;
        std::string best = found;
        for (const std::string& move : brain().legal_moves(Dialect::ugi)) {
            const Ending ending = value_of(move);
            if (ending == Ending::won) return move;
            if (ending == Ending::none) best = move;
        }
        return best;
    }

    enum class Ending { lost, none, won };
    Ending value_of(const std::string& move) {
        const Side us = brain().side_to_move();
        add(move);
        const bool we = blocked(us), they = blocked(other(us));
        take_back();
        if (they && (!we || us == Side::first)) return Ending::won;
        return we ? Ending::lost : Ending::none;
    }

    std::vector<std::string> moves_;    // of the game, canonical
    std::vector<std::string> turn_;     // our last moves, as they are written here
    std::vector<std::string> refused_;  // first moves of turns that the host did not take
    Side mover_ = Side::first;          // whose turn we think about
    bool turns_ = false, dropped_ = false;
};

}  // namespace

std::unique_ptr<Session> sau_session(Bot& bot) {
    return std::make_unique<SauSession>(bot);
}

}  // namespace sparring::bot
