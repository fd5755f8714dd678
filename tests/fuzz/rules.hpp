// Fuzzing a game's texts: the first byte chooses the variant, the first line is a FEN (empty: the
// start), then words that are moves.
#pragma once

#include "engines/games/erase.hpp"
#include "protocol/text.hpp"
#include "tests/fuzz/checks.hpp"

namespace sparring::fuzz {

template <RulesLike R>
int one_input(const std::uint8_t* data, std::size_t size) {
    std::string_view text{reinterpret_cast<const char*>(data), size};
    const games::ErasedGame<R> game;
    static const auto variants = game.variants();
    std::string variant = variants.front();
    if (!text.empty()) {
        variant = variants[static_cast<unsigned char>(text.front()) % variants.size()];
        text.remove_prefix(1);
    }
    const auto line_end = std::min(text.find('\n'), text.size());
    const std::string_view fen = text.substr(0, line_end);
    if (const auto named = game.variant(fen)) require(game.variant(*named).operator bool());

    std::unique_ptr<games::Position> position;
    if (fen.empty()) {
        position = game.start(variant);
    } else {
        auto parsed = game.parse_fen(variant, fen);
        if (!parsed) {
            require(!parsed.error().empty());
            return 0;
        }
        position = std::move(*parsed);
        const auto again = game.parse_fen(variant, position->fen());
        require(static_cast<bool>(again));
        require((*again)->fen() == position->fen());
        require((*again)->hash() == position->hash());
    }
    const auto legal = position->legal_moves();
    require(legal.empty() == (position->outcome() != Outcome::none));
    if (!legal.empty()) require(static_cast<bool>(position->canonical(legal[size % legal.size()])));
    for (const std::string_view word : text::words(text.substr(line_end))) {
        const std::string before = position->fen();
        const auto played = position->play(word);
        if (!played) require(!played.error().empty() && position->fen() == before);
    }
    require(!position->board().empty());
    RecordHeader header;
    header.outcome = position->outcome();
    header.termination = "normal";
    require(!position->record(header).empty());
    return 0;
}

}  // namespace sparring::fuzz
