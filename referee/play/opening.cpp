#include "referee/play/opening.hpp"

#include <fmt/format.h>

#include "protocol/text.hpp"

namespace sparring::referee {

Expected<std::unique_ptr<games::Position>> set_up(const games::Choice& choice,
                                                  const Opening& opening) {
    auto position = opening.fen.empty() ? Expected{choice.game->start(choice.variant)}
                                        : choice.game->parse_fen(choice.variant, opening.fen);
    if (!position) return Error{position.error()};
    for (std::size_t i = 0; i < opening.moves.size(); ++i) {
        const auto played = (*position)->play(opening.moves[i]);
        if (!played) {
            return Error{fmt::format("move {} '{}': {}", i + 1, text::printable(opening.moves[i]),
                                     played.error())};
        }
    }
    return position;
}

std::string position_command(const Opening& opening) {
    std::string command = opening.fen.empty() ? "position startpos" : "position fen " + opening.fen;
    if (!opening.moves.empty()) command += " moves";
    for (const std::string& move : opening.moves) {
        command += ' ';
        command += move;
    }
    return command;
}

}  // namespace sparring::referee
