#include "engines/bot/serve.hpp"
#include "engines/dots-and-boxes/engine.hpp"

int main(int argc, char** argv) {
    return sparring::bot::serve<sparring::dots_and_boxes::Engine>(argc, argv);
}
