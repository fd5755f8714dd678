#include "protocol/dxp.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "protocol/text.hpp"

namespace sparring::dxp {
namespace {

constexpr std::size_t kName = 32, kBoard = 50;

template <class... F>
struct Overloaded : F... {
    using F::operator()...;
};
template <class... F>
Overloaded(F...) -> Overloaded<F...>;

/// A field of so many digits; nothing if there are others, or too few.
std::optional<int> digits(std::string_view text, std::size_t from, std::size_t count) {
    if (text.size() < from + count) return {};
    const std::string_view field = text.substr(from, count);
    if (field.find_first_not_of("0123456789") != field.npos) return {};
    return text::number<int>(field);
}

/// `W`, or `Z` for zwart; programs that write something else mean black.
std::optional<bool> colour(std::string_view text, std::size_t at) {
    if (text.size() <= at) return {};
    return text[at] == 'W' || text[at] == 'w';
}

/// What a field can hold, without control characters.
std::string plain(std::string_view text, std::size_t most) {
    std::string result{text.substr(0, most)};
    for (char& c : result)
        if (c < ' ' || c > '~') c = '?';
    return result;
}

std::string padded(std::string_view name) {
    std::string field = plain(name, kName);
    field.resize(kName, ' ');
    return field;
}

Unreadable unreadable(std::string_view what, std::string_view message) {
    return {fmt::format("{}: '{}'", what, text::printable(message, kLongest)), false, false};
}

Message parse_request(std::string_view text) {
    const auto refused = [&](std::string_view why, bool old_version) {
        Unreadable result = unreadable(why, text);
        result.request = true;
        result.old_version = old_version;
        return result;
    };
    if (text.substr(0, 3) != "R01") return refused("not version 01 of GAMEREQ", true);
    const auto white = colour(text, 35);
    const auto minutes = digits(text, 36, 3), moves = digits(text, 39, 3);
    if (!white || !minutes || !moves || text.size() < 43)
        return refused("GAMEREQ: expected colour, minutes, moves and A or B", false);
    GameRequest request{
        std::string{text::trim(text.substr(3, kName))}, *white, *minutes, *moves, {}};
    if (text[42] == 'A') return request;
    request.position = text.substr(43, 1 + kBoard);
    if (text[42] != 'B' || request.position.size() != 1 + kBoard ||
        request.position.find_first_not_of("wzWZe") != std::string::npos)
        return refused("GAMEREQ: expected A, or B and a position of 51 characters", false);
    return request;
}

Message parse_accept(std::string_view text) {
    // Scan and Moby Dam fill the name up; short ones are taken too.
    const auto code = text.size() > 1 ? digits(text, text.size() - 1, 1) : std::nullopt;
    if (!code || *code > 3) return unreadable("GAMEACC: expected a name and a code 0 to 3", text);
    const std::string_view name = text.substr(1, text.size() - 2);
    return GameAccept{std::string{text::trim(name)}, static_cast<GameAccept::Code>(*code)};
}

Message parse_move(std::string_view text) {
    const auto seconds = digits(text, 1, 4), captured = digits(text, 9, 2);
    if (!seconds || !captured || !digits(text, 5, 4))
        return unreadable("MOVE: expected seconds, from, to, number of captured", text);
    const auto size = 11 + 2 * static_cast<std::size_t>(*captured);
    const std::string_view move = text.substr(5, size - 5);
    if (text.size() < size || move.find_first_not_of("0123456789") != move.npos)
        return unreadable("MOVE: the squares of captured pieces are missing", text);
    return Move{*seconds, std::string{move}};
}

Message parse_end(std::string_view text) {
    const auto reason = digits(text, 1, 1);
    if (!reason || *reason > 3) return unreadable("GAMEEND: expected a reason 0 to 3", text);
    return GameEnd{static_cast<GameEnd::Reason>(*reason), text.size() > 2 && text[2] == '1'};
}

}  // namespace

Message parse(std::string_view text) {
    if (text.empty()) return unreadable("empty message", text);
    switch (text.front()) {
        case 'R':
            return parse_request(text);
        case 'A':
            return parse_accept(text);
        case 'M':
            return parse_move(text);
        case 'E':
            return parse_end(text);
        case 'C':
            return Chat{plain(text.substr(1), kLongest - 1)};
        case 'B': {
            const auto move = digits(text, 1, 3);
            const auto white = colour(text, 4);
            if (!move || !white) return unreadable("BACKREQ: expected a number and a colour", text);
            return BackRequest{*move, *white};
        }
        case 'K': {
            const auto code = digits(text, 1, 1);
            if (!code || *code > 2) return unreadable("BACKACC: expected a code 0 to 2", text);
            return BackAccept{static_cast<BackAccept::Code>(*code)};
        }
        default:
            return unreadable("unknown message", text);
    }
}

std::string to_text(const Message& message) {
    const auto letter = [](bool white) { return white ? 'W' : 'Z'; };
    return std::visit(
        Overloaded{
            [&](const GameRequest& request) {
                return fmt::format(
                    "R01{}{}{:03}{:03}{}{}", padded(request.name), letter(request.follower_white),
                    std::clamp(request.minutes, 0, 999), std::clamp(request.moves, 0, 999),
                    request.position.empty() ? 'A' : 'B', request.position);
            },
            [](const GameAccept& accept) {
                return fmt::format("A{}{}", padded(accept.name), static_cast<int>(accept.code));
            },
            [](const Move& move) {
                return fmt::format("M{:04}{}", std::clamp(move.seconds, 0, 9999), move.move);
            },
            [](const GameEnd& end) {
                return fmt::format("E{}{}", static_cast<int>(end.reason), end.stop ? 1 : 0);
            },
            [](const Chat& chat) { return "C" + plain(chat.text, kLongest - 1); },
            [&](const BackRequest& back) {
                return fmt::format("B{:03}{}", std::clamp(back.move, 0, 999), letter(back.white));
            },
            [](const BackAccept& back) { return fmt::format("K{}", static_cast<int>(back.code)); },
            [](const Unreadable&) { return std::string{}; },
        },
        message);
}

std::size_t Reader::feed(std::string_view bytes) {
    if (complete_ || overflown_) return 0;
    const auto end = bytes.find('\0');
    const std::string_view part = bytes.substr(0, end);
    if (bytes_.size() + part.size() > kLongest) {
        overflown_ = true;
        bytes_.clear();
        return 0;
    }
    bytes_ += part;
    complete_ = end != bytes.npos;
    return complete_ ? end + 1 : bytes.size();
}

std::optional<std::string> Reader::take() {
    if (!complete_) return {};
    complete_ = false;
    return std::exchange(bytes_, {});
}

}  // namespace sparring::dxp
