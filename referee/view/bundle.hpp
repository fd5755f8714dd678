// JavaScript modules as one script, so that a page can stand in a single file: a browser loads no
// modules from beside a file:// page.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "referee/view/assets.hpp"

namespace sparring::referee {

/// The module `entry` and all that it imports, each as a function of its own so that their names do
/// not meet. Understands what our modules use: `import {a, b} from "./x.js";`, `import * as x from
/// "./x.js";` and `export` before a const, function, or class. Preconditions: all modules are in
/// `files`, none imports itself by any way round.
std::string bundle(std::span<const Asset> files, std::string_view entry);

}  // namespace sparring::referee
