// The key=value words of -engine and -each.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "protocol/expected.hpp"
#include "referee/play/player.hpp"

namespace sparring::referee {

/// One -engine, with the words of -each read before its own. `place` ("-engine 2") names it in
/// errors. The program is as written: it has not been looked for.
Expected<EngineSettings> parse_engine(std::span<const std::string> each,
                                      std::span<const std::string> own, const std::string& place);

/// Finds the program of `cmd=`, which may have arguments after it; the error says what was looked
/// for.
Expected<Command> find_command(Command command);

/// Lines of the help.
std::string engine_keys_help();

}  // namespace sparring::referee
