#include "engines/bot/serve.hpp"
#include "engines/reversi/engine.hpp"

int main() {
    return sparring::bot::serve<sparring::reversi::Engine>();
}
