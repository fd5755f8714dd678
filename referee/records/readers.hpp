// A reader for each format of game records. Total: any bytes give a collection. A game that cannot
// be read is named with its line and the reason, and reading goes on with the next.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engines/games/catalogue.hpp"
#include "referee/records/game_record.hpp"

namespace sparring::referee {

/// PGN and its relatives: PDN 3.0 with what its reading grammar admits besides (github.com/wiegerw/
/// pdn, doc/grammar.rst), and our records of amazons and dots-and-boxes. Of the tags those that
/// RecordHeader has, FEN, GameType, Variant, Game and Time count. Comments behind moves are kept,
/// `(variations)` left out; `/FEN "..."/` may stand before the first move.
Collection read_pgn(std::string_view text);

/// GGF games of Othello, `(;GM[Othello]..BO[8 ..]B[F5//1.2]W[F6]..;)`, any number of them.
/// Source: www.skatgame.net/mburo/ggsa/ggf
Collection read_ggf(std::string_view text);

/// Games of amazons from Little Golem, `(;EV[..]PB[..]PW[..];W[d1-d7/g7];B[..])`; White is the
/// first player. The set-up that it calls CROSS is recognised by its name or by the moves.
Collection read_little_golem(std::string_view text);

/// Names for the numbers in WTHOR files: players are WTHOR.JOU, tournaments WTHOR.TRN.
struct WthorNames {
    std::vector<std::string> players, tournaments;
};
WthorNames read_wthor_names(std::string_view players, std::string_view tournaments);

/// WTHOR's `.wtb`: 16 bytes of header, 68 bytes a game of Othello, no passes.
/// Source: github.com/abulmo/edax-reversi, src/base.c
Collection read_wthor(std::string_view bytes, const WthorNames& names = {});
bool is_wthor(std::string_view bytes);

/// Contest records as Rules::to_contest_record of amazons writes them, any number of them, and of
/// dots-and-boxes: JSON objects, one after the other or in an array.
Collection read_contest_text(std::string_view text);
Collection read_contest_json(std::string_view text);

/// One game a line: a FEN, or moves from the start, also as `startpos moves ..` and `fen .. moves
/// ..`, or a transcript: squares without blanks as XOT lists have them (`F5D6C3`, passes left out);
/// `#` begins a comment.
Collection read_lines(const games::Choice& choice, std::string_view text);

}  // namespace sparring::referee
