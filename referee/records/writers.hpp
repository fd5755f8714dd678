// Forms in which games are written.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "referee/records/played_record.hpp"

namespace sparring::referee {

/// Those of a game, the first of them its own: `pdn`, `ggf` or `pgn`, `transcript`, `contest`,
/// `contest-gbk`, `openings`.
std::vector<std::string> forms_of(const games::Game& game);

/// All forms that there are.
std::vector<std::string> all_forms();

/// `contest`, `contest-gbk`: one file a game, which contest.hpp makes.
bool is_contest(std::string_view form);

/// The game's own form with a blank line behind it; a transcript or an opening is one line. The
/// error says what the form cannot hold. Precondition: the form is one of the game's and no contest
/// record.
Expected<std::string> written(std::string_view form, const PlayedRecord& played,
                              const RecordHeader& header);

}  // namespace sparring::referee
