#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <optional>
#include <utility>

#include "protocol/ggf.hpp"
#include "protocol/text.hpp"
#include "referee/records/properties.hpp"
#include "referee/records/readers.hpp"

namespace sparring::referee {
namespace {

/// `+4.000`, `-64.00:t`, `?`: discs for black, and how the game ended if not on the board.
void set_result(RecordHeader& header, std::string_view result) {
    const auto colon = result.find(':');
    std::string_view number = text::trim(result.substr(0, colon));
    if (number.starts_with('+')) number.remove_prefix(1);
    const auto score = text::number<double>(number);
    if (!score || !std::isfinite(*score) || std::abs(*score) > 64) return;
    header.outcome = *score > 0   ? Outcome::first_wins
                     : *score < 0 ? Outcome::second_wins
                                  : Outcome::draw;
    const std::string_view flag = colon == result.npos ? "" : result.substr(colon + 1);
    // Resigned or lost on time: what is known is the winner.
    const bool by_board = flag != "r" && flag != "t";
    header.margin = by_board ? static_cast<int>(std::lround(*score)) : 0;
    header.termination = flag == "t" ? "time" : "normal";
}

/// `2003.12.15_12:33:18.MST`, `2000-4-16 11:13 EST`, or seconds since 1970.
void set_date(GameRecord& game, std::string_view text) {
    constexpr std::size_t fewest_digits = 9;
    if (const auto seconds = text::number<std::int64_t>(text);
        seconds && text.size() >= fewest_digits && text.size() <= fewest_digits + 1) {
        const std::tm time = fmt::gmtime(static_cast<std::time_t>(*seconds));
        game.header.date = fmt::format("{:%Y.%m.%d}", time);
        game.time = fmt::format("{:%H:%M}", time);
        return;
    }
    const auto day_end = std::min(text.find_first_of("_ "), text.size());
    game.header.date = text.substr(0, day_end);
    std::replace(game.header.date.begin(), game.header.date.end(), '-', '.');
    const std::string_view time = text.substr(std::min(day_end + 1, text.size()));
    if (time.size() >= 5 && time[2] == ':') game.time = time.substr(0, 5);
}

std::optional<std::string> ggf_property(GameRecord& game, const Property& property) {
    const auto& [name, value, line] = property;
    if (name == "GM" && !text::equals_ignoring_case(value, "Othello"))
        return fmt::format("GM[{}]: expected Othello", text::printable(value));
    RecordHeader& header = game.header;
    if (name == "PC") header.site = value;
    if (name == "PB") header.first = value;
    if (name == "PW") header.second = value;
    if (name == "TI") header.time_control = value;
    if (name == "DT") set_date(game, value);
    if (name == "RE") set_result(header, value);
    if (name == "TY") {
        const auto anti = ggf::parse_anti(value);
        if (!anti) return anti.error();
        header.variant = *anti ? "reversed" : "othello";
    }
    if (name == "BO") {
        auto board = ggf::parse_board(value);
        if (!board) return board.error();
        game.fen = *std::move(board);
    }
    if (name == "B" || name == "W")
        game.moves.push_back({std::string{value}, line, name == "B" ? Side::first : Side::second});
    return {};
}

}  // namespace

Collection read_ggf(std::string_view text) {
    GameRecord model;
    model.game = "reversi";
    return read_properties(text, model, ggf_property);
}

}  // namespace sparring::referee
