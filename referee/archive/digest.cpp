#include "referee/archive/digest.hpp"

#include <fmt/format.h>

#include <set>

#include "engines/games/record.hpp"
#include "referee/archive/sha256.hpp"

namespace sparring::referee {

std::string digest(const Archive& archive) {
    Sha256 sum;
    const StoredRun run = archive.run();
    sum.add(fmt::format("archive {}\ngame {}\n", Archive::schema_version, run.game));
    sum.add(run.configuration);
    const auto stop = archive.stop();
    std::set<std::size_t> openings;
    std::string games;
    for (const StoredGame& game : archive.all_games(true)) {
        const ScheduledGame& scheduled = game.scheduled;
        if (stop && scheduled.number > *stop) break;
        openings.insert(scheduled.opening);
        games += fmt::format("game {} round {} pair {} opening {} players {} {} {} {}\n",
                             scheduled.number, scheduled.round, scheduled.pair, scheduled.opening,
                             scheduled.first + 1, scheduled.second + 1, to_text(game.outcome),
                             word(game.reason));
        for (const PlyRecord& ply : game.record) games += ply.move + " ";
        games += "\n";
    }
    for (const StoredOpening& opening : archive.openings()) {
        if (!openings.contains(opening.number)) continue;
        sum.add(fmt::format("opening {} fen {} moves {}\n", opening.number, opening.fen,
                            opening.moves));
    }
    sum.add(games);
    return sum.finish();
}

}  // namespace sparring::referee
