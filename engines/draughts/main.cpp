#include "engines/bot/serve.hpp"
#include "engines/draughts/engine.hpp"

int main() {
    return sparring::bot::serve<sparring::draughts::Engine>();
}
