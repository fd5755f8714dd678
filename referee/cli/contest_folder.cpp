#include "referee/cli/contest_folder.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "protocol/text.hpp"
#include "referee/cli/output_file.hpp"

namespace sparring::referee {

Expected<ContestFolder> ContestFolder::open(const std::string& path, std::string input) {
    std::error_code error;
    std::filesystem::create_directories(path, error);
    if (!error) return ContestFolder{path, std::move(input)};
    return Error{fmt::format("cannot make the directory '{}': {}", text::printable(path, 200),
                             error.message())};
}

std::optional<std::string> ContestFolder::add(const ContestFile& file, int game) {
    std::string name = file.name;
    if (!taken_.insert(name).second) {
        const auto dot = name.rfind('.');
        name = fmt::format("{} (game {}){}", name.substr(0, dot), game, name.substr(dot));
        taken_.insert(name);
    }
    auto out = OutputFile::open((std::filesystem::path{path_} / name).string(), input_);
    if (!out) return out.error();
    out->write(file.text);
    return out->close();
}

}  // namespace sparring::referee
