// GTP for Othello, with GoGui's rule server commands (`gogui-rules_*`).
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>

#include "engines/bot/bot.hpp"
#include "protocol/gtp.hpp"
#include "protocol/text.hpp"

namespace sparring::bot {
namespace {

/// Until somebody sets a time.
constexpr OwnTime::Budget kUsual{{}, 5000};

class GtpSession final : public Session {
  public:
    using Session::Session;

    Dialect dialect() const override { return Dialect::gtp; }

    void open() override { bot().own_time().assume(kUsual); }

    bool handle(std::string_view line) override {
        const auto command = gtp::parse_command(line);
        if (!command) return true;
        id_ = command->id;
        if (command->name == "quit") {
            succeed();
            return false;
        }
        for (const Entry& entry : kEntries) {
            if (entry.name != command->name) continue;
            (this->*entry.obey)(command->arguments);
            return true;
        }
        fail("unknown command");
        return true;
    }

    /// A controller waits for each response; what it sends before is for later.
    Meanwhile meanwhile(std::string_view) override { return Meanwhile::later; }

    bool conclude(const Found& found) override {
        const std::string move = brain().spell(found.move, Dialect::gtp);
        if (plays_) {
            if (const auto played = brain().play(found.move, Dialect::ugi); !played) {
                fail(played.error());
                return true;
            }
        }
        succeed(move);
        return true;
    }

  private:
    using Arguments = std::vector<std::string>;
    struct Entry {
        std::string_view name;
        void (GtpSession::*obey)(const Arguments&);
    };
    static const std::array<Entry, 24> kEntries;

    void reply(bool ok, std::string text) { say(gtp::to_text(gtp::Response{ok, id_, text})); }
    void succeed(const std::string& text = {}) { reply(true, text); }
    void fail(const std::string& text) { reply(false, text); }

    // ---- about the engine ----

    void protocol_version(const Arguments&) { succeed("2"); }
    void name(const Arguments&) { succeed("Sparring"); }
    void version(const Arguments&) { succeed(SPARRING_VERSION); }
    void known_command(const Arguments& arguments) {
        bool known = arguments.size() == 1 && arguments[0] == "quit";
        for (const Entry& entry : kEntries)
            known = known || (arguments.size() == 1 && arguments[0] == entry.name);
        succeed(known ? "true" : "false");
    }
    void list_commands(const Arguments&) {
        std::string all = "quit";
        for (const Entry& entry : kEntries) all += fmt::format("\n{}", entry.name);
        succeed(all);
    }

    // ---- the game ----

    void boardsize(const Arguments& arguments) {
        if (arguments.empty() || arguments[0] != "8") return fail("unacceptable size");
        clear_board({});
    }
    void clear_board(const Arguments&) {
        brain().new_game();
        brain().start();
        bot().own_time().new_game();
        left_.reset();
        succeed();
    }
    void komi(const Arguments&) { succeed(); }
    void set_game(const Arguments& arguments) {
        const std::string game = text::lower(fmt::format("{}", fmt::join(arguments, "-")));
        const bool reversed = game == "reversed-reversi" || game == "anti-othello";
        if (!reversed && game != "othello" && game != "reversi") return fail("unsupported game");
        if (const auto refused =
                brain().options().set("Variant", reversed ? "reversed" : "othello"))
            return fail(refused->message);
        clear_board({});
    }
    void list_games(const Arguments&) { succeed("Othello\nReversed-Reversi"); }
    void game_id(const Arguments&) { succeed("Othello"); }
    void board_size(const Arguments&) { succeed("8"); }

    void play(const Arguments& arguments) {
        if (arguments.size() != 2) return fail("expected colour and move");
        if (!take_turn(arguments[0], arguments[1])) return;
        const auto played = brain().play(arguments[1], Dialect::gtp);
        if (played)
            succeed();
        else
            fail("illegal move: " + played.error());
    }
    void undo(const Arguments&) {
        if (brain().undo())
            succeed();
        else
            fail("cannot undo");
    }

    /// Whether it is that colour's turn, after a pass that nobody has sent if need be; else the
    /// response says so.
    bool take_turn(const std::string& colour, std::string_view move = {}) {
        const auto black = gtp::parse_is_black(colour);
        if (!black) {
            fail(fmt::format("'{}' is no colour", text::printable(colour)));
            return false;
        }
        if ((brain().side_to_move() == Side::first) == *black) return true;
        const bool passing = brain().is_legal("pass") && !text::equals_ignoring_case(move, "pass");
        if (passing && brain().play("pass", Dialect::gtp)) return true;
        fail("wrong color");
        return false;
    }

