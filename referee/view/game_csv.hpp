// Games and their moves as CSV.
#pragma once

#include <span>
#include <string>

#include "protocol/expected.hpp"
#include "referee/archive/replay.hpp"

namespace sparring::referee {

std::string games_csv_head();
std::string games_csv_row(const StoredGame& game, const StoredOpening& opening,
                          std::span<const std::string> names);

std::string moves_csv_head();

/// One row a ply, those of the opening too. The error is replay()'s.
Expected<std::string> moves_csv_rows(const games::Choice& choice, const StoredGame& game,
                                     const StoredOpening& opening,
                                     std::span<const std::string> names);

}  // namespace sparring::referee
