// Games as files hold them, before anybody has looked whether their moves are legal. Total: any
// bytes give games or an Error that names the line.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engines/games/types.hpp"
#include "protocol/expected.hpp"

namespace sparring::referee {

struct RecordedMove {
    std::string text;
    int line = 0;                ///< of the file, from 1
    std::optional<Side> side{};  ///< where the record names it
};

struct RecordedGame {
    int line = 0;     ///< where it begins
    std::string fen;  ///< empty: not said
    std::vector<RecordedMove> moves;
};

/// PGN and its relatives (PDN, our amazons and dots-and-boxes records): tags, of which FEN counts,
/// numbered moves, `{comments}`, `; comments`, `(variations)`, `$1`; a result or new tags end a
/// game.
Expected<std::vector<RecordedGame>> read_pgn(std::string_view text);

/// GGF games of Othello, `(;GM[Othello]..BO[8 ..]B[F5//1.2]W[F6]..;)`, any number of them.
Expected<std::vector<RecordedGame>> read_ggf(std::string_view text);

}  // namespace sparring::referee
