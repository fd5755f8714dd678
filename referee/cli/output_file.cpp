#include "referee/cli/output_file.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "protocol/text.hpp"

namespace sparring::referee {
namespace {

Error cannot_write(const std::string& path, int error) {
    const std::string name =
        path == "-" ? "standard output" : "'" + text::printable(path, 200) + "'";
    return {fmt::format("cannot write {}: {}", name, std::strerror(error))};
}

}  // namespace

Expected<OutputFile> OutputFile::open(const std::string& path, const std::string& input) {
    std::error_code ignored;
    if (path != "-" && std::filesystem::equivalent(path, input, ignored)) {
        return Error{fmt::format("'{}' is the file that is read; give another one",
                                 text::printable(path, 200))};
    }
    std::FILE* file = path == "-" ? stdout : std::fopen(path.c_str(), "we");
    if (file == nullptr) return cannot_write(path, errno);
    return OutputFile{path, file};
}

void OutputFile::write(std::string_view text) {
    if (error_ == 0 && std::fwrite(text.data(), 1, text.size(), file_.get()) != text.size())
        error_ = errno;
}

std::optional<std::string> OutputFile::close() {
    if (error_ == 0 && std::fflush(file_.get()) != 0) error_ = errno;
    file_.reset();
    if (error_ == 0) return {};
    return cannot_write(path_, error_).message;
}

}  // namespace sparring::referee
