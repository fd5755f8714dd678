#include "referee/play/find_program.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <climits>
#include <cstdlib>
#include <vector>

#include "protocol/text.hpp"

namespace sparring::referee {
namespace {

bool is_program(const std::string& path) {
    struct stat status {};
    return ::stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode) &&
           ::access(path.c_str(), X_OK) == 0;
}

}  // namespace

std::string absolute_path(const std::string& path) {
    if (path.starts_with('/')) return path;
    std::array<char, PATH_MAX> here{};
    if (::getcwd(here.data(), here.size()) == nullptr) return path;
    return fmt::format("{}/{}", here.data(), path);
}

Expected<std::string> find_program(std::string_view text, const std::string& directory) {
    const std::string name{text};
    const std::string shown = text::printable(text, 200);
    if (name.empty()) return Error{"no program is given"};
    std::vector<std::string> candidates;
    if (name.find('/') != name.npos) {
        candidates.push_back(absolute_path(name));
        if (!directory.empty() && !name.starts_with('/'))
            candidates.push_back(absolute_path(directory + "/" + name));
    } else {
        if (!directory.empty()) candidates.push_back(absolute_path(directory + "/" + name));
        const char* path = std::getenv("PATH");
        std::string_view rest = path != nullptr ? path : "";
        while (!rest.empty()) {
            const auto end = std::min(rest.find(':'), rest.size());
            if (end > 0)
                candidates.push_back(
                    absolute_path(fmt::format("{}/{}", rest.substr(0, end), name)));
            rest.remove_prefix(std::min(end + 1, rest.size()));
        }
        candidates.push_back(absolute_path(name));
    }
    for (const std::string& candidate : candidates) {
        if (is_program(candidate)) return candidate;
    }
    for (const std::string& candidate : candidates) {
        struct stat status {};
        if (::stat(candidate.c_str(), &status) != 0) continue;
        if (S_ISDIR(status.st_mode)) return Error{fmt::format("'{}' is a directory", shown)};
        return Error{fmt::format("'{}' is not executable (chmod +x?)", shown)};
    }
    return Error{fmt::format("there is no program '{}'{}", shown,
                             name.find('/') == name.npos ? " in PATH or here" : "")};
}

}  // namespace sparring::referee