    // ---- moves and time ----

    void genmove(const Arguments& arguments) { generate(arguments, true); }
    void reg_genmove(const Arguments& arguments) { generate(arguments, false); }
    void generate(const Arguments& arguments, bool plays) {
        if (arguments.size() != 1) return fail("expected a colour");
        if (brain().outcome() != Outcome::none) return fail("the game is over");
        if (!take_turn(arguments[0])) return;
        plays_ = plays;
        bot().think(limits());
    }

    void time_settings(const Arguments& arguments) {
        const auto settings = gtp::parse_time_settings(arguments);
        if (!settings) return fail(settings.error());
        settings_ = *settings;
        left_.reset();
        succeed();
    }
    void time_left(const Arguments& arguments) {
        const auto left = gtp::parse_time_left(arguments);
        if (!left) return fail(left.error());
        if ((brain().side_to_move() == Side::first) == left->black) left_ = *left;
        succeed();
    }

    Limits limits() {
        Limits limits = bot().own_time().limits();
        // A controller that sets a time without ever saying what is left means each move's share.
        std::int64_t seconds = 0;
        int stones = 0;
        if (left_) {
            seconds = left_->seconds;
            stones = left_->stones;
        } else if (settings_ && settings_->main_s > 0) {
            seconds = settings_->main_s;
        } else if (settings_ && settings_->stones > 0) {
            seconds = settings_->period_s;
            stones = settings_->stones;
        } else {
            return limits;
        }
        const std::int64_t ms = std::max<std::int64_t>(seconds * 1000, 1);
        Clock clock{ms, ms, 0, 0, {}};
        if (stones > 0) clock.moves_to_go = stones;
        limits.move_time_ms.reset();
        limits.clock = clock;
        return limits;
    }

    // ---- for people and GoGui ----

    void showboard(const Arguments&) { succeed("\n" + std::string{text::trim(brain().board())}); }
    /// Go's rows count from below, and so does GoGui: the last row comes first.
    void rules_board(const Arguments&) {
        const std::string fen = brain().fen();
        std::string rows;
        for (std::size_t row = 8; row-- > 0;)
            rows += fmt::format("\n{}", fmt::join(fen.substr(8 * row, 8), " "));
        for (char& c : rows) c = c == '-' ? '.' : c;
        succeed(rows.substr(1));
    }
    void legal_moves(const Arguments&) {
        succeed(fmt::format("{}", fmt::join(brain().legal_moves(Dialect::gtp), " ")));
    }
    void side_to_move(const Arguments&) {
        succeed(brain().side_to_move() == Side::first ? "black" : "white");
    }
    void final_score(const Arguments&) {
        if (brain().outcome() == Outcome::none) return fail("the game is not over");
        const int margin = brain().margin();
        succeed(margin > 0   ? fmt::format("B+{}", margin)
                : margin < 0 ? fmt::format("W+{}", -margin)
                             : "0");
    }

    std::optional<std::int64_t> id_;
    std::optional<gtp::TimeSettings> settings_;
    std::optional<gtp::TimeLeft> left_;
    bool plays_ = true;
};

const std::array<GtpSession::Entry, 24> GtpSession::kEntries{{
    {"protocol_version", &GtpSession::protocol_version},
    {"name", &GtpSession::name},
    {"version", &GtpSession::version},
    {"known_command", &GtpSession::known_command},
    {"list_commands", &GtpSession::list_commands},
    {"boardsize", &GtpSession::boardsize},
    {"clear_board", &GtpSession::clear_board},
    {"komi", &GtpSession::komi},
    {"play", &GtpSession::play},
    {"genmove", &GtpSession::genmove},
    {"reg_genmove", &GtpSession::reg_genmove},
    {"undo", &GtpSession::undo},
    {"time_settings", &GtpSession::time_settings},
    {"time_left", &GtpSession::time_left},
    {"set_game", &GtpSession::set_game},
    {"list_games", &GtpSession::list_games},
    {"showboard", &GtpSession::showboard},
    {"final_score", &GtpSession::final_score},
    {"gogui-rules_game_id", &GtpSession::game_id},
    {"gogui-rules_board", &GtpSession::rules_board},
    {"gogui-rules_board_size", &GtpSession::board_size},
    {"gogui-rules_legal_moves", &GtpSession::legal_moves},
    {"gogui-rules_side_to_move", &GtpSession::side_to_move},
    {"gogui-rules_final_result", &GtpSession::final_score},
}};

}  // namespace

std::unique_ptr<Session> gtp_session(Bot& bot) {
    return std::make_unique<GtpSession>(bot);
}

}  // namespace sparring::bot
