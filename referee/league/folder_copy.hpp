// A submission's folder as one number, and a copy of it that nobody changes: students replace their
// files at any time, also while a night is being played.
#pragma once

#include <cstdint>
#include <string>

#include "protocol/expected.hpp"

namespace sparring::referee::league {

struct FolderLimits {
    std::int64_t bytes = 256 << 20;  ///< of all files together
    int files = 10'000;              ///< files, folders and links
};

/// SHA-256 over names, contents and executable bits of all that lies in a folder, and over where
/// links point; in hexadecimal. Not over times and owners. Files are opened without following
/// links. The error names what cannot be part of a submission: a link that leads out of it, what is
/// neither file, folder nor link, too much of anything.
Expected<std::string> digest_of_folder(const std::string& folder, const FolderLimits& limits);

/// Copies a folder and says what digest_of_folder() says of the copy. The copy can be read by
/// everybody (an engine in a sandbox is somebody else) and is whole or not there; what was at
/// `target` is gone.
Expected<std::string> copy_folder(const std::string& folder, const std::string& target,
                                  const FolderLimits& limits);

}  // namespace sparring::referee::league
