// The executable of an engine: one line of main() serves a game on standard input and output.
#pragma once

#include <unistd.h>

#include <csignal>

#include "engines/bot/bot.hpp"

namespace sparring::bot {

/// Returns the exit status: 0 after `quit` or the end of the input.
template <GameLike G>
int serve() {
    std::signal(SIGPIPE, SIG_IGN);
    LineReader input{STDIN_FILENO};
    Output output;
    Bot<G> bot{input, output};
    bot.run();
    return 0;
}

}  // namespace sparring::bot
