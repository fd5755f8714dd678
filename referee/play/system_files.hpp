// Small files and directories of the kernel's (/proc, /sys), read and written whole.
#pragma once

#include <sys/types.h>

#include <string>
#include <string_view>
#include <vector>

namespace sparring::referee {

/// The first MiB of a file; nothing if it cannot be read.
std::string file_contents(const std::string& path);

/// One write to a file that exists; false, with errno, if the system refuses.
bool write_file(const std::string& path, std::string_view text);

/// Names in a directory; none if it cannot be read.
std::vector<std::string> directory_entries(const std::string& path);

/// Those that are numbers, as the processes of /proc and the threads of /proc/N/task.
std::vector<pid_t> numbered_entries(const std::string& path);

}  // namespace sparring::referee
