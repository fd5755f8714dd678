// Hub, both versions, for draughts GUIs and tournament programs.
#include <fmt/format.h>

#include <atomic>

#include "engines/bot/bot.hpp"
#include "protocol/hub.hpp"

namespace sparring::bot {
namespace {

/// A man in hundredths; and what hosts read as a win in so many moves (pydraughts: beyond 90).
constexpr double kMan = 100, kWon = 100;

class HubSession final : public Session {
  public:
    using Session::Session;

    Dialect dialect() const override { return Dialect::hub; }

    bool handle(std::string_view line) override {
        const auto [command, version] = hub::parse_command(line);
        if (std::holds_alternative<hub::Quit>(command)) return false;
        if (version == hub::Version::one) version_ = version;
        std::visit([this](const auto& known) { this->obey(known); }, command);
        return true;
    }

    Meanwhile meanwhile(std::string_view line) override {
        const auto command = hub::parse_command(line).command;
        if (std::holds_alternative<hub::Quit>(command)) return Meanwhile::quit;
        if (std::holds_alternative<hub::Stop>(command)) {
            stopped_ = true;
            bot().stop_thinking();
        } else if (std::holds_alternative<hub::Ping>(command)) {
            reply(hub::Pong{});
        } else if (std::holds_alternative<hub::PonderHit>(command)) {
            if (pondering_ && !stopped_ && !hit_.exchange(true)) bot().stop_thinking();
        } else {
            return Meanwhile::later;
        }
        return Meanwhile::done;
    }

    void progress(const ugi::Info& info) override {
        hub::Info line;
        line.depth = info.depth;
        if (info.score) line.score = men(*info.score);
        line.nodes = info.nodes;
        if (info.time_ms) line.time_s = static_cast<double>(*info.time_ms) / 1000;
        if (info.nps) line.mega_nps = static_cast<double>(*info.nps) / 1e6;
        line.pv = info.pv;
        reply(line);
    }

    void answer(const Found& found) override {
        if (hit_) return;  // what it pondered on has come true: it is searched again, with a clock
        if (!found.error.empty()) complain(found.error);
        reply(hub::Done{found.move, found.info.pv.size() > 1 ? found.info.pv[1] : ""});
    }

    bool conclude(const Found&) override {
        pondering_ = stopped_ = false;
        if (hit_.exchange(false)) bot().think(limits_);
        return true;
    }

  private:
    void reply(const hub::Reply& reply) { say(hub::to_text(reply, version_)); }
    void complain(std::string_view text) { reply(hub::Complaint{std::string{text}}); }

    /// The table keeps what pondering has found, so the search with a clock is soon as deep.
    void obey(const hub::Go& go) {
        if (brain().outcome() != Outcome::none) {
            complain("the game is over");
            return reply(hub::Done{});
        }
        pondering_ = go.mode == hub::Go::Mode::ponder;
        Limits limits = limits_;
        if (go.mode != hub::Go::Mode::think) {
            limits = {};
            limits.infinite = true;
        }
        bot().think(limits);
    }

    void obey(const hub::Hello&) {
        reply(hub::Id{"Sparring", SPARRING_VERSION, "the Sparring authors", ""});
        for (const Option& option : brain().options().all())
            if (option.type != Option::Type::button) reply(hub::Param{named(option)});
        reply(hub::Wait{});
    }

    /// Hub's hosts look for `variant`, and for the word `normal` in it.
    static Option named(Option option) {
        if (option.name != "Variant") return option;
        option.name = "variant";
        for (std::string& each : option.vars) each = hub_word(each);
        option.default_value = hub_word(option.default_value);
        return option;
    }
    static std::string hub_word(const std::string& variant) {
        return variant == "international" ? "normal" : variant;
    }

    void obey(const hub::SetParam& set) {
        if (const auto refused = brain().options().set(set.name, set.value))
            complain("parameter " + refused->message);
    }
    void obey(const hub::Init&) { reply(hub::Ready{}); }
    void obey(const hub::NewGame&) {
        brain().new_game();
        limits_ = {};
    }
    void obey(const hub::Ping&) { reply(hub::Pong{}); }
    void obey(const hub::PonderHit&) {}
    void obey(const hub::Stop&) {}
    void obey(const hub::Quit&) {}

    void obey(const hub::SetPosition& set) {
        limits_ = {};
        if (set.position.empty()) {
            brain().start();
        } else if (const auto refused = brain().set_up(set.position, Dialect::hub)) {
            return complain("bad position: " + refused->message);
        }
        for (std::size_t i = 0; i < set.moves.size(); ++i) {
            const auto played = brain().play(set.moves[i], Dialect::hub);
            if (!played)
                return complain(
                    fmt::format("bad move {} '{}': {}", i + 1, set.moves[i], played.error()));
        }
    }
    void obey(const hub::Play& play) {
        const auto played = brain().play(play.move, Dialect::hub);
        if (!played) complain(fmt::format("bad move '{}': {}", play.move, played.error()));
    }
    void obey(const hub::Level& level) { hub::add(limits_, level); }
    void obey(const hub::BadCommand& bad) { complain(bad.error); }
    void obey(const hub::UnknownCommand&) {}

    static double men(const ugi::Score& score) {
        if (score.kind == ugi::Score::Kind::cp) return score.value / kMan;
        return score.value > 0 ? kWon : score.value < 0 ? -kWon : 0;
    }

    hub::Version version_ = hub::Version::two;
    Limits limits_;  // of the levels since the last position
    bool pondering_ = false, stopped_ = false;
    std::atomic<bool> hit_{false};
};

}  // namespace

std::unique_ptr<Session> hub_session(Bot& bot) {
    return std::make_unique<HubSession>(bot);
}

}  // namespace sparring::bot
