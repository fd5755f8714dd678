// Caltech's CS 2 Othello: one game, told move by move. Complaints go to the standard error, which
// is shown to people; whatever was said, the host waits for a move.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "engines/bot/bot.hpp"
#include "protocol/cs2.hpp"
#include "protocol/text.hpp"

namespace sparring::bot {
namespace {

/// Where a game is not timed and the user has set nothing.
constexpr OwnTime::Budget kUsual{{}, 5000};

/// The host looks for our answer ten times a second.
constexpr std::int64_t kPoll = 100;  // ms

class Cs2Session final : public Session {
  public:
    using Session::Session;

    Dialect dialect() const override { return Dialect::cs2; }

    void open() override {
        bot().own_time().assume(kUsual);
        brain().start();
        say(cs2::kReady);
    }

    bool handle(std::string_view line) override {
        if (text::trim(line).empty()) return true;
        const auto turn = cs2::parse_turn(line);
        if (!turn) {
            give_up(turn.error());
        } else if (const auto wrong = take(turn->move)) {
            give_up(*wrong);
        } else if (brain().outcome() != Outcome::none) {
            say(cs2::kPass);
        } else {
            bot().think(limits(turn->left_ms));
        }
        return true;
    }

    Meanwhile meanwhile(std::string_view) override { return Meanwhile::later; }

    bool conclude(const Found& found) override {
        if (!found.error.empty()) complain(found.error);
        say(brain().spell(found.move, Dialect::cs2));
        (void)brain().play(found.move, Dialect::ugi);
        return true;
    }

  private:
    static void complain(std::string_view text) { fmt::print(stderr, "{}\n", text); }
    void give_up(std::string_view text) {
        complain(text);
        say(cs2::kPass);
    }

    /// The other side's move, or why it is none.
    std::optional<std::string> take(const std::string& move) {
        const bool opening = brain().plies() == 0 && move == cs2::kPass;
        if (!colour_)
            colour_ = bot().manner().colour.value_or(opening ? Side::first : Side::second);
        const bool passed = move == cs2::kPass;
        if (brain().outcome() != Outcome::none) {
            if (passed) return {};
            return fmt::format("move '{}': the game is over", move);
        }
        if (brain().side_to_move() == *colour_) {
            if (passed) return {};
            // We were not asked, because we cannot move.
            if (!brain().play("pass", Dialect::ugi))
                return fmt::format("move '{}': it is our turn", move);
        }
        const auto played = brain().play(move, Dialect::cs2);
        if (!played) return fmt::format("move '{}': {}", move, played.error());
        return {};
    }

    Limits limits(std::int64_t left_ms) {
        Limits limits = bot().own_time().limits();
        if (left_ms < 0) return limits;
        const std::string fen = brain().fen();
        const auto moves = std::count(fen.begin(), fen.end(), '-') / 2 + 1;
        const std::int64_t left = std::max<std::int64_t>(left_ms - kPoll * moves, left_ms / 2);
        limits.move_time_ms.reset();
        limits.clock = Clock{left, left, 0, 0, {}};
        return limits;
    }

    std::optional<Side> colour_;
};

}  // namespace

std::unique_ptr<Session> cs2_session(Bot& bot) {
    return std::make_unique<Cs2Session>(bot);
}

}  // namespace sparring::bot
