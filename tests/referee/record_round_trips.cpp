// Random games of every game, written in every form of it and read again.
#include <algorithm>

#include "referee/records/contest.hpp"
#include "referee/records/encoding.hpp"
#include "referee/records/format.hpp"
#include "referee/records/writers.hpp"
#include "referee/schedule/lots.hpp"
#include "tests/catch.hpp"

namespace {

using namespace sparring;
using namespace sparring::referee;

/// A random game, or its first plies, from the start or from a position on the way.
PlayedRecord random_game(const games::Choice& choice, std::uint64_t seed) {
    Lots lots{mix64(seed)};
    PlayedRecord game;
    game.position = choice.game->start(choice.variant);
    const std::size_t most = lots.below(3) == 0 ? lots.below(20) : 200;
    const bool set_up = lots.below(3) == 0;
    while (game.opening.moves.size() < most && game.position->outcome() == Outcome::none) {
        const auto legal = game.position->legal_moves();
        game.opening.moves.push_back(*game.position->play(legal[lots.below(legal.size())]));
        game.comments.push_back(lots.below(3) == 0 ? "" : "+0.25, depth 3");
        if (!set_up || game.opening.moves.size() != 5) continue;
        // Later marks of a position are not in its FEN (draw counters).
        game.opening = {game.position->fen(), {}};
        game.comments.clear();
        game.position = *choice.game->parse_fen(choice.variant, game.opening.fen);
    }
    return game;
}

RecordHeader header_of(const PlayedRecord& game, std::uint64_t seed) {
    RecordHeader header;
    header.event = "Event \"x\" é";
    header.site = "沈阳 1";
    header.date = "2026.11.21";
    header.round = "3";
    header.first = "东北大学";
    header.second = "b c\\d";
    header.time_control = "5+0.05";
    header.comments = game.comments;
    header.outcome = game.position->outcome();
    header.margin = game.position->margin();
    header.termination = "normal";
    if (header.outcome != Outcome::none) return header;
    header.outcome = seed % 2 == 0 ? Outcome::first_wins : Outcome::second_wins;  // resigned
    return header;
}

struct Read {
    Opening opening;
    RecordHeader header;
    std::string time;
};

Read read_again(const games::Choice& choice, const std::string& text) {
    INFO(text);
    const Format format = format_of(text);
    const auto utf8 = decoded(format, text);
    REQUIRE(utf8);
    const Collection all = read_games(format, *utf8, &choice);
    for (const Remark& broken : all.broken) FAIL(broken.text);
    CHECK(all.left_out.empty());
    REQUIRE(all.games.size() == 1);
    const GameRecord& game = all.games.front();
    if (format != Format::lines && format != Format::contest_json) {
        const auto told = choice_of(game);
        REQUIRE(told);
        if (format != Format::contest_text) CHECK(full_name(*told) == full_name(choice));
    }
    auto played = play_record(choice, game);
    if (!played) FAIL(played.error());
    const RecordHeader header = checked_header(game, *played);
    CHECK(played->left_out.empty());
    return {played->opening, header, game.time};
}

TEST_CASE("what is written in a game's own form is read as it was") {
    for (const char* name :
         {"draughts/international", "draughts/killer", "reversi/othello", "reversi/reversed",
          "amazons/10x10", "amazons/5x6", "dots-and-boxes/5x5", "dots-and-boxes/2x3"}) {
        const games::Choice choice = *games::find(name);
        for (std::uint64_t seed = 0; seed < 25; ++seed) {
            const PlayedRecord game = random_game(choice, seed);
            const RecordHeader header = header_of(game, seed);
            INFO(name << ", seed " << seed);
            const auto form = forms_of(*choice.game).front();
            const auto text = written(form, game, header);
            REQUIRE(text);
            const Read read = read_again(choice, *text);
            CHECK(read.opening == game.opening);
            CHECK(read.header.site == header.site);
            CHECK(read.header.date == header.date);
            CHECK(read.header.first == header.first);
            CHECK(read.header.second == header.second);
            CHECK(read.header.time_control == header.time_control);
            CHECK(read.header.outcome == header.outcome);
            CHECK(read.header.margin == header.margin);
            CHECK(read.header.termination == header.termination);
            if (form == "ggf") continue;  // which has no place for these
            CHECK(read.header.event == header.event);
            CHECK(read.header.round == header.round);
            auto comments = read.header.comments;
            comments.resize(header.comments.size());
            CHECK(comments == header.comments);
        }
    }
}

TEST_CASE("openings and transcripts are read as they were written") {
    for (const char* name : {"draughts", "reversi", "amazons/6x6", "dots-and-boxes/3x3"}) {
        const games::Choice choice = *games::find(name);
        for (const std::string& form : forms_of(*choice.game)) {
            if (form != "openings" && form != "transcript") continue;
            int read = 0;
            for (std::uint64_t seed = 0; seed < 25; ++seed) {
                const PlayedRecord game = random_game(choice, seed);
                const auto text = written(form, game, {});
                INFO(form << ", seed " << seed);
                CHECK(text.operator bool() == (form == "openings" || game.opening.fen.empty()));
                if (!text || (form == "transcript" && game.opening.moves.empty())) continue;
                ++read;
                Opening opening = game.opening;
                // What a transcript does not say is put in only before a further move.
                while (form == "transcript" && opening.moves.back() == "pass")
                    opening.moves.pop_back();
                CHECK(read_again(choice, *text).opening == opening);
            }
            CHECK(read > 10);
        }
    }
}

TEST_CASE("contest records are read as they were written, in both encodings") {
    for (const char* name : {"amazons", "dots-and-boxes"}) {
        const games::Choice choice = *games::find(name);
        for (std::uint64_t seed = 0; seed < 20; ++seed) {
            const PlayedRecord game = random_game(choice, seed);
            RecordHeader header = header_of(game, seed);
            header.date = "2026.11.21 15:04";
            const auto file = contest_file(*game.position, header);
            const auto gbk = contest_file(*game.position, header, Encoding::gbk);
            CHECK(file.operator bool() == game.opening.fen.empty());
            CHECK(gbk.operator bool() == game.opening.fen.empty());
            if (!file) continue;
            CHECK(is_utf8(file->text));
            CHECK_FALSE(is_utf8(gbk->text));
            for (const std::string& text : {file->text, gbk->text}) {
                const Read read = read_again(choice, text);
                CHECK(read.opening == game.opening);
                CHECK(read.header.first == header.first);
                CHECK(read.header.second == header.second);
                CHECK(read.header.event == header.event);
                CHECK(read.header.outcome == header.outcome);
                CHECK(read.header.date == "2026.11.21");
                if (choice.game->name() == "dots-and-boxes") continue;  // it has only the day
                CHECK(read.header.site == header.site);
                CHECK(read.time == "15:04");
            }
        }
    }
}

}  // namespace
