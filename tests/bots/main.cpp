// misbehaving_bot MODE [--game reversi] [--at MOVE] [--ms N]: an engine with one bad habit (or
// none). `misbehaving_bot list` prints the modes. What the referee must make of each stands in one
// table, tests/referee/misbehaving_bots.cpp.
#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

#include <cstdlib>
#include <map>
#include <string>

#include "protocol/text.hpp"
#include "tests/bots/bot.hpp"

namespace {

using namespace sparring;
using namespace sparring::bots;
using Habits = Bot::Habits;

int milliseconds = 50;  // --ms: how long the slow ones take

void say_info() {
    say("info depth 1 score cp 0 nodes 1 time 0 pv a1 a2 a3 a4 a5 a6 a7 a8\n");
}

/// A child that does nothing but live; with `daemon` it leaves group and session, and its parent.
void leave_a_child(bool daemon) {
    if (::fork() != 0) return;
    if (daemon) {
        ::setsid();
        if (::fork() != 0) ::_exit(0);
    }
    ::signal(SIGTERM, SIG_IGN);
    hang();
}

void stop_listening(Bot& bot) {
    bot.answer();
    hang();
}

void ignore_terminate() {
    ::signal(SIGTERM, SIG_IGN);
}

std::map<std::string, Habits> modes() {
    std::map<std::string, Habits> m;
    const auto nothing = [](Bot&) {};
    const auto instead = [](std::string text) { return [text](Bot&) { say(text); }; };

    // Good ones, some of them odd.
    m["good"] = {};
    m["crlf"].hello = [](Bot&) { say("id name bot\r\nugiok\r\n"); };
    m["crlf"].ready = instead("readyok\r\n");
    m["crlf"].go = [](Bot& b) { say("info depth 1\r\nbestmove " + b.chosen() + "\r\n"); };
    m["blanks"].go = [](Bot& b) { say("\n \t\n  bestmove \t " + b.chosen() + "  \n"); };
    m["capitals"].go = [](Bot& b) {
        std::string move = b.chosen();
        if (move.size() == 2) move[0] = static_cast<char>(move[0] - 'a' + 'A');
        say("bestmove " + move + "\n");
    };
    m["ponders"].go = [](Bot& b) { say("bestmove " + b.chosen() + " ponder a1\n"); };
    m["pieces"].go = [](Bot& b) {
        for (const char c : "bestmove " + b.chosen() + "\n") {
            say({&c, 1});
            sleep_ms(1);
        }
    };
    m["chatty"].go = [](Bot& b) {
        for (int i = 0; i < 2000; ++i) say_info();
        b.answer();
    };
    m["long-line"].go = [](Bot& b) {
        say("info string " + std::string(60'000, 'x') + "\n");
        b.answer();
    };
    m["binary-noise"].go = [](Bot& b) {
        std::string noise;
        for (int i = 0; i < 4096; ++i)
            noise += static_cast<char>(mix64(static_cast<std::uint64_t>(i)));
        say(noise + "\n" + std::string(100, '\0') + "\n");
        b.answer();
    };
    m["two-bestmoves"].go = [](Bot& b) {
        say("bestmove " + b.chosen() + "\nbestmove " + b.chosen() + "\n");
    };
    m["early-bestmove"].ready = instead("readyok\nbestmove a1\nbestmove h8\n");
    m["talks-out-of-turn"].go = [](Bot& b) {
        b.answer();
        say("info string thinking on your time\nresponse true\nreadyok\n");
    };
    m["stderr"].go = [](Bot& b) {
        const std::string text(100'000, 'e');
        (void)!::write(STDERR_FILENO, text.data(), text.size());
        b.answer();
    };
    m["slow-start"].start = [](Bot&) { sleep_ms(milliseconds); };
    m["resigns"].once = instead("bestmove resign\n");

    // Do not start.
    m["exit-at-start"].start = [](Bot&) { ::_exit(7); };
    m["crash-at-start"].start = [](Bot&) { ::raise(SIGSEGV); };
    m["no-ugiok"].hello = instead("id name bot\nuciok\n");
    m["no-readyok"].ready = nothing;
    m["flood-at-start"].hello = [](Bot&) {
        for (;;) say_info();
    };
    m["refuses-option"].ready =
        instead("info string error option Hash: 1 is too little\nreadyok\n");

    // Wrong answers.
    m["illegal"].once = instead("bestmove d4\n");
    m["opponents-move"].once = [](Bot& b) { say("bestmove " + b.opponents_move() + "\n"); };
    m["malformed"].once = instead("bestmove z9z9\n");
    m["false-pass"].once = instead("bestmove pass\n");
    m["none"].once = instead("bestmove none\n");
    m["empty-bestmove"].once = instead("bestmove\n");
    m["blank-bestmove"].once = instead("bestmove    \n");
    m["binary-bestmove"].once = instead("bestmove \x01\x02\xff\xfe\n");
    m["nul-bestmove"].once = instead(std::string{"bestmove d3\0\n", 13});
    m["long-move"].once = instead("bestmove " + std::string(1000, 'a') + "\n");

    // No end.
    m["flood-line"].once = [](Bot&) {
        for (;;) say("xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx");
    };
    m["flood-info"].once = [](Bot&) {
        const std::string much(4000, 'x');
        for (;;) say("info string " + much + "\n");
    };
    m["flood-binary"].once = [](Bot&) {
        for (;;) say(std::string(4000, '\xff'));
    };
    m["flood-out-of-turn"].once = [](Bot& b) {
        b.answer();
        const std::string much(4000, 'x');
        for (;;) say("info string " + much + "\n");
    };
    m["huge-line"].once = [](Bot& b) {
        say("info string " + std::string(200'000, 'x') + "\n");
        b.answer();
    };

    // No answer.
    m["silent"].once = [](Bot&) { hang(); };
    m["partial"].once = [](Bot& b) {
        say("bestmove " + b.chosen());
        hang();
    };
    m["stops-itself"].once = [](Bot&) { ::raise(SIGSTOP); };
    m["deaf"].once = stop_listening;
    m["late"].once = [](Bot& b) {
        sleep_ms(milliseconds);
        b.answer();
    };
    m["trickle"].once = [](Bot&) {
        for (;;) {
            say_info();
            sleep_ms(5);
        }
    };
    m["no-ready-for-game"].new_game = [](Bot&) { hang(); };

    // Gone.
    m["crash"].once = [](Bot&) { ::_exit(3); };
    m["segfault"].once = [](Bot&) { ::raise(SIGSEGV); };
    m["abort"].once = [](Bot&) { std::abort(); };
    m["exit-zero"].once = [](Bot&) { ::_exit(0); };
    m["move-then-exit"].once = [](Bot& b) {
        b.answer();
        ::_exit(0);
    };
    m["half-a-move-then-exit"].once = [](Bot& b) {
        say("bestmove " + b.chosen());
        ::_exit(0);
    };
    m["closes-output"].once = [](Bot&) {
        ::close(STDOUT_FILENO);
        hang();
    };
    m["closes-input"].once = [](Bot& b) {
        ::close(STDIN_FILENO);
        b.answer();
        hang();
    };
    m["exit-between-games"].new_game = [](Bot& b) {
        if (b.games_begun() > 1) ::_exit(5);
    };

    // Will not go, or leave something behind.
    m["ignores-quit"].quit = nothing;
    m["ignores-end"].quit = nothing;
    m["ignores-end"].end_of_input = [](Bot&) { hang(); };
    m["ignores-everything"] = m["ignores-end"];
    m["ignores-everything"].start = [](Bot&) { ignore_terminate(); };
    m["leaves-child"].start = [](Bot&) { leave_a_child(false); };
    m["leaves-daemon"].start = [](Bot&) { leave_a_child(true); };
    m["crash-with-daemon"].start = m["leaves-daemon"].start;
    m["crash-with-daemon"].once = m["crash"].once;
    m["other-group"].start = [](Bot&) {
        // The child becomes the engine, in a group of its own; its parent only waits.
        const pid_t child = ::fork();
        if (child == 0) {
            ::setsid();
            return;
        }
        hang();
    };
    return m;
}

int usage() {
    fmt::print(
        stderr,
        "usage: misbehaving_bot MODE [--game NAME] [--at MOVE] [--ms N]; MODE 'list' lists them\n");
    return 2;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 2) return usage();
    const std::string mode = argv[1];
    const auto all = modes();
    if (mode == "list") {
        for (const auto& [name, habits] : all) fmt::print("{}\n", name);
        return 0;
    }
    std::string game = "reversi";
    int at = 3;
    for (int i = 2; i + 1 < argc; i += 2) {
        const std::string option = argv[i];
        if (option == "--game") {
            game = argv[i + 1];
        } else if (option == "--at") {
            at = text::number<int>(argv[i + 1]).value_or(at);
        } else if (option == "--ms") {
            milliseconds = text::number<int>(argv[i + 1]).value_or(milliseconds);
        } else {
            return usage();
        }
    }
    const auto choice = games::find(game);
    const auto found = all.find(mode);
    if (found == all.end() || !choice) return usage();
    ::signal(SIGPIPE, SIG_IGN);
    return Bot{*choice, found->second, at}.run();
}
