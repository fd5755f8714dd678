// UCI, for hosts of Fairy-Stockfish's games.
#include <fmt/format.h>

#include <atomic>

#include "engines/bot/bot.hpp"
#include "engines/games/uci_variants.hpp"
#include "protocol/text.hpp"
#include "protocol/uci.hpp"

namespace sparring::bot {
namespace {

/// A proved win: graphical hosts show +100.00.
constexpr int kWon = 10'000;

class UciSession final : public Session {
  public:
    using Session::Session;

    Dialect dialect() const override { return Dialect::uci; }

    bool handle(std::string_view line) override {
        const auto command = uci::parse_command(line);
        if (std::holds_alternative<ugi::Quit>(command)) return false;
        std::visit([this](const auto& known) { this->obey(known); }, command);
        return true;
    }

    Meanwhile meanwhile(std::string_view line) override {
        const auto command = uci::parse_command(line);
        if (std::holds_alternative<ugi::Quit>(command)) return Meanwhile::quit;
        if (std::holds_alternative<ugi::Stop>(command)) {
            stopped_ = true;
            bot().stop_thinking();
        } else if (std::holds_alternative<ugi::IsReady>(command)) {
            say("readyok");
        } else if (std::holds_alternative<uci::PonderHit>(command)) {
            if (pondering_ && !stopped_ && !hit_.exchange(true)) bot().stop_thinking();
        } else {
            return Meanwhile::later;
        }
        return Meanwhile::done;
    }

    void progress(const ugi::Info& info) override {
        uci::Info line{info, {}, {}};
        if (info.score) line.score = {uci::Score::Kind::cp, centi(*info.score), {}};
        reply(line);
    }

    void answer(const Found& found) override {
        if (hit_) return;  // what it pondered on has come true: it is searched again, with a clock
        if (!found.error.empty()) complain(found.error);
        reply(uci::BestMove{found.move.empty() ? "" : brain().spell(found.move, Dialect::uci),
                            found.info.pv.size() > 1 ? found.info.pv[1] : ""});
    }

    bool conclude(const Found&) override {
        pondering_ = stopped_ = false;
        if (hit_.exchange(false)) bot().think(limits_);
        return true;
    }

  private:
    void reply(const uci::Reply& reply) { say(uci::to_text(reply)); }
    void complain(std::string_view text) { say(fmt::format("info string error {}", text)); }

    void obey(const ugi::Hello&) {
        reply(ugi::Id{"name", fmt::format("Sparring {}", brain().game())});
        reply(ugi::Id{"author", "the Sparring authors"});
        for (const Option& option : brain().options().all()) {
            reply(option);
            if (option.name == "Variant") reply(named(option));
        }
        reply(Option::check("Ponder", false));
        reply(uci::UciOk{});
    }

    /// The variants that have a name in Fairy-Stockfish, under the option that its hosts look for.
    Option named(const Option& variants) const {
        Option option = Option::combo(std::string{kUciVariantOption}, "", {});
        for (const std::string& each : variants.vars) {
            const auto word = uci_variant(game_, each);
            if (!word.empty()) option.vars.emplace_back(word);
        }
        if (!option.vars.empty()) option.default_value = option.vars.front();
        return option;
    }

    void obey(const ugi::SetOption& set) {
        if (text::equals_ignoring_case(set.name, "Ponder")) return;  // the host's matter
        std::string name = set.name, value = set.value.value_or("");
        if (text::equals_ignoring_case(name, kUciVariantOption)) {
            for (const Option& option : brain().options().all()) {
                if (option.name != "Variant") continue;
                if (const auto known = accept_value(named(option), value); !known)
                    return complain(fmt::format("option {}: {}", kUciVariantOption, known.error()));
                for (const std::string& each : option.vars)
                    if (text::equals_ignoring_case(uci_variant(game_, each), value)) value = each;
            }
            name = "Variant";
        }
        if (const auto refused = brain().options().set(name, value))
            complain("option " + refused->message);
    }

    void obey(const ugi::IsReady&) { say("readyok"); }
    void obey(const ugi::NewGame&) { brain().new_game(); }
    void obey(const ugi::Stop&) {}
    void obey(const ugi::Quit&) {}
    void obey(const uci::PonderHit&) {}
    void obey(const ugi::Display&) {
        say(fmt::format("{}Fen: {}", brain().board(), brain().fen()));
    }
    void obey(const ugi::Evaluate&) { say(brain().evaluation()); }
    void obey(const ugi::BadCommand& bad) { complain(bad.error); }
    void obey(const ugi::UnknownCommand&) {}

    void obey(const ugi::SetPosition& set) {
        if (!set.fen) {
            brain().start();
        } else if (const auto refused = brain().set_up(*set.fen, Dialect::uci)) {
            return complain("position: fen: " + refused->message);
        }
        for (std::size_t i = 0; i < set.moves.size(); ++i) {
            const auto played = brain().play(set.moves[i], Dialect::uci);
            if (!played)
                return complain(fmt::format("position: move {} '{}': {}", i + 1,
                                            text::printable(set.moves[i]), played.error()));
        }
    }

    /// The table keeps what pondering has found, so the search with a clock is soon as deep.
    void obey(const uci::Go& go) {
        if (go.perft) return brain().perft(*go.perft, [this](std::string_view line) { say(line); });
        if (brain().outcome() != Outcome::none) return reply(uci::BestMove{});
        limits_ = go.limits;
        pondering_ = go.ponder;
        Limits limits = limits_;
        if (pondering_) {
            limits = {};
            limits.infinite = true;
        }
        bot().think(limits);
    }

    static int centi(const ugi::Score& score) {
        if (score.kind == ugi::Score::Kind::cp) return score.value;
        return score.value > 0 ? kWon : score.value < 0 ? -kWon : 0;
    }

    const std::string game_{brain().game()};
    Limits limits_;  // of the last `go`
    bool pondering_ = false, stopped_ = false;
    std::atomic<bool> hit_{false};
};

}  // namespace

std::unique_ptr<Session> uci_session(Bot& bot) {
    return std::make_unique<UciSession>(bot);
}

}  // namespace sparring::bot
