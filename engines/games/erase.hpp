// Makes the type-erased Game and Position of a game out of its Rules.
#pragma once

#include <fmt/format.h>

#include <algorithm>

#include "engines/games/game.hpp"
#include "engines/games/line.hpp"

namespace sparring {

/// The least FEN of a position's images.
template <RulesLike R>
std::string symmetry_key(const typename R::Position& position) {
    std::string key = R::to_fen(position);
    for (int symmetry = 1; symmetry < R::symmetries(position); ++symmetry) {
        key = std::min(key, R::to_fen(R::image(position, symmetry)));
    }
    return key;
}

}  // namespace sparring

namespace sparring::games {

template <RulesLike R>
class ErasedPosition final : public Position {
  public:
    explicit ErasedPosition(const typename R::Position& start, bool from_start)
        : line_{start}, from_start_{from_start} {}

    const Line<R>& line() const { return line_; }

    std::unique_ptr<Position> clone() const override {
        return std::make_unique<ErasedPosition>(*this);
    }
    Side side_to_move() const override { return line_.current().side_to_move(); }
    Outcome outcome() const override { return line_.outcome(); }
    int margin() const override { return line_.margin(); }
    std::uint64_t hash() const override { return line_.current().hash(); }
    std::size_t plies() const override { return line_.moves().size(); }

    std::size_t age() const override {
        if constexpr (requires { &R::age; }) return R::age(line_.current());
        return plies();
    }

    std::size_t decided() const override {
        if constexpr (requires { &R::is_decided; }) {
            auto position = line_.start();
            for (const auto& move : line_.moves()) {
                if (R::is_decided(position)) break;
                position.play(move);
            }
            return R::age(position);
        }
        return age();
    }

    std::vector<std::string> legal_moves() const override {
        std::vector<std::string> texts;
        if (line_.outcome() != Outcome::none) return texts;
        typename R::MoveList moves;
        line_.current().generate(moves);
        texts.reserve(moves.size());
        for (const auto& move : moves) texts.push_back(R::to_text(line_.current(), move));
        return texts;
    }

    Expected<std::string> canonical(std::string_view text) const override {
        auto move = parse(text);
        if (!move) return Error{move.error()};
        return R::to_text(line_.current(), *move);
    }

    Expected<std::string> play(std::string_view text) override {
        auto move = parse(text);
        if (!move) return Error{move.error()};
        std::string canonical = R::to_text(line_.current(), *move);
        line_.play(*move);
        return canonical;
    }

    Expected<std::string> spell(std::string_view text, Dialect dialect) const override {
        auto move = parse(text);
        if (!move) return Error{move.error()};
        return R::to_text(line_.current(), *move, dialect);
    }

    Expected<std::string> read(std::string_view text, Dialect dialect) const override {
        if (line_.outcome() != Outcome::none) return Error{"the game is over"};
        auto move = R::parse_move(line_.current(), text, dialect);
        if (!move) return Error{move.error()};
        return R::to_text(line_.current(), *move);
    }

    Expected<std::string> position(Dialect dialect) const override {
        return R::to_position(line_.current(), dialect);
    }

    std::string fen() const override { return R::to_fen(line_.current()); }
    std::string symmetry_key() const override { return sparring::symmetry_key<R>(line_.current()); }
    std::string board() const override { return R::to_board(line_.current()); }
    std::string record(const RecordHeader& header) const override {
        RecordHeader full = header;
        full.from_start = from_start_;
        return R::to_record(full, line_.start(), line_.moves());
    }
    Expected<ContestRecord> contest_record(const RecordHeader& header) const override {
        if constexpr (requires { &R::to_contest_record; }) {
            if (!from_start_)
                return Error{"a contest record begins in the starting position, this game did not"};
            return R::to_contest_record(header, line_.start(), line_.moves());
        } else {
            return Position::contest_record(header);
        }
    }

  private:
    Expected<typename R::Move> parse(std::string_view text) const {
        if (line_.outcome() != Outcome::none) return Error{"the game is over"};
        return R::parse_move(line_.current(), text);
    }

    Line<R> line_;
    bool from_start_;
};

template <RulesLike R>
class ErasedGame final : public Game {
  public:
    std::string_view name() const override { return R::name; }
    std::vector<std::string> variants() const override { return R::variants(); }
    ugi::ClockColours clock_colours() const override { return R::clock_colours; }

    Expected<std::string> variant(std::string_view text) const override {
        if (text.empty()) return R::variants().front();
        auto parsed = R::parse_variant(text);
        if (!parsed) return Error{parsed.error()};
        return R::variant_name(*parsed);
    }

    std::span<const Dialect> dialects() const override { return R::dialects(); }

    std::optional<int> length(std::string_view variant) const override {
        if constexpr (requires { &R::is_decided; })
            return R::start(*R::parse_variant(variant)).moves_left();
        else
            return {};
    }

    std::unique_ptr<Position> start(std::string_view variant) const override {
        return std::make_unique<ErasedPosition<R>>(R::start(*R::parse_variant(variant)), true);
    }

    Expected<std::unique_ptr<Position>> parse_fen(std::string_view variant,
                                                  std::string_view fen) const override {
        auto position = R::parse_fen(*R::parse_variant(variant), fen);
        if (!position) return Error{position.error()};
        const bool is_start = *position == R::start(*R::parse_variant(variant));
        return std::unique_ptr<Position>{std::make_unique<ErasedPosition<R>>(*position, is_start)};
    }
};

}  // namespace sparring::games
