// UGI, the engine's own protocol (docs/protocol.md).
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "engines/bot/bot.hpp"
#include "protocol/ugi.hpp"

namespace sparring::bot {
namespace {

class UgiSession final : public Session {
  public:
    using Session::Session;

    Dialect dialect() const override { return Dialect::ugi; }

    bool handle(std::string_view line) override {
        const auto command = ugi::parse_command(line, brain().clock_colours());
        if (std::holds_alternative<ugi::Quit>(command)) return false;
        std::visit([this](const auto& known) { this->obey(known); }, command);
        return true;
    }

    Meanwhile meanwhile(std::string_view line) override {
        const auto command = ugi::parse_command(line);
        if (std::holds_alternative<ugi::Quit>(command)) return Meanwhile::quit;
        if (std::holds_alternative<ugi::Stop>(command)) {
            bot().stop_thinking();
        } else if (std::holds_alternative<ugi::IsReady>(command)) {
            say("readyok");
        } else {
            return Meanwhile::later;
        }
        return Meanwhile::done;
    }

    void progress(const ugi::Info& info) override { say(ugi::to_text(info)); }

    void answer(const Found& found) override {
        if (!found.error.empty()) complain(found.error);
        say(ugi::to_text(ugi::BestMove{found.move.empty() ? "none" : found.move}));
    }

  private:
    void obey(const ugi::Hello&) {
        say(fmt::format("id name Sparring {}", brain().game()));
        say("id author the Sparring authors");
        for (const Option& option : brain().options().all()) say(to_text(option));
        say("ugiok");
    }
    void obey(const ugi::IsReady&) { say("readyok"); }
    void obey(const ugi::NewGame&) { brain().new_game(); }
    void obey(const ugi::Stop&) {}
    void obey(const ugi::Quit&) {}
    void obey(const ugi::UnknownCommand&) {}
    void obey(const ugi::BadCommand& bad) { complain(bad.error); }

    void obey(const ugi::SetOption& set) {
        if (const auto refused = brain().options().set(set.name, set.value.value_or("")))
            complain("option " + refused->message);
    }

    void obey(const ugi::SetPosition& set) {
        if (const auto refused = brain().set_position(set)) complain(refused->message);
    }

    void obey(const ugi::Query& query) { say(ugi::to_text(ugi::Response{response(query)})); }

    std::string response(const ugi::Query& query) {
        using What = ugi::Query::What;
        const auto truth = [](bool value) -> std::string { return value ? "true" : "false"; };
        switch (query.what) {
            case What::gameover:
                return truth(brain().outcome() != Outcome::none);
            case What::p1turn:
                return truth(brain().side_to_move() == Side::first);
            case What::result:
                return result(brain().outcome());
            case What::fen:
                return brain().fen();
            case What::islegal:
                return truth(brain().is_legal(query.move));
            case What::legalmoves:
                break;
        }
        const auto moves = brain().legal_moves(Dialect::ugi);
        return moves.empty() ? "none" : fmt::format("{}", fmt::join(moves, " "));
    }

    static std::string result(Outcome outcome) {
        switch (outcome) {
            case Outcome::first_wins:
                return "p1win";
            case Outcome::second_wins:
                return "p2win";
            case Outcome::draw:
                return "draw";
            case Outcome::none:
                break;
        }
        return "none";
    }

    void obey(const ugi::Display&) {
        say(fmt::format("{}fen {}\nhash {}", brain().board(), brain().fen(), brain().hash()));
    }
    void obey(const ugi::Evaluate&) { say(brain().evaluation()); }
    void obey(const ugi::Bench&) {
        brain().bench([this](std::string_view line) { say(line); });
    }

    void obey(const ugi::Go& go) {
        if (go.perft) return brain().perft(*go.perft, [this](std::string_view line) { say(line); });
        if (brain().outcome() != Outcome::none) return say("bestmove none");
        bot().think(go.limits);
    }

    void complain(std::string_view text) { say(fmt::format("info string error {}", text)); }
};

}  // namespace

std::unique_ptr<Session> ugi_session(Bot& bot) {
    return std::make_unique<UgiSession>(bot);
}

}  // namespace sparring::bot
