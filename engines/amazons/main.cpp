#include "engines/amazons/engine.hpp"
#include "engines/bot/serve.hpp"

int main(int argc, char** argv) {
    return sparring::bot::serve<sparring::amazons::Engine>(argc, argv);
}
