// Records as Chinese computer game contests (CCGC) ask for them, one file a game. Their texts are
// Rules::to_contest_record of amazons and dots-and-boxes; readers.hpp reads them.
#pragma once

#include <string>

#include "engines/games/game.hpp"

namespace sparring::referee {

struct ContestFile {
    std::string name;  ///< without a folder; fit for any file system
    std::string text;
};

enum class Encoding { utf8, gbk };

/// `AM-first vs second-先手胜-2026年11月21日 15时04分 site-2026.txt`. The header's date is
/// `2026.11.21 15:04`, or only the day; an event that is not given becomes `2026 CCGC`. The error
/// says why there is no such record; the forms know only games that somebody won. The name is UTF-8
/// in any case.
Expected<ContestFile> contest_file(const games::Position& position, RecordHeader header,
                                   Encoding encoding = Encoding::utf8);

}  // namespace sparring::referee
