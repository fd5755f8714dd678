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
    const auto counts = [&](const StoredGame& game) {
        return !stop || game.scheduled.number <= *stop;
    };
    std::set<std::size_t> used;
    archive.visit_games(false, [&](const StoredGame& game) {
        if (counts(game)) used.insert(game.scheduled.opening);
    });
    for (const StoredOpening& opening : archive.openings()) {
        if (!used.contains(opening.number)) continue;
        sum.add(fmt::format("opening {} fen {} moves {}\n", opening.number, opening.fen,
                            opening.moves));
    }
    archive.visit_games(true, [&](const StoredGame& game) {
        if (!counts(game)) return;
        const ScheduledGame& scheduled = game.scheduled;
        std::string text = fmt::format("game {} round {} pair {} opening {} players {} {} {} {}\n",
                                       scheduled.number, scheduled.round, scheduled.pair,
                                       scheduled.opening, scheduled.first + 1, scheduled.second + 1,
                                       to_text(game.outcome), word(game.reason));
        for (const PlyRecord& ply : game.record) text += ply.move + " ";
        sum.add(text + "\n");
    });
    return sum.finish();
}

}  // namespace sparring::referee
