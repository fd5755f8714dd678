// NBoard for Othello GUIs: playing, hints for the best moves, the analysis of a whole game.
#include <fmt/format.h>

#include "engines/bot/bot.hpp"
#include "engines/bot/nboard_game.hpp"
#include "engines/bot/nboard_ranking.hpp"
#include "protocol/nboard.hpp"

namespace sparring::bot {
namespace {

/// Where neither host nor user has set a depth or a time: for a move or a hint, and for each
/// position of an analysis.
constexpr std::int64_t kUsual = 5000, kUsualAnalysis = 500;  // ms

constexpr int kDeepest = 100;  // plies

class NboardSession final : public Session {
  public:
    explicit NboardSession(Bot& bot) : Session{bot}, game_{bot.brain()} {}

    Dialect dialect() const override { return Dialect::nboard; }

    bool handle(std::string_view line) override {
        const auto command = nboard::parse_command(line);
        if (std::holds_alternative<nboard::Quit>(command)) return false;
        std::visit([this](const auto& known) { this->obey(known); }, command);
        return true;
    }

    /// A ping ends the search, because the position is about to change.
    Meanwhile meanwhile(std::string_view line) override {
        const auto command = nboard::parse_command(line);
        if (std::holds_alternative<nboard::Quit>(command)) return Meanwhile::quit;
        if (std::holds_alternative<nboard::Ping>(command)) {
            ++pings_waiting_;
            bot().stop_thinking();
        }
        return Meanwhile::later;
    }

    void progress(const ugi::Info& info) override {
        if (!ranking_ && !analysis_) reply(line_of(info));
    }

    bool conclude(const Found& found) override {
        if (!found.error.empty()) complain(found.error);
        if (overtaken()) {
            finish();
        } else if (ranking_) {
            ranking_->take(found);
            go_on(*ranking_);
        } else if (analysis_) {
            analysis_->take(found);
            go_on(*analysis_);
        } else {
            reply(nboard::NodeStats{found.info.nodes.value_or(0), seconds(found)});
            if (moving_)
                choose(found);
            else
                finish();
        }
        return true;
    }

  private:
    void reply(const nboard::Reply& reply) { say(nboard::to_text(reply)); }
    void status(std::string_view text) { reply(nboard::Status{std::string{text}}); }
    void complain(std::string_view text) { status(fmt::format("Error: {}", text)); }

    /// A ping has come after this: nobody waits for it any more.
    bool overtaken() const { return pings_waiting_ > 0; }

    static double seconds(const Found& found) {
        return static_cast<double>(found.info.time_ms.value_or(0)) / 1000;
    }

    // ---- the game ----

    void obey(const nboard::Hello&) { reply(nboard::SetName{"Sparring"}); }
    void obey(const nboard::SetDepth& set) { depth_ = set.depth; }
    void obey(const nboard::SetContempt&) {}  // there is no book
    void obey(const nboard::SetGame& set) {
        if (const auto refused = game_.set(set.game)) complain("set game: " + refused->message);
    }
    void obey(const nboard::Move& move) {
        if (const auto refused = game_.play(move.played)) complain("move " + refused->message);
    }
    void obey(const nboard::Ping& ping) {
        if (pings_waiting_ > 0) --pings_waiting_;
        reply(nboard::Pong{ping.number});
    }
    void obey(const nboard::Learn&) { reply(nboard::Learned{}); }
    void obey(const nboard::Quit&) {}
    void obey(const nboard::UnknownCommand&) {}
    void obey(const nboard::BadCommand& bad) { complain(bad.error); }

    // ---- searches ----

    /// By depth and by the clock of the game.
    void obey(const nboard::Go&) {
        if (overtaken()) return;
        if (brain().outcome() != Outcome::none) {
            status("The game is over");
            return reply(nboard::Chosen{{"PA", {}, {}}});
        }
        Limits limits = own_limits();
        if (const auto clock = game_.clock()) limits.clock = clock;
        if (limits.unlimited()) limits.move_time_ms = kUsual;
        moving_ = true;
        status("Thinking");
        bot().think(limits);
    }

    /// The clock does not count.
    void obey(const nboard::Hint& hint) {
        if (overtaken()) return;
        if (brain().outcome() != Outcome::none) return status("The game is over");
        const Limits limits = without_clock(kUsual);
        status("Analyzing");
        if (hint.moves == 1 || brain().legal_moves(Dialect::ugi).size() == 1)
            return bot().think(limits);
        ranking_.emplace(brain(), hint.moves, limits.depth.value_or(kDeepest), limits.move_time_ms);
        go_on(*ranking_);
    }

    void obey(const nboard::Analyze&) {
        if (overtaken()) return;
        status("Analyzing");
        analysis_.emplace(brain(), game_.moves(), without_clock(kUsualAnalysis));
        go_on(*analysis_);
    }

    template <class Work>
    void go_on(Work& work) {
        std::vector<nboard::Reply> replies;
        const auto limits = work.next(replies);
        for (const nboard::Reply& each : replies) reply(each);
        if (limits)
            bot().think(*limits);
        else
            finish();
    }

    Limits own_limits() {
        Limits limits = bot().own_time().limits();
        if (depth_) limits.depth = depth_;
        return limits;
    }
    Limits without_clock(std::int64_t usual_ms) {
        Limits limits = own_limits();
        limits.clock.reset();
        if (limits.unlimited()) limits.move_time_ms = usual_ms;
        return limits;
    }

    /// `===` clears the host's status; the move is played when the host says so.
    void choose(const Found& found) {
        moving_ = false;
        ggf::Played played{brain().spell(found.move, Dialect::nboard), {}, seconds(found)};
        if (found.info.score) played.eval = discs(*found.info.score);
        reply(nboard::Chosen{played});
    }

    /// Or given up.
    void finish() {
        if (ranking_ || analysis_) game_.restore();
        ranking_.reset();
        analysis_.reset();
        moving_ = false;
        status({});
    }

    NboardGame game_;
    std::optional<int> depth_;
    int pings_waiting_ = 0;  // read, but not yet answered
    bool moving_ = false;
    std::optional<NboardRanking> ranking_;
    std::optional<NboardAnalysis> analysis_;
};

}  // namespace

std::unique_ptr<Session> nboard_session(Bot& bot) {
    return std::make_unique<NboardSession>(bot);
}

}  // namespace sparring::bot
