// `referee convert FILE`: files of game records in other forms.
#pragma once

#include <span>
#include <string>

namespace sparring::referee {

/// `FILE --to FORM [--from FORMAT] [-game NAME[/VARIANT]] [-o OUT]`; FILE may be `-`. Every move is
/// checked by the rules. Games that are broken or do not fit the form are named on standard error
/// and left out. Returns kPlayed, kCheckFailed if a game was left out, kWrongUsage if nothing could
/// be done.
int convert_command(std::span<const std::string> words);

}  // namespace sparring::referee
