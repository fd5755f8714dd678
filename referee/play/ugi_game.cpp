#include "referee/play/ugi_game.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "protocol/text.hpp"

namespace sparring::referee {
namespace {

class AnyGame final : public games::Game {
  public:
    std::string_view name() const override { return "ugi"; }
    std::vector<std::string> variants() const override { return {""}; }
    ugi::ClockColours clock_colours() const override { return {}; }
    std::span<const Dialect> dialects() const override {
        static constexpr std::array all{Dialect::ugi};
        return all;
    }
    Expected<std::string> variant(std::string_view) const override { return std::string{}; }
    std::unique_ptr<games::Position> start(std::string_view) const override {
        return std::make_unique<AskedPosition>("");
    }
    Expected<std::unique_ptr<games::Position>> parse_fen(std::string_view,
                                                         std::string_view fen) const override {
        return std::unique_ptr<games::Position>{new AskedPosition{std::string{fen}}};
    }
};

const AnyGame kAnyGame;

}  // namespace

games::Choice any_ugi_game() {
    return {&kAnyGame, ""};
}

bool is_any_ugi_game(const games::Choice& choice) {
    return choice.game == &kAnyGame;
}

Expected<std::string> AskedPosition::canonical(std::string_view move) const {
    const bool word =
        !move.empty() && move.size() <= 256 &&
        std::all_of(move.begin(), move.end(), [](char c) { return c > ' ' && c <= '~'; });
    if (word) return std::string{move};
    return Error{"not a move: " + text::printable(move)};
}

Expected<std::string> AskedPosition::play(std::string_view move) {
    auto text = canonical(move);
    if (text) {
        moves_ += " " + *text;
        plies_.push_back(*text);
    }
    return text;
}

std::string AskedPosition::record(const RecordHeader& header) const {
    Tags tags = seven_tags(header, to_text(header.outcome));
    if (!fen_.empty()) tags.insert(tags.end(), {{"SetUp", "1"}, {"FEN", fen_}});
    tags.insert(tags.end(),
                {{"TimeControl", header.time_control}, {"Termination", header.termination}});
    // Whose move it was is not known afterwards, so all are numbered.
    std::vector<std::string> numbers;
    for (std::size_t i = 0; i < plies_.size(); ++i) numbers.push_back(std::to_string(i + 1) + ".");
    return pgn_text(tags, numbers, plies_, header.comments, to_text(header.outcome));
}

}  // namespace sparring::referee
