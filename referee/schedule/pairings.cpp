#include "referee/schedule/pairings.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "protocol/text.hpp"
#include "referee/schedule/round_robin.hpp"

namespace sparring::referee {
namespace {

using Names = std::span<const std::string>;

constexpr int kMostGames = 1'000'000;

Expected<int> parse_player(std::string_view word, Names names) {
    const auto named = std::find(names.begin(), names.end(), word);
    if (named != names.end()) return static_cast<int>(named - names.begin());
    if (const auto number = text::number<int>(word)) {
        if (*number >= 1 && static_cast<std::size_t>(*number) <= names.size()) return *number - 1;
        return Error{fmt::format("there is no player {}; they are numbered from 1 to {}", *number,
                                 names.size())};
    }
    if (word.empty()) return Error{"a player's name is missing"};
    const auto near = text::nearest(word, names);
    return Error{fmt::format("there is no player '{}'{}", text::printable(word),
                             near ? fmt::format("; did you mean {}?", *near) : "")};
}

std::vector<std::string_view> fields(std::string_view line) {
    if (line.find(',') == line.npos) return text::words(line);
    std::vector<std::string_view> parts;
    for (;;) {
        const auto comma = std::min(line.find(','), line.size());
        parts.push_back(text::trim(line.substr(0, comma)));
        if (comma == line.size()) return parts;
        line.remove_prefix(comma + 1);
    }
}

Expected<Pairing> parse_pairing(std::string_view line, Names names) {
    const auto words = fields(line);
    if (words.size() < 2 || words.size() > 3) {
        return Error{
            "expected two players and perhaps a number of games, as in 'A B 4'; names with blanks "
            "as in 'A One, B Two, 4'"};
    }
    const auto first = parse_player(words[0], names);
    if (!first) return Error{first.error()};
    const auto second = parse_player(words[1], names);
    if (!second) return Error{second.error()};
    if (*first == *second) {
        return Error{fmt::format("'{}' cannot play against itself",
                                 text::printable(names[static_cast<std::size_t>(*first)]))};
    }
    if (words.size() == 2) return Pairing{*first, *second, 0};
    const auto games = text::number<int>(words[2]);
    if (!games || *games < 1 || *games > kMostGames) {
        return Error{fmt::format("games '{}': expected a number from 1 to {}",
                                 text::printable(words[2]), kMostGames)};
    }
    return Pairing{*first, *second, *games};
}

}  // namespace

Expected<std::vector<Pairing>> parse_pairings(std::string_view text, Names names) {
    std::vector<Pairing> pairings;
    for (const auto& [number, line] : text::list_lines(text)) {
        const auto pairing = parse_pairing(line, names);
        if (!pairing) return Error{fmt::format("line {}: {}", number, pairing.error())};
        pairings.push_back(*pairing);
    }
    if (pairings.empty()) return Error{"there is no pairing in it"};
    return pairings;
}

int games_of(const Pairing& pairing, const ScheduleSettings& settings) {
    return pairing.games > 0 ? pairing.games : settings.games;
}

std::vector<ScheduledGame> pairings_games(const ScheduleSettings& settings) {
    std::vector<Encounter> encounters;
    for (const Pairing& pairing : settings.pairings) {
        encounters.push_back({pairing.first, pairing.second, games_of(pairing, settings)});
    }
    return games_of_rounds(settings, std::move(encounters));
}

}  // namespace sparring::referee
