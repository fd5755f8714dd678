// The table of UGI's steps, in the order in which they are taken.
#include "referee/check/ugi.hpp"

namespace sparring::referee::check {

std::span<const Step> ugi_steps() {
    constexpr unsigned first = Step::essential;
    constexpr unsigned running = Step::running;
    constexpr unsigned rules = Step::running | Step::rules;
    static const std::vector<Step> steps{
        {"the program starts", first, starts},
        {"ugi: ugiok in time", first, says_hello},
        {"variant and options are set, isready: readyok", first, is_configured},
        {"id name and id author", Step::nothing, says_names},
        {"option lines: well-formed, default in range", Step::nothing, declares_options},
        {"setoption: every option takes its default", running, takes_defaults},
        {"isready twice", running, ready_twice},
        {"unknown commands are ignored", running, stays_ready, "xyzzy\nxyzzy 1 2 3\nposition"},
        {"unknown options are ignored or reported", running, stays_ready,
         "setoption name Xyzzy value 1\nsetoption name Xyzzy\nsetoption"},
        {"lines that end with CR LF", running, stays_ready, "position startpos\r\nisready\r"},
        {"blanks, tabs and empty lines", running, stays_ready,
         "\n   \n\t\n  position \t startpos  \n \tisready \t"},
        {"uginewgame", running, stays_ready, "uginewgame"},

        {"position startpos", running, finds_position, "start"},
        {"position startpos moves ..", running, finds_position, "moves"},
        {"position fen ..", running, finds_position, "fen"},
        {"position where the second player moves", running, finds_position, "second"},
        {"go p1time", running, goes, "p1time 1000"},
        {"go p2time", running, goes, "p2time 1000"},
        {"go p1time p2time", running, goes, "p1time 1000 p2time 1000"},
        {"go with increments after the clocks", running, goes,
         "p1time 1000 p2time 1000 p1inc 10 p2inc 10"},
        {"go with increments before the clocks", running, goes,
         "p1inc 10 p2inc 10 p1time 1000 p2time 1000"},
        {"go with movestogo", running, goes, "p1time 1000 p2time 1000 movestogo 10"},
        {"go movetime", running, goes, "movetime 100"},
        {"go depth", running, goes, "depth 3"},
        {"go nodes", running, goes, "nodes 2000"},
        {"go infinite, stop", running, goes_infinite},
        {"isready during a search", running, ready_while_searching},
        {"stop when idle", running, stays_ready, "stop\nstop"},
        {"two go in a row", running, goes_twice},
        {"a finished game: bestmove none", rules, knows_the_end},
        {"a position after many moves", rules, takes_long_positions},
        {"a line of over 4 KiB", running, takes_long_lines},
        {"the same move again at fixed depth", running, repeats_itself},
        {"time kept at 10 ms a move", running, keeps_time, "10"},
        {"time kept at 100 ms a move", running, keeps_time, "100"},
        {"time kept at 1 s a move", running, keeps_time, "1000"},

        {"one bestmove for one go", running, moves_once},
        {"nothing after bestmove", running, falls_silent},
        {"an info line in each search", running, informs},
        {"info lines are well-formed", running, informs_well},
        {"a score in an info line", running, gives_scores},
        {"depth, nodes, time of the info lines are sane", running, counts_sanely},
        {"moves of a pv are legal", rules, expects_legal_moves},

        {"query gameover", running, agrees, "gameover"},
        {"query p1turn", running, agrees, "p1turn"},
        {"query result", running, agrees, "result"},
        {"query legalmoves", running, agrees, "legalmoves"},
        {"query islegal", running, agrees, "islegal"},
        {"query fen", running, agrees, "fen"},
        {"query gameover and result of finished games", rules, agrees_at_the_end},

        {"an illegal move in the list", running, survives, "illegal"},
        {"a position that is none", running, survives, "fen"},
        {"random bytes", running, survives, "garbage"},
        {"a line of 2 MiB", running, survives, "long"},
        {"memory over many games", running, keeps_its_memory},
        {"quit", running, quits, ""},
        {"quit during a search", running, quits, "go infinite"},
        {"end of the input", running, ends_with_input, ""},
        {"end of the input during a search", running, ends_with_input, "go infinite"},
        {"no process is left behind", Step::nothing, leaves_nothing},
    };
    return steps;
}

}  // namespace sparring::referee::check
