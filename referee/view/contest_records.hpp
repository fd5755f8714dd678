// Records as Chinese computer game contests (CCGC) ask for them: one file a game.
#pragma once

#include <string>

#include "engines/games/game.hpp"
#include "referee/archive/stored_game.hpp"

namespace sparring::referee {

struct ContestFile {
    std::string name;  ///< without a folder; fit for any file system
    std::string text;
};

/// `AM-first vs second-先手胜-2026年11月21日 15时04分 site-2026.txt`. The header's date is not
/// used: `game` has it. An event that is not given is `2026 CCGC`. The error says why this game has
/// no such record; the forms know only games that somebody won.
Expected<ContestFile> contest_file(const games::Position& position, RecordHeader header,
                                   const StoredGame& game);

}  // namespace sparring::referee
