// NBoard from the host's side. Each question says the whole game, and a ping in front of it tells
// the answer from everything that was said before.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "protocol/nboard.hpp"
#include "protocol/text.hpp"
#include "referee/dialect/interpreter.hpp"
#include "referee/dialect/replica.hpp"

namespace sparring::referee {
namespace {

constexpr std::int64_t kSecond = 1000;  // ms

class NboardInterpreter final : public Interpreter {
  public:
    explicit NboardInterpreter(const games::Choice& choice)
        : Interpreter{choice}, replica_{choice, Dialect::nboard} {}

    Dialect dialect() const override { return Dialect::nboard; }
    std::string_view greeting_word() const override { return "pong"; }
    std::string_view ready_word() const override { return "pong"; }

    /// There are engines that say a lot before they read the first line (NTest).
    void hello(std::string& out) override {
        say(out, nboard::Hello{2});
        ping(out);
    }

    /// The game says it, and whether the engine understands that, none says.
    std::optional<Error> set_variant(std::string&) override { return {}; }

    void set_option(std::string&, const Option&, const std::string&) override {}

    void get_ready(std::string& out) override { ping(out); }
    void new_game(std::string& out) override {
        replica_.forget();
        ping(out);
    }

    Expected<std::optional<std::string>> go(std::string& out, std::string_view position,
                                            const Limits& limits) override {
        const auto way = replica_.follow(position);
        if (!way) return Error{way.error()};
        // There are engines that crash when asked (Edax).
        if (replica_.position().outcome() != Outcome::none) return Error{"the game is over"};
        if (limits.nodes)
            return Error{"nboard cannot say nodes; give it a depth or a time (depth, tc, st)"};
        auto game = record();
        if (!game) return Error{game.error()};
        tell_time(*game, limits);
        if (limits.depth && limits.depth != depth_) say(out, nboard::SetDepth{*limits.depth});
        depth_ = limits.depth;
        say(out, nboard::SetGame{*std::move(game)});
        ping(out);
        say(out, nboard::Go{});
        asked_ = true;
        report_ = {};
        return std::optional<std::string>{};
    }

    /// Nothing makes it move now; a ping would make it give up.
    void stop(std::string&) override {}
    void quit(std::string& out) override { say(out, nboard::Quit{}); }

    Heard hear(std::string_view line) override {
        using Kind = Heard::Kind;
        auto reply = nboard::parse_reply(line);
        if (const auto* name = std::get_if<nboard::SetName>(&reply)) {
            name_ = text::printable(name->name);
            return {};
        }
        if (const auto* pong = std::get_if<nboard::Pong>(&reply)) {
            if (pong->number != pings_) return {};
            caught_up_ = true;
            if (asked_) return {};
            if (greeted_) return {Kind::ready, {}};
            greeted_ = true;
            return {Kind::greeted, {}};
        }
        if (!asked_ || !caught_up_) return {};
        if (const auto* chosen = std::get_if<nboard::Chosen>(&reply)) {
            asked_ = false;
            if (chosen->played.move.empty()) return {Kind::garbage, line};
            if (const auto score = score_of(chosen->played.eval)) report_.score = score;
            move_ = replica_.canonical(chosen->played.move);
            return {Kind::moved, move_};
        }
        if (const auto* said = std::get_if<nboard::Line>(&reply)) {
            report_.score = score_of(said->eval);
            if (const auto depth = text::number<int>(said->depth)) report_.depth = *depth;
        } else if (const auto* stats = std::get_if<nboard::NodeStats>(&reply)) {
            report_.nodes = stats->nodes;
            report_.time_ms = std::llround(std::clamp(stats->seconds, 0.0, 1e9) * kSecond);
        }
        return {};
    }

    SearchReport report() const override { return report_; }

  private:
    void say(std::string& out, const nboard::Command& command) const {
        out += nboard::to_text(command);
        out += '\n';
    }
    void ping(std::string& out) {
        caught_up_ = false;
        say(out, nboard::Ping{++pings_});
    }

    Expected<ggf::Game> record() const {
        const auto board = replica_.start().position(Dialect::nboard);
        if (!board) return Error{board.error()};
        ggf::Game game;
        game.place = "Sparring";
        game.black = "Black";
        game.white = "White";
        game.anti = choice().variant == "reversed";
        game.board = *board;
        const auto position = replica_.start().clone();
        for (const std::string& move : replica_.moves()) {
            const auto spelled = position->spell(move, Dialect::nboard);
            if (!spelled) return Error{spelled.error()};
            const bool black = position->side_to_move() == Side::first;
            game.plies.push_back({black, {*spelled, {}, {}}});
            (void)position->play(move);
        }
        return game;
    }

    /// A game has one time for both sides, in whole seconds; what somebody has used beyond that,
    /// their last moves have taken. A time for one move is told as all that is left.
    void tell_time(ggf::Game& game, const Limits& limits) const {
        Clock clock;
        if (limits.clock)
            clock = *limits.clock;
        else if (limits.move_time_ms)
            clock = Clock{*limits.move_time_ms, *limits.move_time_ms, 0, 0, {}};
        else
            return;
        const auto mover = static_cast<std::size_t>(replica_.position().side_to_move());
        const std::array left{clock.first_ms, clock.second_ms};
        const std::array increments{clock.first_increment_ms, clock.second_increment_ms};
        const std::int64_t increment = increments[mover] / kSecond * kSecond;

        std::array<std::int64_t, 2> made{};
        std::array<ggf::Played*, 2> last{};
        for (auto& [black, played] : game.plies) {
            ++made[black ? 0 : 1];
            last[black ? 0 : 1] = &played;
        }
        std::int64_t most = 0;
        for (std::size_t side = 0; side < 2; ++side)
            if (last[side]) most = std::max(most, left[side] - increment * made[side]);
        const std::int64_t whole = (most + kSecond - 1) / kSecond * kSecond;
        game.time = ggf::Time{last[mover] ? whole : left[mover], increment, 0};
        for (std::size_t side = 0; side < 2; ++side) {
            if (!last[side]) continue;
            const std::int64_t used = game.time->main_ms + increment * made[side] - left[side];
            last[side]->seconds = static_cast<double>(std::max<std::int64_t>(used, 0)) / kSecond;
        }
    }

    static std::optional<ugi::Score> score_of(std::optional<double> discs) {
        if (!discs) return {};
        const double centi = std::clamp(*discs, -1000.0, 1000.0) * 100;
        return ugi::Score{ugi::Score::Kind::cp, static_cast<int>(std::lround(centi))};
    }

    Replica replica_;
    std::int64_t pings_ = 0;
    std::optional<int> depth_;
    bool greeted_ = false;
    bool caught_up_ = false;  // the last ping has been answered
    bool asked_ = false;      // a move is awaited
    SearchReport report_;
    std::string move_;
};

}  // namespace

std::unique_ptr<Interpreter> nboard_interpreter(const games::Choice& choice) {
    return std::make_unique<NboardInterpreter>(choice);
}

}  // namespace sparring::referee
