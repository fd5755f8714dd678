// Where a running program lies.
#pragma once

#include <filesystem>

namespace sparring::bot {

/// Empty if the system does not tell.
std::filesystem::path program_path();

}  // namespace sparring::bot
