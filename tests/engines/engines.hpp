// The executables under test.
#pragma once

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <string>

#include "tests/engines/random.hpp"

namespace sparring::test {

inline const std::array<std::string, 4> kEngines{"amazons", "dots-and-boxes", "draughts",
                                                 "reversi"};

}  // namespace sparring::test
