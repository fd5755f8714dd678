#include "referee/cli/archive_commands.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "referee/archive/archive.hpp"
#include "referee/archive/digest.hpp"
#include "referee/cli/run.hpp"
#include "referee/view/json.hpp"
#include "referee/view/report_json.hpp"

namespace sparring::referee {

int digest_command(std::span<const std::string> words) {
    if (words.size() != 1) return fail(kWrongUsage, "digest: expected the archive's FILE");
    const auto archive = Archive::open_to_read(words.front());
    if (!archive) return fail(kWrongUsage, "digest: " + archive.error());
    fmt::print("{}\n", digest(**archive));
    return kPlayed;
}

std::optional<std::string> game_record(const std::string& path, int number) {
    try {
        const auto archive = Archive::open_to_read(path);
        if (!archive) return {};
        const auto game = (*archive)->game(number);
        if (!game) return {};
        const StoredRun run = (*archive)->run();
        const auto choice = choice_of(run.game);
        if (!choice) return {};
        const auto opening = (*archive)->opening(game->scheduled.opening);
        if (!opening) return {};
        if (const auto value = json::game(run, *choice, *opening, *game)) return json::text(*value);
    } catch (const std::exception&) {
        // Another process may have moved the file away; then there is nothing to show.
    }
    return {};
}

}  // namespace sparring::referee
