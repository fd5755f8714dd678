// Hub from the host's side, both versions: which one the engine speaks, its introduction tells.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "protocol/hub.hpp"
#include "protocol/text.hpp"
#include "referee/dialect/interpreter.hpp"
#include "referee/dialect/replica.hpp"

namespace sparring::referee {
namespace {

class HubInterpreter final : public Interpreter {
  public:
    explicit HubInterpreter(const games::Choice& choice)
        : Interpreter{choice}, replica_{choice, Dialect::hub} {}

    Dialect dialect() const override { return Dialect::hub; }
    std::string_view greeting_word() const override { return "wait"; }
    std::string_view ready_word() const override { return initialised_ ? "pong" : "ready"; }

    void hello(std::string& out) override { say(out, hub::Hello{}); }

    std::optional<Error> set_variant(std::string& out) override {
        for (const Option& option : options_) {
            if (!text::equals_ignoring_case(option.name, "variant")) continue;
            auto value = accept_value(option, choice().variant);
            if (!value && choice().variant == "international")
                value = accept_value(option, "normal");
            if (!value)
                return Error{
                    fmt::format("it does not play '{}': {}", choice().variant, value.error())};
            if (*value != option.default_value) set_option(out, option, *value);
            return {};
        }
        if (choice().variant != "international")
            return Error{fmt::format("it does not play '{}': it has no parameter 'variant'",
                                     choice().variant)};
        return {};
    }

    void set_option(std::string& out, const Option& option, const std::string& value) override {
        say(out, hub::SetParam{option.name, value});
    }

    void get_ready(std::string& out) override { say(out, hub::Init{}); }
    void new_game(std::string& out) override {
        replica_.forget();
        say(out, hub::NewGame{});
        say(out, hub::Ping{});
    }

    Expected<std::optional<std::string>> go(std::string& out, std::string_view position,
                                            const Limits& limits) override {
        if (auto problem = set_up(out, position, limits, hub::Go::Mode::think)) return *problem;
        return std::optional<std::string>{};
    }

    void stop(std::string& out) override { say(out, hub::Stop{}); }
    void quit(std::string& out) override { say(out, hub::Quit{}); }

    std::string expected_reply() const override { return expected_; }
    bool ponder(std::string& out, std::string_view position, const Limits& limits) override {
        return !set_up(out, position, limits, hub::Go::Mode::ponder);
    }
    void ponder_hit(std::string& out, const Limits&) override { say(out, hub::PonderHit{}); }

    Heard hear(std::string_view line) override {
        using Kind = Heard::Kind;
        auto [reply, version] = hub::parse_reply(line);
        if (auto* id = std::get_if<hub::Id>(&reply)) {
            version_ = version;
            if (!id->name.empty())
                name_ = text::printable(id->name + (id->version.empty() ? "" : " " + id->version));
            if (!id->author.empty()) author_ = text::printable(id->author);
        } else if (auto* param = std::get_if<hub::Param>(&reply)) {
            if (!greeted_) options_.push_back(std::move(param->option));
        } else if (std::holds_alternative<hub::Wait>(reply)) {
            greeted_ = true;
            return {Kind::greeted, {}};
        } else if (std::holds_alternative<hub::Ready>(reply)) {
            initialised_ = true;
            return {Kind::ready, {}};
        } else if (std::holds_alternative<hub::Pong>(reply)) {
            return {Kind::ready, {}};
        } else if (auto* info = std::get_if<hub::Info>(&reply)) {
            report_ = report_of(*info);
        } else if (auto* done = std::get_if<hub::Done>(&reply)) {
            return moved(*done, line);
        } else if (std::holds_alternative<hub::Complaint>(reply)) {
            return {Kind::complaint, line};
        }
        return {};
    }

    SearchReport report() const override { return report_; }

  private:
    void say(std::string& out, const hub::Command& command) const {
        const std::string line = hub::to_text(command, version_);
        if (line.empty()) return;
        out += line;
        out += '\n';
    }

    std::optional<Error> set_up(std::string& out, std::string_view position, const Limits& limits,
                                hub::Go::Mode mode) {
        const auto way = replica_.follow(position);
        if (!way) return Error{way.error()};
        report_ = {};
        expected_.clear();
        const auto start = replica_.start().position(Dialect::hub);
        if (!start) return Error{start.error()};
        hub::SetPosition set{*start, replica_.moves()};
        say(out, set);
        if (version_ == hub::Version::one)
            for (const std::string& move : set.moves) say(out, hub::Play{move});
        const bool first = replica_.position().side_to_move() == Side::first;
        say(out, hub::level_of(limits, first));
        say(out, hub::Go{mode});
        return {};
    }

    Heard moved(const hub::Done& done, std::string_view line) {
        if (done.move.empty()) return {Heard::Kind::garbage, line};
        move_ = replica_.canonical(done.move);
        const auto after = replica_.position().clone();
        if (!done.ponder.empty() && after->play(move_)) {
            const auto reply = after->canonical(done.ponder);
            expected_ = reply ? *reply : "";
        }
        return {Heard::Kind::moved, move_};
    }

    /// Scores beyond 90 men are counts of moves to a win (pydraughts).
    static SearchReport report_of(const hub::Info& info) {
        SearchReport report;
        report.depth = info.depth;
        report.nodes = info.nodes;
        if (info.time_s) report.time_ms = std::llround(std::min(*info.time_s, 1e9) * 1000);
        if (info.score) {
            const double centi = std::clamp(*info.score, -1000.0, 1000.0) * 100;
            report.score = {ugi::Score::Kind::cp, static_cast<int>(std::lround(centi))};
        }
        return report;
    }

    Replica replica_;
    hub::Version version_ = hub::Version::two;
    bool greeted_ = false, initialised_ = false;
    SearchReport report_;
    std::string move_, expected_;
};

}  // namespace

std::unique_ptr<Interpreter> hub_interpreter(const games::Choice& choice) {
    return std::make_unique<HubInterpreter>(choice);
}

}  // namespace sparring::referee
