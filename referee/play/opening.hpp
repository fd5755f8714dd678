// Where a game begins.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engines/games/catalogue.hpp"

namespace sparring::referee {

struct Opening {
    std::string fen;                 ///< empty = the variant's starting position
    std::vector<std::string> moves;  ///< canonical texts, legal from there

    bool operator==(const Opening&) const = default;
};

/// The position after an opening; the error says which move is refused and why.
Expected<std::unique_ptr<games::Position>> set_up(const games::Choice& choice,
                                                  const Opening& opening);

/// UGI's command for it, to which further moves are appended: ends in `moves` or in a move.
std::string position_command(const Opening& opening);

}  // namespace sparring::referee
