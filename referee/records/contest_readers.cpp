#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "protocol/text.hpp"
#include "referee/records/readers.hpp"
#include "referee/records/text_cursor.hpp"

namespace sparring::referee {
namespace {

using Json = nlohmann::json;

// ---- amazons ------------------------------------------------------------------------------------

/// The insides of `#[..][..];`.
std::vector<std::string_view> fields_of(std::string_view line) {
    std::vector<std::string_view> fields;
    for (;;) {
        const auto open = line.find('['), close = line.find(']', std::min(open, line.size()));
        if (close == line.npos) return fields;
        fields.push_back(text::trim(line.substr(open + 1, close - open - 1)));
        line.remove_prefix(close + 1);
    }
}

/// `2026.11.21 15:04 place`
void set_date_and_place(GameRecord& game, std::string_view field) {
    const auto words = text::words(field);
    std::size_t next = 0;
    const auto is_date = [](char c) { return (c >= '0' && c <= '9') || c == '?'; };
    if (next < words.size() && is_date(words[next].front())) game.header.date = words[next++];
    if (next < words.size() && words[next].find(':') != std::string_view::npos)
        game.time = words[next++];
    if (next == words.size()) return;
    game.header.site = std::string_view{
        words[next].data(),
        static_cast<std::size_t>(field.data() + field.size() - words[next].data())};
}

std::optional<std::string> read_head(GameRecord& game, std::string_view line) {
    const auto fields = fields_of(line);
    if (fields.size() < 4)
        return "expected a head such as #[AM][first][second][先手胜][date][event];";
    if (fields[0] != "AM")
        return fmt::format("[{}]: expected AM, amazons", text::printable(fields[0]));
    game.header.first = fields[1];
    game.header.second = fields[2];
    if (fields[3].find("先手胜") != std::string_view::npos)
        game.header.outcome = Outcome::first_wins;
    if (fields[3].find("后手胜") != std::string_view::npos)
        game.header.outcome = Outcome::second_wins;
    if (fields.size() > 4) set_date_and_place(game, fields[4]);
    if (fields.size() > 5) game.header.event = fields[5];
    return {};
}

/// `1 d1d7(g7) g10g8(d8)`
void read_moves(GameRecord& game, std::string_view text, int line) {
    for (std::string_view word : text::words(text)) {
        while (word.ends_with(';')) word.remove_suffix(1);
        if (word.find_first_not_of("0123456789.") != word.npos)
            game.moves.push_back({std::string{word}, line});
    }
}

// ---- dots-and-boxes -----------------------------------------------------------------------------

struct Object {
    std::string_view text;
    int line;
    bool closed;
};

/// Up to the brace that closes the one at the cursor.
Object take_object(TextCursor& cursor) {
    const int line = cursor.line();
    const std::string_view from = cursor.rest();
    int depth = 0;
    bool quoted = false;
    do {
        const char c = cursor.take();
        if (quoted && c == '\\' && !cursor.at_end()) {
            cursor.take();
        } else if (c == '"') {
            quoted = !quoted;
        } else if (!quoted && c == '{') {
            ++depth;
        } else if (!quoted && c == '}') {
            --depth;
        }
    } while (depth > 0 && !cursor.at_end());
    return {from.substr(0, from.size() - cursor.rest().size()), line, depth == 0};
}

std::string text_of(const Json& object, const char* key, std::string otherwise) {
    const auto value = object.find(key);
    return value != object.end() && value->is_string() ? value->get<std::string>() : otherwise;
}

/// Lines on which the pieces stand, as far as they are found.
std::vector<int> piece_lines(const Object& object) {
    std::vector<int> lines;
    TextCursor cursor{object.text};
    for (cursor.skip_to("\"piece\""); !cursor.at_end(); cursor.skip_to("\"piece\"")) {
        lines.push_back(object.line + cursor.line() - 1);
        cursor.take();
    }
    return lines;
}

/// `r(c4,h)`. Programs are at odds whether R is a colour or the first player; who made the first
/// piece was the first player.
std::optional<std::string> read_pieces(GameRecord& game, const Json& pieces, const Object& object) {
    const auto lines = piece_lines(object);
    char first = 'r';
    for (const Json& entry : pieces) {
        const std::size_t index = game.moves.size();
        const std::string piece = entry.is_object() ? text_of(entry, "piece", "") : "";
        const char mover = piece.empty() ? ' ' : static_cast<char>(piece[0] | 0x20);
        if (mover != 'r' && mover != 'b')
            return fmt::format("game[{}]: expected {{\"piece\":\"r(c4,h)\"}}", index);
        if (index == 0) first = mover;
        game.moves.push_back({piece.substr(1), index < lines.size() ? lines[index] : object.line,
                              mover == first ? Side::first : Side::second});
    }
    if (first == 'r') return {};
    std::swap(game.header.first, game.header.second);
    if (game.header.outcome != Outcome::none)
        game.header.outcome =
            game.header.outcome == Outcome::first_wins ? Outcome::second_wins : Outcome::first_wins;
    return {};
}

std::optional<std::string> read_object(GameRecord& game, const Object& object) {
    if (!object.closed) return "the object is not closed with '}'";
    const Json json = Json::parse(object.text, nullptr, false);
    if (json.is_discarded()) return "not JSON";
    const auto pieces = json.find("game");
    if (pieces == json.end() || !pieces->is_array())
        return "expected \"game\", a list of {\"piece\":\"r(c4,h)\"}";
    game.header.first = text_of(json, "R", "?");
    game.header.second = text_of(json, "B", "?");
    game.header.event = text_of(json, "Event", "?");
    game.header.date = text_of(json, "Date", game.header.date);
    std::replace(game.header.date.begin(), game.header.date.end(), '-', '.');
    const std::string winner = text_of(json, "winner", "");
    if (winner == "R") game.header.outcome = Outcome::first_wins;
    if (winner == "B") game.header.outcome = Outcome::second_wins;
    return read_pieces(game, *pieces, object);
}

}  // namespace

Collection read_contest_text(std::string_view text) {
    Collection all;
    std::optional<GameRecord> game;
    const auto finish = [&] {
        if (game) all.games.push_back(*std::move(game));
        game.reset();
    };
    int number = 0;
    bool skipping = false;  // what belongs to a broken game
    for (TextCursor cursor{text}; !cursor.at_end();) {
        const int at = cursor.line();
        const auto line = text::trim(cursor.take_while([](char c) { return c != '\n'; }));
        cursor.take_if('\n');
        if (line.empty()) continue;
        if (line.front() == '#' || (!game && !skipping)) {
            finish();
            game.emplace();
            game->number = ++number;
            game->line = at;
            game->game = "amazons";
            auto problem = read_head(*game, line);
            skipping = problem.has_value();
            if (!problem) continue;
            all.broken.push_back({at, number, *std::move(problem)});
            game.reset();
        } else if (game) {
            read_moves(*game, line, at);
        }
    }
    finish();
    return all;
}

Collection read_contest_json(std::string_view text) {
    Collection all;
    TextCursor cursor{text};
    for (int number = 1;; ++number) {
        cursor.take_while([](char c) { return is_blank(c) || c == '[' || c == ',' || c == ']'; });
        if (cursor.at_end()) return all;
        GameRecord game;
        game.number = number;
        game.line = cursor.line();
        game.game = "dots-and-boxes";
        std::optional<std::string> problem = "expected a JSON object";
        if (cursor.front() == '{') {
            problem = read_object(game, take_object(cursor));
        } else {
            cursor.skip_to("{");
        }
        if (problem) {
            all.broken.push_back({game.line, number, *std::move(problem)});
        } else {
            all.games.push_back(std::move(game));
        }
    }
}

}  // namespace sparring::referee
