#include <fmt/format.h>

#include <algorithm>

#include "referee/records/encoding.hpp"
#include "referee/records/readers.hpp"

namespace sparring::referee {
namespace {

constexpr std::size_t kHeader = 16, kGame = 68, kMoves = 8;  // bytes; where a game's moves begin

/// `size` bytes from there, least significant first.
unsigned number_at(std::string_view bytes, std::size_t at, std::size_t size) {
    unsigned number = 0;
    for (std::size_t i = size; i-- > 0;)
        number = number << 8 | static_cast<unsigned char>(bytes[at + i]);
    return number;
}

std::vector<std::string> names_of(std::string_view bytes, std::size_t size) {
    std::vector<std::string> names;
    for (std::size_t at = kHeader; at + size <= bytes.size(); at += size) {
        const std::string_view name = bytes.substr(at, size);
        names.push_back(from_latin1(name.substr(0, name.find('\0'))));
    }
    return names;
}

std::string name_of(const std::vector<std::string>& names, unsigned number) {
    return number < names.size() ? names[number] : fmt::format("#{}", number);
}

GameRecord game_of(std::string_view bytes, const WthorNames& names) {
    GameRecord game;
    game.game = "reversi";
    game.header.variant = "othello";
    game.header.termination = "normal";
    game.header.event = name_of(names.tournaments, number_at(bytes, 0, 2));
    game.header.first = name_of(names.players, number_at(bytes, 2, 2));
    game.header.second = name_of(names.players, number_at(bytes, 4, 2));
    // Black's discs; the winner has the empty squares, too.
    game.header.margin = 2 * static_cast<int>(number_at(bytes, 6, 1)) - 64;
    game.header.outcome = game.header.margin > 0   ? Outcome::first_wins
                          : game.header.margin < 0 ? Outcome::second_wins
                                                   : Outcome::draw;
    for (const char c : bytes.substr(kMoves)) {
        if (c == 0) break;
        const unsigned square = static_cast<unsigned char>(c);  // 10 * row + column, from 1
        const unsigned row = square / 10, column = square % 10;
        const bool on_board = row >= 1 && row <= 8 && column >= 1 && column <= 8;
        game.moves.push_back({on_board
                                  ? fmt::format("{}{}", static_cast<char>('a' + column - 1), row)
                                  : fmt::format("{}", square)});
    }
    return game;
}

}  // namespace

bool is_wthor(std::string_view bytes) {
    if (bytes.size() < kHeader) return false;
    const unsigned century = number_at(bytes, 0, 1), year = number_at(bytes, 1, 1),
                   month = number_at(bytes, 2, 1), day = number_at(bytes, 3, 1),
                   board = number_at(bytes, 12, 1);
    return century >= 19 && century <= 21 && year < 100 && month <= 12 && day <= 31 &&
           (board == 0 || board == 8);
}

WthorNames read_wthor_names(std::string_view players, std::string_view tournaments) {
    return {names_of(players, 20), names_of(tournaments, 26)};
}

Collection read_wthor(std::string_view bytes, const WthorNames& names) {
    Collection all;
    if (!is_wthor(bytes)) {
        all.broken.push_back({0, 1, "expected WTHOR's header: 16 bytes, a board of size 8"});
        return all;
    }
    const unsigned count = number_at(bytes, 4, 4), year = number_at(bytes, 10, 2);
    for (unsigned i = 0; i < count; ++i) {
        const std::size_t at = kHeader + i * kGame;
        const int number = static_cast<int>(i) + 1;
        if (at + kGame > bytes.size()) {
            all.broken.push_back(
                {0, number,
                 fmt::format("the file ends here; its header tells of {} games", count)});
            break;
        }
        GameRecord game = game_of(bytes.substr(at, kGame), names);
        game.number = number;
        if (year > 0) game.header.date = fmt::format("{:04}.??.??", year);
        all.games.push_back(std::move(game));
    }
    return all;
}

}  // namespace sparring::referee
