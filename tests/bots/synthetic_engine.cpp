// synthetic_engine [--game NAME] [--parameters N] [--optimum A,B,..] [--crash-at N] [--delay MS]:
// an engine whose strength is a known function of its options, for tests of tuners.
//
// It has the options P1 .. PN (N is 5 if nothing else is said), spins from 0 to 100, all 20 by
// default. The optimum is at 70, 35, 80, 55, 90, and so on in turn, unless --optimum gives N
// places. With
//
//     u^2 = sum of (P_i - optimum_i)^2 / the same sum in the corner furthest from the optimum
//
// it plays the good move with the chance exp(-3 u^2), that is 1 at the optimum and 0.05 in the
// furthest corner, else any legal move. Good is what a look two plies ahead finds: to win, to move
// again, not to let the other one do either, to have more moves than he (fewer in draughts and in
// reversed reversi, where moves are a burden). What it plays is a function of the position, P1 ..
// PN and the option `Seed`: equal games repeat.
//
// --crash-at N: every process exits when it is asked for its N-th move. --delay MS: it sleeps so
// long before each move, and costs no processor time meanwhile.
#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engines/bot/options.hpp"
#include "protocol/text.hpp"
#include "tests/bots/bot.hpp"

namespace {

using namespace sparring;
using namespace sparring::bots;

constexpr int kLeast = 0, kMost = 100, kDefault = 20;
constexpr std::size_t kMostWork = 20'000;  // moves listed and played for one move

struct Parameters {
    std::vector<int> optimum, values;
    std::uint64_t seed = 1;
};

std::vector<int> usual_optimum(std::size_t count) {
    constexpr int kPlaces[] = {70, 35, 80, 55, 90};
    std::vector<int> optimum;
    for (std::size_t i = 0; i < count; ++i) optimum.push_back(kPlaces[i % std::size(kPlaces)]);
    return optimum;
}

double chance_of_good_move(const Parameters& parameters) {
    double distance = 0, furthest = 0;
    for (std::size_t i = 0; i < parameters.optimum.size(); ++i) {
        const int best = parameters.optimum[i];
        distance += std::pow(parameters.values[i] - best, 2);
        furthest += std::pow(std::max(best - kLeast, kMost - best), 2);
    }
    return std::exp(-3 * distance / furthest);
}

/// A stream of random numbers for one position.
class Dice {
  public:
    Dice(const Parameters& parameters, std::uint64_t position) : state_{parameters.seed} {
        for (const int value : parameters.values) mix(static_cast<std::uint64_t>(value));
        mix(position);
    }
    std::size_t below(std::size_t count) { return next() % count; }
    double unit() { return static_cast<double>(next() >> 11) * 0x1p-53; }

  private:
    void mix(std::uint64_t value) { state_ = mix64(state_ ^ mix64(value)); }
    std::uint64_t next() { return mix64(state_++); }

    std::uint64_t state_;
};

/// What good moves leave: to oneself many moves and to the other few, or the reverse, where moves
/// are a burden; in dots-and-boxes all leave as many.
enum class Freedom { good, bad, none };

Freedom freedom_in(const games::Choice& choice) {
    if (choice.game->name() == "dots-and-boxes") return Freedom::none;
    const bool burden = choice.game->name() == "draughts" || choice.variant == "reversed";
    return burden ? Freedom::bad : Freedom::good;
}

/// Looks two plies ahead.
class Look {
  public:
    Look(const games::Position& position, Freedom freedom)
        : position_{position}, mover_{position.side_to_move()}, freedom_{freedom} {}

    /// The first of the best moves; of very many the first ones count.
    std::string good_move(const std::vector<std::string>& moves) {
        std::string best = moves.front();
        int most = std::numeric_limits<int>::min();
        for (const std::string& move : moves) {
            if (work_ > kMostWork) break;
            const auto after = played(position_, move);
            const int value = worth(*after);
            if (value > most) {
                most = value;
                best = move;
            }
        }
        return best;
    }

    std::size_t work() const { return work_; }

  private:
    std::unique_ptr<games::Position> played(const games::Position& before,
                                            const std::string& move) {
        ++work_;
        auto after = before.clone();
        if (!after->play(move)) std::abort();  // it is one of the legal moves
        return after;
    }

    std::vector<std::string> moves_of(const games::Position& position) {
        auto moves = position.legal_moves();
        work_ += moves.size();
        return moves;
    }

    int worth(const games::Position& after) {
        if (after.outcome() != Outcome::none) return result(after);
        if (after.side_to_move() == mover_) return 1'000;
        const auto replies = moves_of(after);
        int worst = 900;
        if (replies.size() * replies.size() <= kMostWork) {
            for (const std::string& reply : replies)
                worst = std::min(worst, after_reply(*played(after, reply)));
        }
        return worst - freedom(replies.size());
    }

