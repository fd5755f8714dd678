#include "referee/cli/archive_commands.hpp"

#include <fmt/format.h>

#include "referee/archive/archive.hpp"
#include "referee/archive/digest.hpp"
#include "referee/cli/run.hpp"

namespace sparring::referee {

int digest_command(std::span<const std::string> words) {
    if (words.size() != 1) return fail(kWrongUsage, "digest: expected the archive's FILE");
    const auto archive = Archive::open_to_read(words.front());
    if (!archive) return fail(kWrongUsage, "digest: " + archive.error());
    fmt::print("{}\n", digest(**archive));
    return kPlayed;
}

}  // namespace sparring::referee
