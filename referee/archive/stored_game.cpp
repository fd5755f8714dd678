#include "referee/archive/stored_game.hpp"

namespace sparring::referee {

StoredGame stored(const ScheduledGame& scheduled, const GameResult& result) {
    StoredGame game;
    game.scheduled = scheduled;
    game.outcome = result.outcome;
    game.reason = result.reason;
    game.detail = result.detail;
    game.offender = result.offender;
    game.margin = result.margin;
    game.plies = result.plies.size();
    game.record = result.plies;
    game.cpu = result.cpu;
    return game;
}

Score score_of(const StoredGame& game, const Opening& opening) {
    Score score{game.outcome, game.reason, game.offender,
                game.margin,  {},          game.record.empty() ? 0 : hash_of(opening, game.record)};
    for (const PlyRecord& ply : game.record)
        score.efforts[static_cast<std::size_t>(ply.side)].add(ply);
    for (std::size_t i = 0; i < 2; ++i) score.efforts[i].cpu = game.cpu[i];
    return score;
}

}  // namespace sparring::referee
