// Games as files hold them, before anybody has looked whether their moves are legal.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engines/games/record.hpp"
#include "engines/games/types.hpp"

namespace sparring::referee {

struct RecordedMove {
    std::string text;
    int line = 0;                ///< of the file, from 1; 0 where a file has no lines
    std::optional<Side> side{};  ///< where the record names it
};

struct GameRecord {
    int number = 0;      ///< in its file, from 1
    int line = 0;        ///< where it begins
    std::string game{};  ///< `draughts`; empty: not said

    /// As far as it is said. The outcome is the file's; comments belong to `moves`; `from_start` is
    /// not used.
    RecordHeader header{};
    std::string time{};  ///< of the day, `15:04`; empty: not said
    std::string fen{};   ///< empty: the starting position
    std::vector<RecordedMove> moves{};
};

/// Something about one place of a file.
struct Remark {
    int line = 0;    ///< 0 where a file has no lines
    int number = 0;  ///< of the game, from 1
    std::string text;
};

/// `line 12`, or `game 3` where there are no lines.
std::string place(int line, int number);

/// All that a file holds, in its order.
struct Collection {
    std::vector<GameRecord> games{};
    std::vector<Remark> broken{};    ///< games that cannot be read
    std::vector<Remark> left_out{};  ///< of games that can: variations, ...
};

}  // namespace sparring::referee
