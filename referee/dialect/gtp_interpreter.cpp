// GTP from the host's side. Responses come in the order of the commands, so what each means is kept
// in a queue; ids are not used, because there are engines that repeat an old one (Edax).
#include <fmt/format.h>

#include <algorithm>
#include <deque>

#include "protocol/gtp.hpp"
#include "protocol/text.hpp"
#include "referee/dialect/interpreter.hpp"
#include "referee/dialect/replica.hpp"

namespace sparring::referee {
namespace {

constexpr std::int64_t kWholeSecond = 1000;  // ms

class GtpInterpreter final : public Interpreter {
  public:
    explicit GtpInterpreter(const games::Choice& choice)
        : Interpreter{choice}, replica_{choice, Dialect::gtp} {}

    Dialect dialect() const override { return Dialect::gtp; }
    std::string_view greeting_word() const override { return "= and a list of commands"; }
    std::string_view ready_word() const override { return "="; }

    void hello(std::string& out) override {
        say(out, Meaning::name, "name");
        say(out, Meaning::version, "version");
        say(out, Meaning::commands, "list_commands");
    }

    std::optional<Error> set_variant(std::string& out) override {
        if (choice().variant == "othello") return {};
        if (!knows("set_game"))
            return Error{
                fmt::format("it does not play '{}': it has no command set_game", choice().variant)};
        say(out, Meaning::acknowledged, "set_game Reversed-Reversi");
        return {};
    }

    void set_option(std::string&, const Option&, const std::string&) override {}

    void get_ready(std::string& out) override { say(out, Meaning::ready, "boardsize 8"); }
    void new_game(std::string& out) override {
        replica_.forget();
        clean_ = true;
        say(out, Meaning::ready, "clear_board");
    }

    Expected<std::optional<std::string>> go(std::string& out, std::string_view position,
                                            const Limits& limits) override {
        const auto way = replica_.follow(position);
        if (!way) return Error{way.error()};
        if (!replica_.from_start())
            return Error{"gtp knows only games from the starting position; openings must be moves"};
        if (const auto problem = unsayable(limits)) return *problem;
        if (way->anew && !clean_) say(out, Meaning::acknowledged, "clear_board");
        clean_ = false;
        for (const Replica::Ply& ply : way->plies) {
            say(out, Meaning::acknowledged,
                fmt::format("play {} {}", letter(ply.side), ply.spelled));
        }
        const Side mover = replica_.position().side_to_move();
        tell_time(out, limits, mover);
        say(out, Meaning::move, fmt::format("genmove {}", letter(mover)));
        return std::optional<std::string>{};
    }

    void stop(std::string&) override {}
    void quit(std::string& out) override { out += "quit\n"; }

    Heard hear(std::string_view line) override {
        const auto response = reader_.take(line);
        if (!response || awaited_.empty()) return {};
        const Meaning meaning = awaited_.front();
        awaited_.pop_front();
        text_ = response->text;
        using Kind = Heard::Kind;
        if (!response->ok && meaning != Meaning::move && meaning != Meaning::name &&
            meaning != Meaning::version && meaning != Meaning::time) {
            refusal_ = text_ = "? " + text_;
            return {Kind::complaint, text_};
        }
        switch (meaning) {
            case Meaning::name:
                if (response->ok) name_ = text::printable(text_);
                break;
            case Meaning::version:
                if (response->ok && !text_.empty()) name_ += " " + text::printable(text_);
                break;
            case Meaning::commands:
                remember(text_);
                return {Kind::greeted, {}};
            case Meaning::ready:
                return {Kind::ready, {}};
            case Meaning::move:
                return moved(response->ok);
            case Meaning::acknowledged:
            case Meaning::time:
                break;
        }
        return {};
    }

  private:
    enum class Meaning { name, version, commands, acknowledged, ready, time, move };

    void say(std::string& out, Meaning meaning, std::string_view command) {
        out += command;
        out += '\n';
        awaited_.push_back(meaning);
    }

    static char letter(Side side) { return side == Side::first ? 'b' : 'w'; }

    bool knows(std::string_view command) const {
        return std::find(commands_.begin(), commands_.end(), command) != commands_.end();
    }
    void remember(const std::string& list) {
        for (const auto word : text::words(list)) commands_.emplace_back(word);
    }

    static std::optional<Error> unsayable(const Limits& limits) {
        if (limits.depth || limits.nodes)
            return Error{
                "gtp cannot say a depth or nodes; give it a time (tc, st), and its own "
                "limits by its arguments"};
        if (limits.move_time_ms && *limits.move_time_ms < kWholeSecond)
            return Error{"gtp counts time in whole seconds; st must be 1 or more"};
        return {};
    }

    /// Engines without commands for time are only watched by the referee's clock.
    void tell_time(std::string& out, const Limits& limits, Side mover) {
        if (const auto& clock = limits.clock; clock && knows("time_left")) {
            const auto left = mover == Side::first ? clock->first_ms : clock->second_ms;
            say(out, Meaning::time,
                fmt::format("time_left {} {} {}", letter(mover),
                            std::max<std::int64_t>(left, 0) / kWholeSecond,
                            clock->moves_to_go.value_or(0)));
        } else if (limits.move_time_ms && knows("time_settings")) {
            const std::string settings =
                fmt::format("time_settings 0 {} 1", *limits.move_time_ms / kWholeSecond);
            if (settings != told_time_) say(out, Meaning::time, settings);
            told_time_ = settings;
        }
    }

    Heard moved(bool ok) {
        if (!ok) {
            text_ = refusal_.empty() ? "? " + text_ : refusal_;
            return {Heard::Kind::garbage, text_};
        }
        const auto words = text::words(text_);
        if (words.size() != 1) return {Heard::Kind::garbage, text_};
        move_ = replica_.canonical(words[0]);
        replica_.play(move_);  // genmove has played it there
        return {Heard::Kind::moved, move_};
    }

    Replica replica_;
    gtp::ResponseReader reader_;
    std::deque<Meaning> awaited_;
    std::vector<std::string> commands_;
    std::string text_, move_, refusal_, told_time_;
    bool clean_ = false;  // its board is in the starting position
};

}  // namespace

std::unique_ptr<Interpreter> gtp_interpreter(const games::Choice& choice) {
    return std::make_unique<GtpInterpreter>(choice);
}

}  // namespace sparring::referee
