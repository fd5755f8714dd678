#include "tuner/cli/run_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "protocol/text.hpp"

namespace sparring::tuner {

namespace fs = std::filesystem;

std::string run_file(const std::string& path) {
    std::error_code error;
    return fs::is_directory(path, error) ? (fs::path{path} / "run.db").string() : path;
}

std::string program_folder() {
    std::error_code error;
    return fs::read_symlink("/proc/self/exe", error).parent_path().string();
}

Expected<std::string> find_configuration(const std::string& name) {
    std::error_code error;
    if (fs::exists(name, error) || name.find('/') != name.npos || name.ends_with(".toml"))
        return name;
    std::vector<std::string> names;
    const fs::path folder{program_folder()};
    // Of a build tree, and of an installation.
    for (const fs::path& presets :
         {folder / "../../tuner/presets", folder / "../share/sparring/presets"}) {
        if (!fs::is_directory(presets, error)) continue;
        for (const auto& entry : fs::directory_iterator{presets, error})
            if (entry.path().extension() == ".toml") names.push_back(entry.path().stem().string());
        const fs::path preset = presets / (name + ".toml");
        if (fs::exists(preset, error)) return fs::weakly_canonical(preset, error).string();
    }
    std::sort(names.begin(), names.end());
    return Error{fmt::format("'{}' is neither a file nor a preset ({})", text::printable(name, 200),
                             fmt::join(names, ", "))};
}

std::optional<std::string> run_there(const std::string& folder, const std::string& resume) {
    if (!fs::exists(fs::path{folder} / "run.db")) return {};
    return fmt::format(
        "there is a run in '{}'; '{} {}' goes on with it, --dir takes another folder", folder,
        resume, folder);
}

Expected<std::unique_ptr<RunStore>> create_run(const std::string& folder, const StoredRun& run) {
    std::error_code error;
    fs::create_directories(folder, error);
    if (error) return Error{fmt::format("cannot make '{}': {}", folder, error.message())};
    return RunStore::create((fs::path{folder} / "run.db").string(), run);
}

Expected<std::unique_ptr<RunStore>> open_run(const std::string& path) {
    return RunStore::open_to_read(run_file(path));
}

}  // namespace sparring::tuner
