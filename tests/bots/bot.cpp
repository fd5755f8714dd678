#include "tests/bots/bot.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <ctime>
#include <utility>

#include "protocol/text.hpp"
#include "protocol/ugi.hpp"

namespace sparring::bots {

void say(std::string_view text) {
    while (!text.empty()) {
        const ssize_t written = ::write(STDOUT_FILENO, text.data(), text.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) ::_exit(4);
        text.remove_prefix(static_cast<std::size_t>(written));
    }
}

void sleep_ms(int milliseconds) {
    timespec rest{milliseconds / 1000, milliseconds % 1000 * 1'000'000L};
    while (::nanosleep(&rest, &rest) != 0 && errno == EINTR) {
    }
}

void hang() {
    for (;;) ::pause();
}

int Bot::run() {
    if (habits_.start) habits_.start(*this);
    position_ = choice_.game->start(choice_.variant);
    std::string buffer;
    std::array<char, 4096> chunk{};
    for (;;) {
        const ssize_t got = ::read(STDIN_FILENO, chunk.data(), chunk.size());
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) break;
        buffer.append(chunk.data(), static_cast<std::size_t>(got));
        std::size_t begin = 0;
        for (auto end = buffer.find('\n'); end != buffer.npos; end = buffer.find('\n', begin)) {
            const std::string line = buffer.substr(begin, end - begin);
            begin = end + 1;
            if (line.starts_with("quit")) {
                if (!habits_.quit) return 0;
                habits_.quit(*this);
            } else {
                obey(line);
            }
        }
        buffer.erase(0, begin);
    }
    if (habits_.end_of_input) habits_.end_of_input(*this);
    return 0;
}

void Bot::greet() {
    std::string text =
        "id name bot\nid author Sparring\noption name Hash type spin default 1 min 1 max 64\n";
    text += "option name Variant type combo default " + choice_.game->variants().front();
    for (const std::string& variant : choice_.game->variants()) text += " var " + variant;
    say(text + "\noption name Clear type button\nugiok\n");
}

void Bot::obey(std::string_view line) {
    line = text::trim(line);
    if (line.starts_with("position")) {
        set_position(line);
    } else if (line.starts_with("go") && line.find("infinite") != line.npos) {
        infinite_ = true;
    } else if (line.starts_with("go")) {
        go();
    } else if (line.starts_with("stop")) {
        if (std::exchange(infinite_, false)) go();
    } else if (line.starts_with("query")) {
        answer_query(line);
    } else if (line.starts_with("isready")) {
        habits_.ready ? habits_.ready(*this) : answer_ready();
    } else if (line.starts_with("uginewgame")) {
        ++games_begun_;
        moves_made_ = 0;
        asked_ = false;
        if (habits_.new_game) habits_.new_game(*this);
    } else if (line.starts_with("ugi")) {
        habits_.hello ? habits_.hello(*this) : greet();
    } else if (line.starts_with("setoption")) {
        const auto command = ugi::parse_command(line);
        const auto* set = std::get_if<ugi::SetOption>(&command);
        if (set == nullptr) return;
        if (set->name == "Variant") {
            if (auto variant = choice_.game->variant(set->value.value_or("")))
                choice_.variant = *variant;
        } else if (habits_.set_option) {
            habits_.set_option(*this, *set);
        }
    }
}

void Bot::set_position(std::string_view line) {
    const auto command = ugi::parse_command(line);
    const auto* set = std::get_if<ugi::SetPosition>(&command);
    if (set == nullptr) return;
    auto position = set->fen ? choice_.game->parse_fen(choice_.variant, *set->fen)
                             : Expected{choice_.game->start(choice_.variant)};
    if (!position) return say(fmt::format("info string error position: {}\n", position.error()));
    position_ = *std::move(position);
    for (const std::string& move : set->moves) {
        if (const auto played = position_->play(move); !played) {
            return say(fmt::format("info string error position: '{}': {}\n", move, played.error()));
        }
    }
}

void Bot::answer_query(std::string_view line) const {
    constexpr std::array results{"none", "p1win", "p2win", "draw"};
    const bool over = position_->outcome() != Outcome::none;
    if (line.find("gameover") != line.npos) say(over ? "response true\n" : "response false\n");
    if (line.find("p1turn") != line.npos)
        say(position_->side_to_move() == Side::first ? "response true\n" : "response false\n");
    if (line.find("result") != line.npos)
        say(fmt::format("response {}\n", results[static_cast<std::size_t>(position_->outcome())]));
}

void Bot::go() {
    asked_ = true;
    if (habits_.go) {
        habits_.go(*this);
    } else if (habits_.once && moves_made_ == at_) {
        habits_.once(*this);
    } else {
        answer();
    }
    ++moves_made_;
}

void Bot::answer() {
    const std::string move = chosen();
    if (move == "none") return say("bestmove none\n");
    say(fmt::format("info depth 1 score cp 0 nodes 1 time 0 pv {}\nbestmove {}\n", move, move));
}

std::string Bot::chosen() const {
    const auto moves = position_->legal_moves();
    return moves.empty() ? "none" : moves[mix64(position_->hash()) % moves.size()];
}

std::string Bot::opponents_move() const {
    // The same position with the other side to move, if its FEN ends in reversi's colour.
    std::string fen = position_->fen();
    fen.back() = fen.back() == 'X' ? 'O' : 'X';
    const auto theirs = choice_.game->parse_fen(choice_.variant, fen);
    if (!theirs) return "none";
    for (const std::string& move : (*theirs)->legal_moves()) {
        if (!position_->canonical(move)) return move;
    }
    return "none";
}

}  // namespace sparring::bots
