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
        const auto choice = choice_of((*archive)->run().game);
        if (!choice) return {};
        for (const StoredOpening& opening : (*archive)->openings()) {
            if (opening.number != game->scheduled.opening) continue;
            const auto record = json::record(*choice, opening, *game);
            if (!record) return {};
            const StoredRun run = (*archive)->run();
            const auto name = [&](int player) {
                return run.engines[static_cast<std::size_t>(player)].name;
            };
            return json::text({{"number", number},
                               {"round", game->scheduled.round},
                               {"pair", game->scheduled.pair},
                               {"first", name(game->scheduled.first)},
                               {"second", name(game->scheduled.second)},
                               {"result", to_text(game->outcome)},
                               {"reason", word(game->reason)},
                               {"detail", game->detail},
                               {"record", *record}});
        }
    } catch (const std::exception&) {
        // Another process may have moved the file away; then there is nothing to show.
    }
    return {};
}

}  // namespace sparring::referee