    int after_reply(const games::Position& next) {
        if (next.outcome() != Outcome::none) return result(next);
        if (next.side_to_move() != mover_) return -1'000;
        return freedom_ == Freedom::none ? 0 : freedom(moves_of(next).size());
    }

    int freedom(std::size_t moves) const {
        const int few = static_cast<int>(std::min<std::size_t>(moves, 400));
        return freedom_ == Freedom::good ? few : freedom_ == Freedom::bad ? -few : 0;
    }

    int result(const games::Position& over) const {
        const int margin = mover_ == Side::first ? over.margin() : -over.margin();
        if (over.outcome() == Outcome::draw) return margin;
        return margin + (over.outcome() == win_of(mover_) ? 10'000 : -10'000);
    }

    const games::Position& position_;
    Side mover_;
    Freedom freedom_;
    std::size_t work_ = 0;  // moves listed and played
};

void answer(const games::Position& position, Freedom freedom, const Parameters& parameters) {
    auto moves = position.legal_moves();
    if (moves.empty()) return say("bestmove none\n");
    Dice dice{parameters, position.hash()};
    const bool good = dice.unit() < chance_of_good_move(parameters);
    for (std::size_t i = moves.size(); i > 1; --i) std::swap(moves[i - 1], moves[dice.below(i)]);
    Look look{position, freedom};
    const std::string move = good ? look.good_move(moves) : moves.front();
    say(fmt::format("info depth 1 nodes {} score cp 0 pv {}\nbestmove {}\n", look.work(), move,
                    move));
}

int usage() {
    fmt::print(stderr,
               "usage: synthetic_engine [--game NAME] [--parameters N] [--optimum A,B,..] "
               "[--crash-at N]; N parameters of 0 to 100\n");
    return 2;
}

/// `70,35`; nothing if one of them is no place on the scale.
std::optional<std::vector<int>> parse_optimum(std::string_view text) {
    std::vector<int> optimum;
    while (true) {
        const auto comma = std::min(text.find(','), text.size());
        const auto value = text::number<int>(text.substr(0, comma));
        if (!value || *value < kLeast || *value > kMost) return {};
        optimum.push_back(*value);
        if (comma == text.size()) return optimum;
        text.remove_prefix(comma + 1);
    }
}

}  // namespace

int main(int argc, char** argv) {
    std::string game = "reversi", optimum;
    std::size_t count = 0;  // as many as the optimum has
    int crash_at = 0, delay = 0;
    for (int i = 1; i < argc; i += 2) {
        const std::string option = argv[i], value = i + 1 < argc ? argv[i + 1] : "";
        if (option == "--game") {
            game = value;
        } else if (option == "--parameters") {
            count = text::number<std::size_t>(value).value_or(0);
            if (count < 1 || count > 1000) return usage();
        } else if (option == "--optimum") {
            optimum = value;
        } else if (option == "--crash-at") {
            crash_at = text::number<int>(value).value_or(-1);
        } else if (option == "--delay") {
            delay = text::number<int>(value).value_or(-1);
        } else {
            return usage();
        }
    }
    const auto choice = games::find(game);
    const auto place =
        optimum.empty() ? usual_optimum(count == 0 ? 5 : count) : parse_optimum(optimum);
    if (!choice || crash_at < 0 || delay < 0 || delay > 1000 || !place ||
        (count != 0 && count != place->size()))
        return usage();
    count = place->size();

    Parameters parameters{*place, std::vector<int>(count, kDefault)};
    bot::OptionTable options;
    for (std::size_t i = 0; i < count; ++i) {
        options.add(Option::spin(fmt::format("P{}", i + 1), kDefault, kLeast, kMost),
                    [&parameters, i](const std::string& value) -> std::optional<Error> {
                        parameters.values[i] = *text::number<int>(value);
                        return {};
                    });
    }
    options.add(Option::spin("Seed", 1, 0, 2'147'483'647),
                [&](const std::string& value) -> std::optional<Error> {
                    parameters.seed = *text::number<std::uint64_t>(value);
                    return {};
                });

    int asked = 0;
    Bot::Habits habits;
    habits.hello = [&](Bot&) {
        std::string text = "id name synthetic\nid author Sparring\n";
        for (const Option& option : options.all()) text += to_text(option) + "\n";
        text += to_text(Option::combo("Variant", choice->variant, choice->game->variants()));
        say(text + "\nugiok\n");
    };
    habits.set_option = [&](Bot&, const ugi::SetOption& set) {
        if (const auto error = options.set(set.name, set.value.value_or("")))
            say(fmt::format("info string error option {}\n", error->message));
    };
    habits.go = [&](Bot& bot) {
        if (++asked == crash_at) ::_exit(3);
        if (delay > 0) ::usleep(static_cast<useconds_t>(delay) * 1000);
        answer(bot.position(), freedom_in(bot.choice()), parameters);
    };
    ::signal(SIGPIPE, SIG_IGN);
    return Bot{*choice, habits, 0}.run();
}
