// The executable of an engine: one line of main() serves a game on standard input and output.
#pragma once

#include "engines/bot/brain_of.hpp"

namespace sparring::bot {

/// Returns the exit status: 0 after the host's goodbye or the end of the input, 2 for arguments or
/// a settings file that it does not understand.
int serve(Brain& brain, int argc, char** argv);

template <GameLike G>
int serve(int argc, char** argv) {
    BrainOf<G> brain;
    return serve(brain, argc, argv);
}

}  // namespace sparring::bot
