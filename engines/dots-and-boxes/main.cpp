#include "engines/bot/serve.hpp"
#include "engines/dots-and-boxes/engine.hpp"

int main() {
    return sparring::bot::serve<sparring::dots_and_boxes::Engine>();
}
