// Openings out of a text, whatever its format.
#pragma once

#include <string_view>
#include <vector>

#include "engines/games/catalogue.hpp"
#include "protocol/expected.hpp"
#include "referee/play/opening.hpp"

namespace sparring::referee {

/// Lines or game records (PDN, GGF, WTHOR, ..: records/readers.hpp); which, is seen from how it
/// begins. Moves and positions are returned in their canonical spelling, the starting position
/// without a FEN.
///
/// With `plies` no more moves than that are taken of each, and what follows is not looked at. The
/// error names the line and the reason, as in "line 3: move 2 'h9': no such square".
Expected<std::vector<Opening>> parse_openings(const games::Choice& choice, std::string_view text,
                                              int plies = 0);

}  // namespace sparring::referee
