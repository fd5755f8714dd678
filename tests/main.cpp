// Catch2 version 2 wants its main() compiled by the project; version 3 brings it.
#define CATCH_CONFIG_MAIN
#include "tests/catch.hpp"
