// Configuration files: the options of the command line in TOML. `rounds = 50`, `recover = true`,
// `[each]`, `[[engine]]`; an engine's options stand in `option.NAME` or `[engine.option]`.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "referee/cli/arguments.hpp"

namespace sparring::referee {

/// The arguments that a file stands for. The error names file, line and what is wrong.
Expected<std::vector<Argument>> parse_toml(std::string_view text, const std::string& file);

/// A file that parse_toml() reads back as the same arguments. With `all`, options that are not
/// given stand in it as comments with their help.
std::string to_toml(const std::vector<Argument>& arguments, bool all);

}  // namespace sparring::referee
