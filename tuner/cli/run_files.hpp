// Where a run keeps what it has, and where presets and programs are found.
#pragma once

#include <memory>
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

/// To be read.
Expected<std::unique_ptr<RunStore>> open_run(const std::string& path);

}  // namespace sparring::tuner
