#include "referee/play/system_files.hpp"

#include <dirent.h>
#include <fcntl.h>

#include <array>

#include "protocol/text.hpp"
#include "referee/play/file_descriptor.hpp"

namespace sparring::referee {

std::string file_contents(const std::string& path) {
    const FileDescriptor file{::open(path.c_str(), O_RDONLY | O_CLOEXEC)};
    std::string text;
    if (!file) return text;
    std::array<char, 4096> chunk{};
    constexpr std::size_t most = 1 << 20;
    ssize_t got = 0;
    while (text.size() < most && (got = ::read(file.native(), chunk.data(), chunk.size())) > 0) {
        text.append(chunk.data(), static_cast<std::size_t>(got));
    }
    return text;
}

bool write_file(const std::string& path, std::string_view text) {
    const FileDescriptor file{::open(path.c_str(), O_WRONLY | O_CLOEXEC)};
    return file &&
           ::write(file.native(), text.data(), text.size()) == static_cast<ssize_t>(text.size());
}

std::vector<std::string> directory_entries(const std::string& path) {
    std::vector<std::string> result;
    DIR* directory = ::opendir(path.c_str());
    if (directory == nullptr) return result;
    while (const dirent* entry = ::readdir(directory)) {
        const std::string_view name = entry->d_name;
        if (name != "." && name != "..") result.emplace_back(name);
    }
    ::closedir(directory);
    return result;
}

std::vector<pid_t> numbered_entries(const std::string& path) {
    std::vector<pid_t> result;
    for (const std::string& name : directory_entries(path)) {
        if (const auto number = text::number<pid_t>(name)) result.push_back(*number);
    }
    return result;
}

}  // namespace sparring::referee
