#include "engines/amazons/engine.hpp"
#include "engines/bot/serve.hpp"

int main() {
    return sparring::bot::serve<sparring::amazons::Engine>();
}
