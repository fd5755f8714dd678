#include "engines/bot/serve.hpp"
#include "engines/draughts/engine.hpp"

int main(int argc, char** argv) {
    return sparring::bot::serve<sparring::draughts::Engine>(argc, argv);
}
