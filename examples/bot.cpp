// A bot to start from: it looks one move ahead, wins if it can, else plays at random. It speaks UGI
// (docs/protocol.md) and asks an engine for the rules of its game: ./bot build/bin/reversi
#include <sys/socket.h>
#include <unistd.h>
#include <algorithm>
#include <iostream>
#include <random>
#include <sstream>
using namespace std;
const int WIN = 100000;
FILE* rules;  // what the engine says

int evaluate(const string& fen, const string& me) {  // the position after my move; I am p1 or p2
    return 0;  // <== YOUR IDEAS GO HERE: in hundredths of a point, the higher the better for me
}

vector<string> ask(const string& lines) {  // sends lines to the rules, returns what they answer
    dprintf(fileno(rules), "%s\nisready\n", lines.c_str());
    vector<string> answers;
    for (char line[1 << 16]; fscanf(rules, " %65535[^\n]", line) == 1 && line != "readyok"s;)
        answers.push_back(line);
    return feof(rules) ? throw runtime_error("the engine has ended") : answers;
}

void choose(int seed) {  // says the best move; of equally good ones any
    const auto now = ask("query p1turn\nquery fen\nquery legalmoves");
    string move, me = now.at(0) == "response true" ? "p1" : "p2";
    const string here = "position fen " + now.at(1).substr(9);
    vector<string> moves;
    for (istringstream in(now[2].substr(9)); in >> move && move != "none";) moves.push_back(move);
    shuffle(moves.begin(), moves.end(), mt19937(hash<string>()(here) + seed));
    pair<int, string> best{-WIN - 1, "none"};
    for (size_t i = 0; i < moves.size() && i < 100; ++i) {  // Amazons begins with 2176
        const auto next = ask(here + " moves " + moves[i] + "\nquery result\nquery fen\n" + here);
        int score = evaluate(next.at(1).substr(9), me);
        if (next[0].find("win") != string::npos) score = next[0].find(me) < 99 ? WIN : -WIN;
        if (score > best.first) best = {score, moves[i]};
    }
    cout << "info depth 1 score cp " << best.first << "\nbestmove " << best.second << "\n";
}

int main(int argc, char** argv) {
    int fd[2], seed = 1;
    socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fd);
    if (fork() == 0) return dup2(fd[1], 0), dup2(fd[1], 1), execvp(argv[1], argv + 1), 1;
    rules = (close(fd[1]), fdopen(fd[0], "r"));
    for (string line, word, go; word != "quit" && getline(cin, line);) {
        istringstream(line + " -") >> word;
        if (word == "isready") cout << "readyok\n";
        if (word == "ugi") cout << "id name One ply in C++\nid author you\n";
        if (word == "ugi") cout << "option name Seed type spin default 1 min 0 max 999999999\n";
        if (sscanf(line.c_str(), " setoption name %*[Ss]eed value %d", &seed) == 1) continue;
        if (word == "ugi" || word == "setoption" || word == "position" || word == "query")
            for (const string& a : ask(line))
                if (word != "ugi" || a == "ugiok" || a.find("Variant") < 99) cout << a << "\n";
        if (word == "go") go = line;  // until there is a number, or stop or quit
        bool end = word == "stop" || word == "quit" || go.find_first_of("0123456789") != go.npos;
        if (go != "" && end) go = "", choose(seed);
    }
}
