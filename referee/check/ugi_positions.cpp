// Positions to ask about.
#include "engines/games/types.hpp"
#include "protocol/text.hpp"
#include "referee/check/ugi.hpp"

namespace sparring::referee::check {

namespace asio = boost::asio;

namespace {

/// Plays on at random until `plies` are made or one more would end the game.
std::vector<Situation> play_on(const Examination& exam, std::size_t plies, std::uint64_t seed,
                               bool to_the_end) {
    std::vector<Situation> line{start_situation(exam)};
    std::uint64_t random = mix64(exam.plan.seed * 1'000'003 + seed);
    while (line.size() <= plies) {
        const auto moves = line.back().position->legal_moves();
        if (moves.empty()) break;
        random = mix64(random);
        std::shared_ptr<games::Position> next{line.back().position->clone()};
        const auto move = next->play(moves[random % moves.size()]);
        if (!to_the_end && next->outcome() != Outcome::none) break;
        line.push_back({line.back().command + (line.size() == 1 ? " moves " : " ") + *move, next});
    }
    return line;
}

}  // namespace

Situation start_situation(const Examination& exam) {
    return {"position startpos", exam.plan.game.game->start(exam.plan.game.variant)};
}

Situation random_situation(const Examination& exam, int plies, std::uint64_t seed) {
    return play_on(exam, static_cast<std::size_t>(plies), seed, false).back();
}

std::vector<Situation> random_game(const Examination& exam, std::uint64_t seed) {
    return play_on(exam, 100'000, seed, true);
}

std::vector<Situation> middle_game(const Examination& exam, std::size_t count) {
    if (!exam.plan.rules) return std::vector<Situation>(count, start_situation(exam));
    auto line = play_on(exam, count - 1, 7, false);
    const Situation last = line.back();
    line.resize(count, last);
    return line;
}

asio::awaitable<std::optional<Situation>> after_one_move(Examination& exam) {
    Situation start = start_situation(exam);
    std::string move = exam.known_move;
    if (exam.plan.rules) {
        const auto moves = start.position->legal_moves();
        move = moves[mix64(exam.plan.seed) % moves.size()];
    } else if (move.empty()) {
        if (co_await search(exam, start, "go depth 1")) co_return std::nullopt;
        move = exam.known_move = exam.searches.back().move;
    }
    std::shared_ptr<games::Position> next{start.position->clone()};
    if (!next->play(move)) co_return std::nullopt;
    co_return Situation{start.command + " moves " + move, next};
}

}  // namespace sparring::referee::check
