// The first byte chooses the format, 0 to 6, or lets the text tell; then a file of game records.
// What can be read is written in every form of its game and read again.
#include <algorithm>
#include <cstdint>
#include "referee/records/contest.hpp"
#include "referee/records/encoding.hpp"
#include "referee/records/format.hpp"
#include "referee/records/writers.hpp"
#include "tests/fuzz/checks.hpp"

namespace {

using namespace sparring;
using fuzz::require;
using namespace sparring::referee;

/// A transcript does not tell passes behind its last move.
Opening without_last_passes(Opening opening) {
    while (!opening.moves.empty() && opening.moves.back() == "pass") opening.moves.pop_back();
    return opening;
}

void read_again(const games::Choice& choice, const std::string& form, const PlayedRecord& played,
                const RecordHeader& header) {
    std::string text;
    if (is_contest(form)) {
        const bool gbk = form == "contest-gbk";
        const auto file =
            contest_file(*played.position, header, gbk ? Encoding::gbk : Encoding::utf8);
        if (!file) return require(!file.error().empty());
        const auto decoded = gbk ? from_gbk(file->text) : Expected{file->text};
        require(static_cast<bool>(decoded));
        text = *decoded;
    } else {
        const auto game = written(form, played, header);
        if (!game) return require(!game.error().empty());
        text = *game;
    }
    if (form == "transcript" && without_last_passes(played.opening).moves.empty()) return;
    const Collection all = read_games(format_of(text), text, &choice);
    require(all.broken.empty() && all.games.size() == 1);
    const auto again = play_record(choice, all.games.front());
    require(static_cast<bool>(again));
    if (form == "transcript") {
        require(again->opening == without_last_passes(played.opening));
    } else {
        require(again->opening == played.opening);
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    const std::string bytes{reinterpret_cast<const char*>(data) + 1, size - 1};
    const Format format = data[0] < 7 ? static_cast<Format>(data[0]) : format_of(bytes);
    const auto text = decoded(format, bytes);
    if (!text) {
        require(!text.error().empty());
        return 0;
    }
    const Collection all = read_games(format, *text, nullptr);
    for (const Remark& remark : all.broken) require(!remark.text.empty() && remark.number > 0);
    for (const GameRecord& game : all.games) {
        const auto choice = choice_of(game);
        if (!choice) {
            require(!choice.error().empty());
            continue;
        }
        auto played = play_record(*choice, game);
        if (!played) {
            require(!played.error().empty());
            continue;
        }
        if (game.moves.empty() && game.fen.empty()) continue;
        const RecordHeader header = checked_header(game, *played);
        for (const std::string& form : forms_of(*choice->game))
            read_again(*choice, form, *played, header);
    }
    return 0;
}
