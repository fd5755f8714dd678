#include "referee/records/played_record.hpp"

#include <fmt/format.h>

#include <utility>

#include "protocol/text.hpp"

namespace sparring::referee {
namespace {

class Replay {
  public:
    Replay(std::unique_ptr<games::Position> start, int plies)
        : plies_{plies}, position_{std::move(start)} {}

    bool is_full() const {
        return plies_ > 0 && opening_.moves.size() >= static_cast<std::size_t>(plies_);
    }

    /// False, and why, if it is refused.
    bool play(const RecordedMove& move, const std::string& comment) {
        if (try_move(move, comment)) return true;
        if (!position_->play("pass")) return false;
        opening_.moves.emplace_back("pass");
        comments_.emplace_back();
        return is_full() || try_move(move, comment);
    }

    const games::Position& position() const { return *position_; }

    PlayedRecord take() {
        return {std::move(opening_), std::move(position_), std::move(comments_), {}};
    }

    std::string problem;

  private:
    bool try_move(const RecordedMove& move, const std::string& comment) {
        if (move.side && *move.side != position_->side_to_move()) {
            problem = fmt::format("the {} player is to move",
                                  *move.side == Side::first ? "second" : "first");
            return false;
        }
        auto played = position_->play(move.text);
        if (!played) {
            problem = played.error();
            return false;
        }
        opening_.moves.push_back(*std::move(played));
        comments_.push_back(comment);
        return true;
    }

    int plies_;
    std::unique_ptr<games::Position> position_;
    Opening opening_;
    std::vector<std::string> comments_;
};

Error at(const GameRecord& game, int line, std::string_view what) {
    return {fmt::format("{}: {}", place(line, game.number), what)};
}

}  // namespace

std::string place(int line, int number) {
    return line > 0 ? fmt::format("line {}", line) : fmt::format("game {}", number);
}

Expected<PlayedRecord> play_record(const games::Choice& choice, const GameRecord& game, int plies) {
    auto start = choice.game->start(choice.variant);
    std::string fen;
    if (!game.fen.empty()) {
        auto parsed = choice.game->parse_fen(choice.variant, game.fen);
        if (!parsed) return at(game, game.line, parsed.error());
        if ((*parsed)->fen() != start->fen()) fen = (*parsed)->fen();
        start = *std::move(parsed);
    }
    Replay replay{std::move(start), plies};
    std::size_t taken = 0;
    for (; taken < game.moves.size() && !replay.is_full(); ++taken) {
        if (replay.position().outcome() == Outcome::draw) break;
        const RecordedMove& move = game.moves[taken];
        const auto& comments = game.header.comments;
        if (replay.play(move, taken < comments.size() ? comments[taken] : "")) continue;
        return at(
            game, move.line,
            fmt::format("move {} '{}': {}", taken + 1, text::printable(move.text), replay.problem));
    }
    const bool drawn = taken < game.moves.size() && !replay.is_full();
    PlayedRecord played = replay.take();
    played.opening.fen = std::move(fen);
    if (drawn) {
        played.left_out.push_back(
            {game.moves[taken].line, game.number, "moves behind a draw by rule"});
    }
    return played;
}

RecordHeader checked_header(const GameRecord& game, PlayedRecord& played) {
    RecordHeader header = game.header;
    header.comments = played.comments;
    const Outcome outcome = played.position->outcome();
    const bool played_on = !played.left_out.empty();  // so nobody claimed the draw
    if (outcome == Outcome::none || (played_on && header.outcome != Outcome::none)) return header;
    if (header.outcome != Outcome::none && header.outcome != outcome) {
        played.left_out.push_back({game.line, game.number,
                                   fmt::format("result {}, which on the board is {}",
                                               to_text(header.outcome), to_text(outcome))});
    }
    header.outcome = outcome;
    header.margin = played.position->margin();
    header.termination = "normal";
    return header;
}

Expected<games::Choice> choice_of(const GameRecord& game) {
    if (!game.game.empty()) {
        auto choice = games::find(game.game + "/" + game.header.variant);
        if (!choice) return at(game, game.line, choice.error());
        return choice;
    }
    std::vector<games::Choice> able;
    for (const games::Game* each : games::catalogue()) {
        const games::Choice choice{each, each->variants().front()};
        const bool fits = game.fen.empty()
                              ? !game.moves.empty() && play_record(choice, game, 1)
                              : static_cast<bool>(each->parse_fen(choice.variant, game.fen));
        if (fits) able.push_back(choice);
    }
    if (able.size() == 1) return able.front();
    const std::string what =
        !game.fen.empty()    ? fmt::format("position '{}'", text::printable(game.fen))
        : game.moves.empty() ? std::string{"nothing"}
                             : fmt::format("move 1 '{}'", text::printable(game.moves[0].text));
    return at(game, game.line,
              fmt::format("it does not say which game it is, and {} fits {} of them; -game NAME "
                          "says it",
                          what, able.empty() ? "none" : "several"));
}

}  // namespace sparring::referee
