#include "referee/records/contest.hpp"

#include <fmt/format.h>

#include <string_view>
#include <utility>

#include "referee/records/encoding.hpp"

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

/// `2026.11.21 15:04` as `2026年11月21日 15时04分`, as far as it is there.
std::string date_in_name(std::string_view date) {
    constexpr std::size_t day = 10, minute = 16;
    if (date.size() < day) return std::string{date};
    std::string text =
        fmt::format("{}年{}月{}日", date.substr(0, 4), date.substr(5, 2), date.substr(8, 2));
    if (date.size() >= minute)
        text += fmt::format(" {}时{}分", date.substr(11, 2), date.substr(14, 2));
    return text;
}

}  // namespace

Expected<ContestFile> contest_file(const games::Position& position, RecordHeader header,
                                   Encoding encoding) {
    if (header.outcome != Outcome::first_wins && header.outcome != Outcome::second_wins) {
        return Error{
            fmt::format("it ended {}: a contest record needs a winner", to_text(header.outcome))};
    }
    const std::string year = header.date.substr(0, 4);
    if (header.event == "?") header.event = year + " CCGC";
    const auto record = position.contest_record(header);
    if (!record) return Error{record.error()};
    auto text = encoding == Encoding::utf8 ? Expected{record->text} : to_gbk(record->text);
    if (!text) return Error{text.error()};
    constexpr std::size_t part = 60;  // of the 255 bytes that a name may have
    const std::string place = header.site == "?" ? "" : " " + shortened(header.site, part);
    return ContestFile{
        file_name(fmt::format("{}-{} vs {}-{}-{}{}-{}{}", record->code,
                              shortened(header.first, part), shortened(header.second, part),
                              header.outcome == Outcome::first_wins ? "先手胜" : "后手胜",
                              shortened(date_in_name(header.date), part), place, year,
                              record->extension)),
        *std::move(text)};
}

}  // namespace sparring::referee
