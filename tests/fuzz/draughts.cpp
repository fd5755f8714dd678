#include "engines/draughts/notation.hpp"
#include "tests/fuzz/rules.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    return sparring::fuzz::one_input<sparring::draughts::Rules>(data, size);
}
