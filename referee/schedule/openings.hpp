// Openings for a schedule: made at random under the rules, or read from a file.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engines/games/catalogue.hpp"
#include "protocol/expected.hpp"
#include "referee/play/opening.hpp"

namespace sparring::referee {

struct OpeningSettings {
    enum class Source { start, random, file };
    enum class Order { sequential, random };

    Source source = Source::start;
    int plies = 0;           ///< of random openings
    std::uint64_t seed = 0;  ///< random openings and random order
    std::string file;
    Order order = Order::sequential;
    int start = 1;  ///< first line taken (from 1, comments not counted)
};

/// `count` different openings of `plies` random moves, none of which ends the game. The same seed
/// gives the same list, and a longer list begins with a shorter one. An Error if there are not so
/// many.
Expected<std::vector<Opening>> random_openings(const games::Choice& choice, int plies,
                                               std::uint64_t seed, std::size_t count);

/// One opening a line: a FEN, or moves from the start, also as `startpos moves ...` and `fen ...
/// moves
/// ...`; `#` begins a comment. The error names the line and the reason, as in "line 3: move 2 'h9':
/// no such square".
Expected<std::vector<Opening>> parse_openings(const games::Choice& choice, std::string_view text);

/// `count` openings as the settings say; a file that holds fewer is begun again.
Expected<std::vector<Opening>> make_openings(const games::Choice& choice,
                                             const OpeningSettings& settings, std::size_t count);

/// Openings by number, made when they are asked for.
class OpeningSuite {
  public:
    OpeningSuite(games::Choice choice, OpeningSettings settings)
        : choice_{std::move(choice)}, settings_{std::move(settings)} {}

    Expected<Opening> at(std::size_t number) {
        if (number >= made_.size()) {
            auto more = make_openings(choice_, settings_, number + 1);
            if (!more) return Error{more.error()};
            made_ = *std::move(more);
        }
        return made_[number];
    }

  private:
    games::Choice choice_;
    OpeningSettings settings_;
    std::vector<Opening> made_;
};

}  // namespace sparring::referee
