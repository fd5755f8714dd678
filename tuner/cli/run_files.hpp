// Where a run keeps what it has, and where presets and programs are found.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "protocol/expected.hpp"
#include "tuner/store/run_store.hpp"

namespace sparring::tuner {

/// The run file of a folder, or the file itself.
std::string run_file(const std::string& path);

/// The folder of this program: engines that are named without a path are looked for there first.
std::string program_folder();

/// A file, or the name of a preset (`aga-dots`). The error lists the presets.
Expected<std::string> find_configuration(const std::string& name);

/// Why there can be no new run in a folder: there is one, which `resume` ("tuner resume") would go
/// on with.
std::optional<std::string> run_there(const std::string& folder, const std::string& resume);

/// Of a new run; makes the folder.
Expected<std::unique_ptr<RunStore>> create_run(const std::string& folder, const StoredRun& run);

/// To be read.
Expected<std::unique_ptr<RunStore>> open_run(const std::string& path);

}  // namespace sparring::tuner
