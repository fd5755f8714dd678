// What must hold for the rules of every game, whatever the game: checked on random games, as
// OpenSpiel's basic tests do. A game's test file calls these with its Rules.
#pragma once

#include <fmt/format.h>

#include <cstdlib>
#include <fstream>
#include <functional>
#include <set>
#include <sstream>

#include "engines/games/erase.hpp"
#include "engines/games/perft.hpp"
#include "tests/catch.hpp"
#include "tests/engines/random.hpp"

namespace sparring::test {

template <RulesLike R>
typename R::MoveList legal_moves(const typename R::Position& position) {
    typename R::MoveList moves;
    position.generate(moves);
    return moves;
}

/// Everything that can be asked of one position.
template <RulesLike R>
void check_position(typename R::Variant variant, const typename R::Position& position) {
    const std::string fen = R::to_fen(position);
    INFO(R::name << " " << fen);
    const auto moves = legal_moves<R>(position);
    REQUIRE(position.count_moves() == moves.size());
    REQUIRE(position.is_over() == moves.empty());

    const auto again = R::parse_fen(variant, fen);
    if (!again) FAIL("own FEN refused: " << again.error());
    REQUIRE(R::to_fen(*again) == fen);
    REQUIRE(again->hash() == position.hash());
    REQUIRE(again->side_to_move() == position.side_to_move());
    REQUIRE(again->banked() == position.banked());
    REQUIRE(legal_moves<R>(*again).size() == moves.size());

    std::set<std::string> texts;
    for (const auto& move : moves) {
        const std::string text = R::to_text(position, move);
        INFO("move " << text);
        REQUIRE(text.find_first_of(" \t\r\n") == text.npos);
        REQUIRE(texts.insert(text).second);
        const auto parsed = R::parse_move(position, text);
        if (!parsed) FAIL("own move refused: " << parsed.error());
        REQUIRE(*parsed == move);
    }
    for (const char* nonsense : {"", "x", "zz99", "-", "none", "a0", "999", "(,)", "\xff\xfe"}) {
        const auto parsed = R::parse_move(position, nonsense);
        if (parsed) {
            REQUIRE(std::find(moves.begin(), moves.end(), *parsed) != moves.end());
        } else {
            REQUIRE(!parsed.error().empty());
        }
    }
    REQUIRE(!R::to_board(position).empty());
}

/// Random games to their end; every position on the way is checked.
template <RulesLike R>
void check_random_games(std::string_view variant_name, int games, std::uint64_t seed,
                        int longest = 400) {
    const auto variant = *R::parse_variant(variant_name);
    Random random{seed};
    for (int game = 0; game < games; ++game) {
        Line<R> line{R::start(variant)};
        int left = line.current().moves_left();
        for (int ply = 0; ply < longest && line.outcome() == Outcome::none; ++ply) {
            const auto& position = line.current();
            check_position<R>(variant, position);
            const auto moves = legal_moves<R>(position);
            const auto move = moves[random.below(moves.size())];
            line.play(move);
            REQUIRE(line.current().moves_left() <= left);
            left = line.current().moves_left();
        }
        if (line.current().is_over()) {
            check_position<R>(variant, line.current());
            const int score = line.current().final_score();
            REQUIRE(line.margin() ==
                    (line.current().side_to_move() == Side::first ? score : -score));
        }
        RecordHeader header;
        header.outcome = line.outcome();
        header.margin = line.margin();
        header.termination = "normal";
        REQUIRE(R::to_record(header, line.start(), line.moves()).ends_with('\n'));
    }
}

/// `mirror` maps a FEN to that of a symmetric position: perft must not change.
template <RulesLike R>
void check_symmetry(std::string_view variant_name,
                    const std::function<std::string(std::string)>& mirror, int depth,
                    std::uint64_t seed) {
    const auto variant = *R::parse_variant(variant_name);
    Random random{seed};
    Line<R> line{R::start(variant)};
    for (int ply = 0; ply < 60 && line.outcome() == Outcome::none; ++ply) {
        const std::string fen = R::to_fen(line.current());
        INFO(R::name << " " << fen);
        const auto mirrored = R::parse_fen(variant, mirror(fen));
        if (!mirrored) FAIL(mirrored.error());
        REQUIRE(perft<R>(*mirrored, depth) == perft<R>(line.current(), depth));
        const auto moves = legal_moves<R>(line.current());
        line.play(moves[random.below(moves.size())]);
    }
}

/// The keys of all positions one move on, sorted.
template <RulesLike R>
std::vector<std::string> keys_of_children(const typename R::Position& position) {
    std::vector<std::string> keys;
    for (const auto& move : legal_moves<R>(position)) {
        auto child = position;
        child.play(move);
        keys.push_back(symmetry_key<R>(child));
    }
    std::sort(keys.begin(), keys.end());
    return keys;
}

/// Symmetric positions have the same key, the same number of moves, and symmetric positions one
/// move on; how many images of one position were all different at most.
template <RulesLike R>
std::size_t check_images(std::string_view variant_name, int games, std::uint64_t seed) {
    const auto variant = *R::parse_variant(variant_name);
    Random random{seed};
    std::size_t most = 0;
    for (int game = 0; game < games; ++game) {
        Line<R> line{R::start(variant)};
        for (int ply = 0; ply < 60 && line.outcome() == Outcome::none; ++ply) {
            const auto& position = line.current();
            const auto moves = legal_moves<R>(position);
            INFO(R::name << " " << R::to_fen(position));
            const std::string key = symmetry_key<R>(position);
            const bool few = moves.size() <= 100;
            const auto children = few ? keys_of_children<R>(position) : std::vector<std::string>{};
            std::set<std::string> images;
            REQUIRE(R::image(position, 0) == position);
            for (int symmetry = 0; symmetry < R::symmetries(position); ++symmetry) {
                const auto image = R::image(position, symmetry);
                images.insert(R::to_fen(image));
                REQUIRE(symmetry_key<R>(image) == key);
                REQUIRE(image.count_moves() == moves.size());
                REQUIRE(image.side_to_move() == position.side_to_move());
                REQUIRE(image.banked() == position.banked());
                if (few) REQUIRE(keys_of_children<R>(image) == children);
            }
            most = std::max(most, images.size());
            line.play(moves[random.below(moves.size())]);
        }
    }
    return most;
}

/// A whole random game as text: board, legal moves and result at each ply.
template <RulesLike R>
std::string playthrough(std::string_view variant_name, std::uint64_t seed) {
    const games::ErasedGame<R> game;
    const auto position = game.start(variant_name);
    Random random{seed};
    std::string text = fmt::format("{}/{} seed {}\n", R::name, variant_name, seed);
    for (int ply = 0; ply < 400; ++ply) {
        const auto moves = position->legal_moves();
        text += fmt::format("\nply {}\n{}fen {}\nhash {:016x}\n", ply, position->board(),
                            position->fen(), position->hash());
        if (moves.empty()) break;
        constexpr std::size_t shown = 12;
        text += fmt::format("legal {}:", moves.size());
        for (std::size_t i = 0; i < std::min(shown, moves.size()); ++i) text += " " + moves[i];
        const std::string& move = moves[random.below(moves.size())];
        text += fmt::format("{}\nplay {}\n", moves.size() > shown ? " ..." : "", move);
        REQUIRE(position->play(move));
    }
    RecordHeader header;
    header.outcome = position->outcome();
    header.margin = position->margin();
    header.termination = "normal";
    header.variant = variant_name;
    return text + fmt::format("\noutcome {} margin {}\n\n{}", static_cast<int>(position->outcome()),
                              position->margin(), position->record(header));
}

/// Compares with tests/data/GAME/VARIANT.playthrough.txt. A change of rules or notation shows as a
/// diff of that file; `SPARRING_UPDATE=1` in the environment rewrites it.
template <RulesLike R>
void check_playthrough(std::string_view variant_name, std::uint64_t seed = 1) {
    const std::string path = fmt::format("{}/tests/data/{}/{}.playthrough.txt", SPARRING_SOURCE_DIR,
                                         R::name, variant_name);
    const std::string text = playthrough<R>(variant_name, seed);
    if (std::getenv("SPARRING_UPDATE") != nullptr) std::ofstream{path} << text;
    std::ifstream file{path};
    INFO(path << " (set SPARRING_UPDATE=1 to rewrite it)");
    REQUIRE(file.is_open());
    std::stringstream kept;
    kept << file.rdbuf();
    REQUIRE(kept.str() == text);
}

}  // namespace sparring::test
