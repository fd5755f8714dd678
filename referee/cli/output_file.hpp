// A file, or standard output, that is written from beginning to end.
#pragma once

#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "protocol/expected.hpp"

namespace sparring::referee {

class OutputFile {
  public:
    /// `-` is standard output; a file is begun anew. Refused if it is `input`, which is being read.
    static Expected<OutputFile> open(const std::string& path, const std::string& input);

    void write(std::string_view text);

    /// Says what went wrong since open().
    std::optional<std::string> close();

  private:
    struct Closer {
        void operator()(std::FILE* file) const {
            if (file != stdout) std::fclose(file);
        }
    };

    explicit OutputFile(std::string path, std::FILE* file) : path_{std::move(path)}, file_{file} {}

    std::string path_;
    std::unique_ptr<std::FILE, Closer> file_;
    int error_ = 0;
};

}  // namespace sparring::referee
