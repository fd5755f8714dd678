#include "engines/bot/serve.hpp"
#include "engines/reversi/engine.hpp"

int main(int argc, char** argv) {
    return sparring::bot::serve<sparring::reversi::Engine>(argc, argv);
}
