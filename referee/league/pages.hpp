// What a league shows: the page of standings, and a log for each submitter. Pure.
#pragma once

#include <string>
#include <vector>

#include "referee/league/standings.hpp"
#include "referee/view/document.hpp"

namespace sparring::referee::league {

/// How the league is played, in words: `reversi/othello, swiss, tc=10+0.1`.
struct Terms {
    std::string title;
    std::string game;
    std::string form;
    std::string each;  ///< keys of every engine
};

/// File names in results/ of the pages of a night, of which each has the next
/// json::kMostRecords games.
std::vector<std::string> page_names(const std::string& night, std::size_t games);

/// Where a game of a night can be replayed: `2026-11-21.html#game-12`. `index` is its place among
/// the night's games, from 0.
std::string replay_link(const Night& night, std::size_t index);

/// The last `most` lines of a text that nobody vouches for, indented and printable.
std::string last_lines(std::string_view text, std::size_t most);

/// index.html: standings, who was left out, ratings over the nights, the nights.
Document standings_page(const League& league, const Terms& terms);

/// What only the files of a night say of one player.
struct Traces {
    struct Fault {
        int game = 0;
        std::string traffic;  ///< what it was told and said last
    };
    std::vector<Fault> faults;
    std::string errors;  ///< the last that it wrote to standard error
};

/// `logs/NAME.log`: the submission, its check, its games of the last night with reasons, what it
/// said last before its faults. `now` as it shall be printed.
std::string submitter_log(const League& league, const Terms& terms, const Entry& entry,
                          const Traces& traces, const std::string& now);

}  // namespace sparring::referee::league
