#include "engines/bot/program.hpp"

#include <array>

#ifdef _WIN32
#include <windows.h>
#endif

namespace sparring::bot {

std::filesystem::path program_path() {
#ifdef _WIN32
    std::array<wchar_t, 32768> path{};
    const auto length = GetModuleFileNameW(nullptr, path.data(), path.size());
    return {path.data(), path.data() + length};
#else
    std::error_code error;
    return std::filesystem::read_symlink("/proc/self/exe", error);
#endif
}

}  // namespace sparring::bot
