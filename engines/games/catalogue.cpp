#include "engines/games/catalogue.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>

#include "engines/amazons/notation.hpp"
#include "engines/dots-and-boxes/notation.hpp"
#include "engines/draughts/notation.hpp"
#include "engines/games/erase.hpp"
#include "engines/reversi/notation.hpp"
#include "protocol/text.hpp"

namespace sparring::games {
namespace {

const ErasedGame<amazons::Rules> kAmazons;
const ErasedGame<dots_and_boxes::Rules> kDotsAndBoxes;
const ErasedGame<draughts::Rules> kDraughts;
const ErasedGame<reversi::Rules> kReversi;
constexpr std::array<const Game*, 4> kGames{&kAmazons, &kDotsAndBoxes, &kDraughts, &kReversi};

}  // namespace

std::span<const Game* const> catalogue() {
    return kGames;
}

std::string full_name(const Choice& choice) {
    const std::string name{choice.game->name()};
    return choice.variant.empty() ? name : name + "/" + choice.variant;
}

Expected<Choice> find(std::string_view name) {
    const auto slash = std::min(name.find('/'), name.size());
    const auto base = name.substr(0, slash);
    const auto variant_text = name.substr(std::min(slash + 1, name.size()));
    std::vector<std::string> names;
    for (const Game* game : kGames) {
        names.emplace_back(game->name());
        if (!text::equals_ignoring_case(game->name(), base)) continue;
        auto variant = game->variant(variant_text);
        if (!variant) return Error{variant.error()};
        return Choice{game, *std::move(variant)};
    }
    return Error{fmt::format("there is no game '{}'; there are {}", text::printable(name),
                             fmt::join(names, ", "))};
}

}  // namespace sparring::games
