// Botzone, for reversi and amazons on 8x8. The platform starts a process for each turn and tells it
// the whole game, unless the bot is one that keeps running (NAME.toml: [botzone] keep-running).
#include <fmt/format.h>

#include "engines/bot/bot.hpp"
#include "protocol/botzone.hpp"
#include "protocol/text.hpp"

namespace sparring::bot {
namespace {

/// A turn has one second, in which the process must start and end as well.
constexpr OwnTime::Budget kUsual{{}, 850};

constexpr Dialect kBotzone = Dialect::botzone;

class BotzoneSession final : public Session {
  public:
    using Session::Session;

    Dialect dialect() const override { return kBotzone; }

    void open() override { bot().own_time().assume(kUsual); }

    /// Lines that are no part of a game are data that a bot may keep: this one keeps none.
    bool handle(std::string_view line) override {
        using botzone::Form;
        if (text::trim(line).empty()) return true;
        if (missing_ > 0) {
            take(botzone::parse_move(line).value_or(""), line);
            return --missing_ > 0 || answer_turn();
        }
        if (const auto turn = botzone::parse_turn_number(line)) {
            if (*turn < 1) return true;
            begin(Form::simple);
            missing_ = 2 * std::min<std::int64_t>(*turn, kMostTurns) - 1;
            return true;
        }
        if (const auto history = botzone::parse_json_history(line)) {
            begin(Form::json);
            for (std::size_t i = 0; i < history->requests.size(); ++i) {
                take(history->requests[i], history->requests[i]);
                if (i < history->responses.size() && i + 1 < history->requests.size())
                    take(history->responses[i], history->responses[i]);
            }
            return answer_turn();
        }
        const auto request = botzone::parse_move(line);
        if (!request) return true;
        if (known_ == 0) begin(line.find('{') == line.npos ? Form::simple : Form::json);
        problem_.clear();
        take(*request, line);
        return answer_turn();
    }

    /// The platform waits for each answer; what comes before is for later.
    Meanwhile meanwhile(std::string_view) override { return Meanwhile::later; }

    bool conclude(const Found& found) override {
        if (found.move.empty()) return respond(none());
        const std::string move = brain().spell(found.move, kBotzone);
        if (problem_.empty()) problem_ = found.error;
        const auto& score = found.info.score;
        const std::string thoughts =
            fmt::format("depth {} {} {} nodes {}", found.info.depth.value_or(0),
                        score && score->kind == ugi::Score::Kind::final ? "final" : "cp",
                        score ? score->value : 0, found.info.nodes.value_or(0));
        (void)brain().play(found.move, Dialect::ugi);
        ++known_;
        return respond(move, thoughts);
    }

  private:
    static constexpr std::int64_t kMostTurns = 1'000'000;

    void begin(botzone::Form form) {
        form_ = form;
        brain().new_game();
        brain().start();
        bot().own_time().new_game();
        known_ = 0;
        us_ = Side::second;
        problem_.clear();
    }

    /// The next move of the history; what comes after one that cannot be played means nothing.
    void take(const std::string& move, std::string_view as_written) {
        const std::size_t index = known_++;
        if (!move.empty()) numbers_ = move;
        if (index == 0 && botzone::is_none(move)) {
            us_ = Side::first;
            return;
        }
        if (!problem_.empty()) return;
        const auto played =
            move.empty() ? Error{"expected whole numbers"} : brain().play(move, kBotzone);
        if (played) return;
        problem_ = fmt::format("{} {} '{}': {}", index % 2 == 0 ? "request" : "response",
                               index / 2 + 1, text::printable(as_written), played.error());
    }

    /// Like the other two: false ends the process.
    bool answer_turn() {
        if (brain().outcome() != Outcome::none || brain().side_to_move() != us_)
            return respond(none());
        bot().think(bot().own_time().limits());
        return true;
    }

    bool respond(const std::string& move, const std::string& thoughts = {}) {
        const bool stays = bot().manner().keep_running;
        // One that stays is expected to say its answer and that it stays, nothing else.
        const std::string debug = stays ? "" : problem_.empty() ? thoughts : problem_;
        std::string text = botzone::to_text({move, debug}, form_);
        if (stays) text += fmt::format("\n{}", botzone::kKeepRunning);
        say(text);
        return stays;
    }

    std::string none() const { return botzone::none_like(numbers_); }

    botzone::Form form_ = botzone::Form::simple;
    std::int64_t missing_ = 0;  // lines of a history in the simple form
    std::size_t known_ = 0;     // requests and responses of this game so far
    Side us_ = Side::second;
    std::string numbers_ = "-1 -1";  // a move: how many numbers the game's have
    std::string problem_;            // what is wrong with the history
};

}  // namespace

std::unique_ptr<Session> botzone_session(Bot& bot) {
    return std::make_unique<BotzoneSession>(bot);
}

}  // namespace sparring::bot
