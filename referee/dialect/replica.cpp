#include "referee/dialect/replica.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "protocol/text.hpp"
#include "protocol/ugi.hpp"

namespace sparring::referee {

Expected<bool> Replica::begin(const std::string& fen) {
    if (fen.empty()) {
        start_ = choice_.game->start(choice_.variant);
    } else {
        auto start = choice_.game->parse_fen(choice_.variant, fen);
        if (!start) return Error{start.error()};
        start_ = *std::move(start);
    }
    fen_ = fen;
    moves_.clear();
    position_ = start_->clone();
    return true;
}

Expected<Replica::Way> Replica::follow(std::string_view position_command) {
    const auto command = ugi::parse_command(position_command);
    const auto* set = std::get_if<ugi::SetPosition>(&command);
    if (set == nullptr) return Error{"not a position: " + text::printable(position_command)};
    const std::string fen = set->fen.value_or("");
    const bool goes_on = position_ && fen == fen_ && set->moves.size() >= moves_.size() &&
                         std::equal(moves_.begin(), moves_.end(), set->moves.begin());
    Way way;
    way.anew = !goes_on;
    if (way.anew) {
        if (auto begun = begin(fen); !begun) return Error{begun.error()};
    }
    for (std::size_t i = moves_.size(); i < set->moves.size(); ++i) {
        const std::string& move = set->moves[i];
        auto spelled = position_->spell(move, dialect_);
        if (!spelled)
            return Error{
                fmt::format("move {} '{}': {}", i + 1, text::printable(move), spelled.error())};
        way.plies.push_back({position_->side_to_move(), move, *std::move(spelled)});
        play(move);
    }
    return way;
}

void Replica::play(const std::string& canonical) {
    if (position_->play(canonical)) moves_.push_back(canonical);
}

void Replica::forget() {
    position_.reset();
    start_.reset();
    moves_.clear();
    fen_.clear();
}

std::string Replica::canonical(std::string_view move) const {
    if (position_) {
        if (auto read = position_->read(move, dialect_)) return *std::move(read);
    }
    return std::string{move};
}

}  // namespace sparring::referee
