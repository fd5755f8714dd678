// Caltech's CS2 from the host's side: a process for each game, which is told nothing but the other
// side's moves and its own time.
#include <fmt/format.h>

#include <algorithm>

#include "protocol/cs2.hpp"
#include "protocol/text.hpp"
#include "referee/dialect/interpreter.hpp"
#include "referee/dialect/replica.hpp"

namespace sparring::referee {
namespace {

/// Of one side, if nobody passes.
constexpr std::int64_t kMostMoves = 30;

class Cs2Interpreter final : public Interpreter {
  public:
    explicit Cs2Interpreter(const games::Choice& choice)
        : Interpreter{choice}, replica_{choice, Dialect::cs2} {}

    Dialect dialect() const override { return Dialect::cs2; }
    bool one_game() const override { return true; }
    std::vector<std::string> arguments() const override {
        return {side_ == Side::first ? "Black" : "White"};
    }
    std::string_view greeting_word() const override { return "a line"; }
    std::string_view ready_word() const override { return "a line"; }

    void hello(std::string&) override {}
    std::optional<Error> set_variant(std::string&) override {
        if (choice().variant == "othello") return {};
        return Error{fmt::format("it does not play '{}': cs2 has no variants", choice().variant)};
    }
    void set_option(std::string&, const Option&, const std::string&) override {}
    void get_ready(std::string&) override {}
    void new_game(std::string&) override {
        replica_.forget();
        asked_ = ready_ = false;
    }

    Expected<std::optional<std::string>> go(std::string& out, std::string_view position,
                                            const Limits& limits) override {
        const auto way = replica_.follow(position);
        if (!way) return Error{way.error()};
        if (limits.depth || limits.nodes)
            return Error{"cs2 cannot say a depth or nodes; give it a time (tc, st)"};
        side_ = replica_.position().side_to_move();
        // Its first question comes before any move, or after Black's first.
        const std::size_t told = asked_ || side_ == Side::second ? 1 : 0;
        if (!replica_.from_start() || way->plies.size() != told || way->anew == asked_)
            return Error{"cs2 tells a program only its opponent's moves; games have no openings"};
        asked_ = true;
        cs2::Turn turn;
        if (told == 1) turn.move = way->plies.front().spelled;
        turn.left_ms = left(limits);
        out += cs2::to_text(turn);
        out += '\n';
        return std::optional<std::string>{};
    }

    void stop(std::string&) override {}
    void quit(std::string&) override {}

    Heard hear(std::string_view line) override {
        using Kind = Heard::Kind;
        if (!ready_) {  // whatever it says first
            ready_ = true;
            return {Kind::ready, {}};
        }
        if (text::trim(line).empty()) return {};
        text_ = line;
        const auto move = cs2::parse_move(line);
        if (!move) return {Kind::garbage, text_};
        move_ = replica_.canonical(*move);
        replica_.play(move_);
        return {Kind::moved, move_};
    }

  private:
    /// Never less than nothing, which would mean that no clock runs.
    std::int64_t left(const Limits& limits) const {
        std::int64_t ms = 0;
        if (limits.clock)
            ms = side_ == Side::first ? limits.clock->first_ms : limits.clock->second_ms;
        else if (limits.move_time_ms)
            ms = *limits.move_time_ms *
                 std::max<std::int64_t>(
                     1, kMostMoves - static_cast<std::int64_t>(replica_.moves().size()) / 2);
        return std::max<std::int64_t>(ms, 0);
    }

    Replica replica_;
    Side side_ = Side::first;
    bool asked_ = false, ready_ = false;
    std::string move_, text_;
};

}  // namespace

std::unique_ptr<Interpreter> cs2_interpreter(const games::Choice& choice) {
    return std::make_unique<Cs2Interpreter>(choice);
}

}  // namespace sparring::referee
