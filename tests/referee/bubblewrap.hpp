// Whether the tests of the sandbox can run here.
#pragma once

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <iostream>
#include <string>

namespace sparring::test {

/// False, with the reason printed once, where the system does not let bubblewrap do what we need of
/// it. Where it does, a sandbox of ours that does not start is an error.
inline bool bubblewrap_starts() {
    static const bool starts = [] {
        const std::string probe = fmt::format(
            "bwrap {} --unshare-pid --unshare-net --unshare-ipc --unshare-uts --ro-bind / / "
            "--proc /proc --size 4096 --tmpfs /tmp true",
            ::geteuid() == 0 ? "" : "--unshare-user --disable-userns");
        const bool works = std::system(probe.c_str()) == 0;
        if (!works) std::cerr << "skipped, because this fails here: " << probe << "\n";
        return works;
    }();
    return starts;
}

}  // namespace sparring::test
