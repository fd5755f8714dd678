// Botzone from the platform's side, in the simple form: the whole game to a process for each turn.
// One that asks to be kept is told only the other side's moves from then on.
#include <fmt/format.h>

#include "protocol/botzone.hpp"
#include "protocol/text.hpp"
#include "referee/dialect/interpreter.hpp"
#include "referee/dialect/replica.hpp"

namespace sparring::referee {
namespace {

class BotzoneInterpreter final : public Interpreter {
  public:
    explicit BotzoneInterpreter(const games::Choice& choice)
        : Interpreter{choice}, replica_{choice, Dialect::botzone} {}

    Dialect dialect() const override { return Dialect::botzone; }
    bool one_shot() const override { return !stays_; }
    std::string_view greeting_word() const override { return "a move"; }
    std::string_view ready_word() const override { return "a move"; }

    void hello(std::string&) override {}

    std::optional<Error> set_variant(std::string&) override {
        const bool amazons = choice().game->name() == "amazons";
        const std::string played = amazons ? "8x8" : choice().game->variants().front();
        if (choice().variant == played) return {};
        return Error{fmt::format("botzone plays {} only, not '{}'", played, choice().variant)};
    }

    void set_option(std::string&, const Option&, const std::string&) override {}
    void get_ready(std::string&) override {}
    void new_game(std::string&) override {
        replica_.forget();
        stays_ = asked_ = false;
    }

    Expected<std::optional<std::string>> go(std::string& out, std::string_view position,
                                            const Limits& limits) override {
        if (limits.depth || limits.nodes)
            return Error{
                "botzone cannot say limits; the engine is only watched by the clock (st), and may "
                "have arguments of its own"};
        const auto way = replica_.follow(position);
        if (!way) return Error{way.error()};
        if (!replica_.from_start())
            return Error{
                "botzone knows only games from the starting position; openings must be "
                "moves"};
        const bool goes_on = stays_ && !way->anew && way->plies.size() == 1;
        if (goes_on)
            out += way->plies[0].spelled + '\n';
        else if (auto history = history_of(); history)
            out += botzone::simple_text(*history);
        else
            return Error{history.error()};
        stays_ = false;
        asked_ = true;
        return std::optional<std::string>{};
    }

    void stop(std::string&) override {}
    void quit(std::string&) override {}

    /// What follows the answer are words for people, data, and the wish to stay.
    Heard hear(std::string_view line) override {
        const std::string_view text = text::trim(line);
        if (!asked_) {
            stays_ = stays_ || text == botzone::kKeepRunning;
            return {};
        }
        if (text.empty()) return {};
        asked_ = false;
        const auto move = botzone::parse_response(line);
        if (!move) return {Heard::Kind::garbage, line};
        move_ = replica_.canonical(*move);
        replica_.play(move_);
        return {Heard::Kind::moved, move_};
    }

  private:
    Expected<botzone::History> history_of() const {
        const Side us = replica_.position().side_to_move();
        botzone::History history;
        if (us == Side::first) history.requests.push_back(beginning());
        auto position = replica_.start().clone();
        for (const std::string& move : replica_.moves()) {
            auto spelled = position->spell(move, Dialect::botzone);
            if (!spelled) return Error{spelled.error()};
            auto& list = position->side_to_move() == us ? history.responses : history.requests;
            list.push_back(*std::move(spelled));
            (void)position->play(move);
        }
        return history;
    }

    /// The request that lets the first player begin.
    std::string beginning() const {
        const auto& start = replica_.start();
        const auto moves = start.legal_moves();
        const auto move = start.spell(moves.front(), Dialect::botzone);
        return botzone::none_like(move ? *move : "");
    }

    Replica replica_;
    std::string move_;
    bool asked_ = false;
    bool stays_ = false;  // it has asked to be kept, after its last answer
};

}  // namespace

std::unique_ptr<Interpreter> botzone_interpreter(const games::Choice& choice) {
    return std::make_unique<BotzoneInterpreter>(choice);
}

}  // namespace sparring::referee
