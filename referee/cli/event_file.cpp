#include "referee/cli/event_file.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>

#include "protocol/text.hpp"

namespace sparring::referee {

EventFile::~EventFile() {
    close();
}

void EventFile::close() {
    if (file_ != nullptr && file_ != stdout) std::fclose(file_);
    file_ = nullptr;
}

std::optional<std::string> EventFile::open(const std::string& path) {
    if (path.empty()) return {};
    file_ = path == "-" ? stdout : std::fopen(path.c_str(), "we");
    if (file_ != nullptr) return {};
    return fmt::format("-json: cannot write '{}': {}", text::printable(path, 200),
                       std::strerror(errno));
}

bool EventFile::write(const std::string& line) {
    if (file_ == nullptr) return true;
    if (std::fwrite(line.data(), 1, line.size(), file_) == line.size() &&
        std::fputc('\n', file_) != EOF && std::fflush(file_) == 0)
        return true;
    close();
    return false;
}

}  // namespace sparring::referee
