#include "referee/archive/archive.hpp"
#include "referee/league/folder.hpp"

namespace sparring::referee::league {
namespace {

/// The last time that somebody played it, it came to its end.
bool is_finished(const Archive& archive) {
    bool finished = false;
    for (const StoredEvent& event : archive.events()) {
        if (event.kind == "stop") finished = event.text.starts_with("complete");
        if (event.kind == "begin" || event.kind == "resume") finished = false;
    }
    return finished;
}

}  // namespace

Expected<Night> read_night(const std::string& path, const std::string& name) {
    try {
        const auto archive = Archive::open_to_read(path);
        if (!archive) return Error{archive.error()};
        Night night;
        night.name = name;
        const StoredRun run = (*archive)->run();
        night.game = run.game;
        for (const StoredEngine& engine : run.engines) night.players.push_back(engine.name);
        const auto known = [&](int player) {
            return player >= 0 && player < static_cast<int>(night.players.size());
        };
        (*archive)->visit_games(false, [&](const StoredGame& game) {
            if (!known(game.scheduled.first) || !known(game.scheduled.second))
                throw std::runtime_error{"a game in it has players that it does not know"};
            night.games.push_back(
                {game.scheduled.number, game.scheduled.first, game.scheduled.second, game.outcome,
                 std::string{word(game.reason)}, game.detail, game.offender, game.plies});
        });
        night.finished = is_finished(**archive);
        return night;
    } catch (const std::exception& error) {
        return Error{error.what()};
    }
}

}  // namespace sparring::referee::league
