// A list of pairings between three players.
#include "referee/schedule/pairings.hpp"

#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace sparring::referee;
    static const std::vector<std::string> names{"Alpha", "Bravo", "7"};
    const auto pairings =
        parse_pairings(std::string_view{reinterpret_cast<const char*>(data), size}, names);
    if (!pairings) {
        if (pairings.error().empty()) std::abort();
        return 0;
    }
    for (const Pairing& pairing : *pairings) {
        const auto known = [](int player) { return player >= 0 && player < 3; };
        if (!known(pairing.first) || !known(pairing.second)) std::abort();
        if (pairing.first == pairing.second || pairing.games < 0) std::abort();
    }
    return 0;
}
