// UCI from the host's side, as Fairy-Stockfish speaks it: the game is its option UCI_Variant.
#include <fmt/format.h>

#include <algorithm>

#include "engines/games/uci_variants.hpp"
#include "protocol/text.hpp"
#include "protocol/uci.hpp"
#include "referee/dialect/interpreter.hpp"
#include "referee/dialect/replica.hpp"

namespace sparring::referee {
namespace {

/// What a mate is worth in our reports, in hundredths: more than any evaluation says.
constexpr int kMate = 100'000;

class UciInterpreter final : public Interpreter {
  public:
    explicit UciInterpreter(const games::Choice& choice)
        : Interpreter{choice}, replica_{choice, Dialect::uci} {}

    Dialect dialect() const override { return Dialect::uci; }
    std::string_view greeting_word() const override { return "uciok"; }
    std::string_view ready_word() const override { return "readyok"; }

    void hello(std::string& out) override { say(out, ugi::Hello{}); }

    /// Fairy-Stockfish's name for it, else ours under an option Variant. An engine without either
    /// plays one variant, the usual one.
    std::optional<Error> set_variant(std::string& out) override {
        std::string why = "it has neither an option UCI_Variant nor Variant";
        bool any = false;
        for (const Option& option : options_) {
            const bool fairy = text::equals_ignoring_case(option.name, kUciVariantOption);
            if (!fairy && !text::equals_ignoring_case(option.name, "Variant")) continue;
            any = true;
            const std::string_view value =
                fairy ? uci_variant(choice().game->name(), choice().variant) : choice().variant;
            const auto accepted = accept_value(option, value);
            if (!value.empty() && accepted) {
                set_option(out, option, *accepted);
                return {};
            }
            if (!value.empty()) why = fmt::format("{}: {}", option.name, accepted.error());
        }
        if (!any && choice().variant == choice().game->variants().front()) return {};
        return Error{fmt::format("it does not play '{}': {}", choice().variant, why)};
    }

    void set_option(std::string& out, const Option& option, const std::string& value) override {
        ugi::SetOption set{option.name, {}};
        if (option.type != Option::Type::button) set.value = value.empty() ? "<empty>" : value;
        say(out, set);
    }

    void get_ready(std::string& out) override { say(out, ugi::IsReady{}); }
    void new_game(std::string& out) override {
        replica_.forget();
        say(out, ugi::NewGame{});
        say(out, ugi::IsReady{});
    }

    Expected<std::optional<std::string>> go(std::string& out, std::string_view position,
                                            const Limits& limits) override {
        if (auto problem = set_up(out, position)) return *problem;
        say(out, uci::Go{limits, false, {}});
        return std::optional<std::string>{};
    }

    void stop(std::string& out) override { say(out, ugi::Stop{}); }
    void quit(std::string& out) override { say(out, ugi::Quit{}); }

    std::string expected_reply() const override { return expected_; }
    bool ponder(std::string& out, std::string_view position, const Limits& limits) override {
        if (set_up(out, position)) return false;
        say(out, uci::Go{limits, true, {}});
        return true;
    }
    void ponder_hit(std::string& out, const Limits&) override { say(out, uci::PonderHit{}); }

    Heard hear(std::string_view line) override {
        using Kind = Heard::Kind;
        // An engine writes thousands of these.
        if (line.starts_with("info ")) {
            if (line.starts_with("info string error")) return {Kind::complaint, line};
            if (line.find(" score ") != line.npos) keep(line);
            return {};
        }
        if (text::trim(line) == "bestmove") return {Kind::garbage, line};
        auto reply = uci::parse_reply(line);
        if (auto* best = std::get_if<uci::BestMove>(&reply)) return moved(*best, line);
        if (std::holds_alternative<ugi::ReadyOk>(reply)) return {Kind::ready, {}};
        if (line.starts_with("No such option")) return {Kind::complaint, line};
        if (greeted_) return {};
        if (std::holds_alternative<uci::UciOk>(reply)) {
            greeted_ = true;
            return {Kind::greeted, {}};
        }
        if (auto* option = std::get_if<Option>(&reply)) options_.push_back(std::move(*option));
        if (auto* id = std::get_if<ugi::Id>(&reply)) {
            if (id->key == "name") name_ = text::printable(id->value);
            if (id->key == "author") author_ = text::printable(id->value);
        }
        return {};
    }

    SearchReport report() const override {
        if (last_info_.empty()) return {};
        const auto reply = uci::parse_reply(last_info_);
        const auto* info = std::get_if<uci::Info>(&reply);
        if (info == nullptr) return {};
        SearchReport report{info->common.depth, {}, info->common.nodes, info->common.time_ms};
        if (info->score) report.score = {ugi::Score::Kind::cp, centi(*info->score)};
        return report;
    }

  private:
    static void say(std::string& out, const uci::Command& command) {
        out += uci::to_text(command);
        out += '\n';
    }

    std::optional<Error> set_up(std::string& out, std::string_view position) {
        const auto way = replica_.follow(position);
        if (!way) return Error{way.error()};
        last_info_.clear();
        expected_.clear();
        if (way->anew) {
            set_ = {};
            if (!replica_.from_start()) {
                auto start = replica_.start().position(Dialect::uci);
                if (!start) return Error{start.error()};
                set_.fen = *std::move(start);
            }
        }
        for (const Replica::Ply& ply : way->plies) set_.moves.push_back(ply.spelled);
        say(out, set_);
        return {};
    }

    /// The last that is no mere bound, and of the best variation.
    void keep(std::string_view line) {
        const std::string_view figures = line.substr(0, line.find(" pv "));
        const auto reply = uci::parse_reply(figures);
        const auto* info = std::get_if<uci::Info>(&reply);
        if (info == nullptr || !info->score || info->multipv.value_or(1) != 1 ||
            info->score->bound != uci::Score::Bound::exact)
            return;
        last_info_.assign(figures);
    }

    Heard moved(const uci::BestMove& best, std::string_view line) {
        // No game's notation comes near.
        constexpr std::size_t longest = 256;
        const auto readable = [](char c) { return c > ' ' && c <= '~'; };
        if (best.move.empty())
            return {Heard::Kind::illegal, "it says that it has no move: bestmove (none)"};
        if (best.move.size() > longest ||
            !std::all_of(best.move.begin(), best.move.end(), readable))
            return {Heard::Kind::garbage, line};
        move_ = replica_.canonical(best.move);
        const auto after = replica_.position().clone();
        if (!best.ponder.empty() && after->play(move_)) {
            const auto reply = after->read(best.ponder, Dialect::uci);
            expected_ = reply ? *reply : "";
        }
        return {Heard::Kind::moved, move_};
    }

    static int centi(const uci::Score& score) {
        if (score.kind == uci::Score::Kind::cp) return score.value;
        return score.value > 0 ? kMate : -kMate;
    }

    Replica replica_;
    ugi::SetPosition set_;  // as the engine was told last
    bool greeted_ = false;
    std::string last_info_, move_, expected_;
};

}  // namespace

std::unique_ptr<Interpreter> uci_interpreter(const games::Choice& choice) {
    return std::make_unique<UciInterpreter>(choice);
}

}  // namespace sparring::referee
