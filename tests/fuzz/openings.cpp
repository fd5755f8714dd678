// The first byte chooses the game, the second how many plies are taken; then a file of openings.
#include "referee/schedule/opening_files.hpp"
#include "tests/fuzz/checks.hpp"

#include <cstdint>

using sparring::fuzz::require;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace sparring;
    if (size < 2) return 0;
    static const std::vector<games::Choice> choices{
        *games::find("reversi"), *games::find("draughts"), *games::find("amazons/5x6"),
        *games::find("dots-and-boxes/2x3")};
    const auto& choice = choices[data[0] % choices.size()];
    const int plies = data[1] % 16;
    const std::string_view text{reinterpret_cast<const char*>(data) + 2, size - 2};
    const auto openings = referee::parse_openings(choice, text, plies);
    if (!openings) {
        require(!openings.error().empty());
        return 0;
    }
    require(!openings->empty());
    for (const referee::Opening& opening : *openings) {
        const auto position = referee::set_up(choice, opening);
        require(static_cast<bool>(position));
        require((*position)->outcome() == Outcome::none);
        require(plies == 0 || opening.moves.size() <= static_cast<std::size_t>(plies));
    }
    return 0;
}
