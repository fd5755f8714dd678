#include "referee/view/contest_records.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <string_view>

#include "referee/archive/utc.hpp"

namespace sparring::referee {
namespace {

/// Without what Windows or Linux refuse in the name of a file.
std::string file_name(std::string_view text) {
    constexpr std::string_view refused = "/\\:*?\"<>|";
    std::string name;
    for (const char c : text) {
        const bool plain = static_cast<unsigned char>(c) >= ' ' && refused.find(c) == refused.npos;
        name += plain ? c : '_';
    }
    return name;
}

/// No more than `most` bytes, and no half character at the end.
std::string shortened(std::string_view text, std::size_t most) {
    if (text.size() <= most) return std::string{text};
    while (most > 0 && (static_cast<unsigned char>(text[most]) & 0xC0) == 0x80) --most;
    return std::string{text.substr(0, most)};
}

}  // namespace

Expected<ContestFile> contest_file(const games::Position& position, RecordHeader header,
                                   const StoredGame& game) {
    const int number = game.scheduled.number;
    if (game.outcome != Outcome::first_wins && game.outcome != Outcome::second_wins) {
        return Error{fmt::format("game {} ended {} ({}): a contest record needs a winner", number,
                                 to_text(game.outcome), word(game.reason))};
    }
    const auto time = local_time(game.start);
    if (!time) return Error{fmt::format("game {}: '{}' is not a time", number, game.start)};
    header.date = fmt::format("{:%Y.%m.%d %H:%M}", *time);
    if (header.event == "?") header.event = fmt::format("{:%Y} CCGC", *time);
    const auto record = position.contest_record(header);
    if (!record) return Error{fmt::format("game {}: {}", number, record.error())};
    constexpr std::size_t part = 60;  // of the 255 bytes that a name may have
    const std::string place = header.site == "?" ? "" : " " + shortened(header.site, part);
    return ContestFile{
        file_name(fmt::format("{}-{} vs {}-{}-{:%Y年%m月%d日 %H时%M分}{}-{:%Y}{}", record->code,
                              shortened(header.first, part), shortened(header.second, part),
                              game.outcome == Outcome::first_wins ? "先手胜" : "后手胜", *time,
                              place, *time, record->extension)),
        record->text};
}

}  // namespace sparring::referee
