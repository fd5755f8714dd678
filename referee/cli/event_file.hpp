// Events as JSON lines, in a file or on standard output.
#pragma once

#include <cstdio>
#include <optional>
#include <string>

namespace sparring::referee {

class EventFile {
  public:
    EventFile() = default;
    EventFile(const EventFile&) = delete;
    EventFile& operator=(const EventFile&) = delete;
    ~EventFile();

    /// `-` is standard output; a file is begun anew. Says what is wrong.
    std::optional<std::string> open(const std::string& path);

    bool is_open() const { return file_ != nullptr; }

    /// One line. False if it could not be written; then the file is closed.
    bool write(const std::string& line);

  private:
    void close();

    std::FILE* file_ = nullptr;
};

}  // namespace sparring::referee
