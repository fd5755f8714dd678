// Which format a file of games is in.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "referee/records/readers.hpp"

namespace sparring::referee {

enum class Format { pgn, ggf, little_golem, wthor, contest_text, contest_json, lines };

/// Seen from how the text begins; what looks like nothing else is lines.
Format format_of(std::string_view text);

/// `pdn`, `pgn`, `ggf`, `little-golem`, `wthor`, `contest`, `transcript`, `openings`; `contest` is
/// the one of the two that the text looks like. The error lists them.
Expected<Format> format_named(std::string_view name, std::string_view text);
std::string_view name_of(Format format);

/// The text in UTF-8 and without byte order mark: what is not UTF-8 is GBK in contest records and
/// Latin-1 elsewhere. WTHOR files are returned as they are.
Expected<std::string> decoded(Format format, std::string text);

/// `choice` is needed for lines; without it, it is the game that the first line fits. `names` are
/// WTHOR's.
Collection read_games(Format format, std::string_view text, const games::Choice* choice,
                      const WthorNames& names = {});

}  // namespace sparring::referee
