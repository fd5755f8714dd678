// A record played again under the rules.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engines/games/catalogue.hpp"
#include "protocol/expected.hpp"
#include "referee/play/opening.hpp"
#include "referee/records/game_record.hpp"

namespace sparring::referee {

struct PlayedRecord {
    Opening opening;                            ///< start and moves, canonical
    std::unique_ptr<games::Position> position;  ///< after them
    std::vector<std::string> comments;          ///< of these moves
    std::vector<Remark> left_out;
};

/// Plays the moves, or the first `plies` of them if that is not 0. A pass that the record leaves
/// out is put in. Moves behind a draw by rule, which draughts players need not claim, are left out.
/// The error has the place in front: "line 3: move 2 'h9': no such square".
Expected<PlayedRecord> play_record(const games::Choice& choice, const GameRecord& game,
                                   int plies = 0);

/// The header as a writer wants it: a game that is over on the board has the board's result, which
/// is a remark where the record says another.
RecordHeader checked_header(const GameRecord& game, PlayedRecord& played);

/// The game and variant that the record names. A game that it does not name is told by its position
/// or its first move, if these fit one game alone.
Expected<games::Choice> choice_of(const GameRecord& game);

}  // namespace sparring::referee
