#include "referee/records/writers.hpp"

#include <algorithm>
#include <array>

namespace sparring::referee {
namespace {

struct Row {
    std::string_view game;
    std::vector<std::string> forms;
};

const std::array<Row, 4>& table() {
    static const std::array<Row, 4> rows{
        {{"amazons", {"pgn", "contest", "contest-gbk", "openings"}},
         {"dots-and-boxes", {"pgn", "contest", "contest-gbk", "openings"}},
         {"draughts", {"pdn", "openings"}},
         {"reversi", {"ggf", "transcript", "openings"}}}};
    return rows;
}

Expected<std::string> transcript(const Opening& game) {
    if (!game.fen.empty())
        return Error{"a transcript begins in the starting position, this game did not"};
    std::string text;
    for (const std::string& move : game.moves) {
        if (move != "pass") text += move;
    }
    return text + "\n";
}

/// As files of openings have it; UGI's `position` without that word.
std::string opening_line(const Opening& game) {
    std::string text = game.fen.empty() ? "startpos" : "fen " + game.fen;
    if (!game.moves.empty()) text += " moves";
    for (const std::string& move : game.moves) text += " " + move;
    return text + "\n";
}

}  // namespace

std::vector<std::string> forms_of(const games::Game& game) {
    for (const Row& row : table()) {
        if (row.game == game.name()) return row.forms;
    }
    return {};
}

std::vector<std::string> all_forms() {
    std::vector<std::string> all;
    for (const Row& row : table()) {
        for (const std::string& form : row.forms) {
            if (std::find(all.begin(), all.end(), form) == all.end()) all.push_back(form);
        }
    }
    return all;
}

bool is_contest(std::string_view form) {
    return form.starts_with("contest");
}

Expected<std::string> written(std::string_view form, const PlayedRecord& played,
                              const RecordHeader& header) {
    if (form == "transcript") return transcript(played.opening);
    if (form == "openings") return opening_line(played.opening);
    return played.position->record(header) + "\n";
}

}  // namespace sparring::referee
