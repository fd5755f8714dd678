// Steps that ask for moves.
#include <fmt/format.h>

#include <algorithm>

#include "protocol/text.hpp"
#include "protocol/ugi.hpp"
#include "referee/check/ugi.hpp"

namespace sparring::referee::check {

namespace asio = boost::asio;
using namespace std::chrono_literals;
using Wake = Session::Wake;

namespace {

constexpr Duration kStopped = 1s;  // after `stop`
constexpr std::size_t kLongLine = 5000;

/// Whether the engine has found an error in what the last search was about.
bool complained(const Examination& exam) {
    const auto& came = exam.searches.back().came;
    return std::any_of(came.begin(), came.end(), is_error);
}

bool says_none(std::string_view line) {
    const auto words = text::words(line);
    return words.size() == 2 && words[1] == "none";
}

/// Searches shallowly from there, without complaint.
Judgement plays_from(Examination& exam, Situation at) {
    if (auto failure = co_await search(exam, std::move(at), "go depth 1"))
        co_return *std::move(failure);
    if (complained(exam)) co_return exam.session.wrong("no error: the position is in order");
    co_return Verdict::pass();
}

asio::awaitable<std::optional<Situation>> from_fen(Examination& exam) {
    if (!exam.plan.rules) {
        if (co_await ask(exam, "position startpos\nquery fen")) co_return std::nullopt;
        const auto answers = responses(exam.session.heard());
        if (answers.empty()) co_return std::nullopt;
        co_return Situation{"position fen " + answers.front(), start_situation(exam).position};
    }
    const std::string fen = random_situation(exam, 4, 1).position->fen();
    auto position = exam.plan.game.game->parse_fen(exam.plan.game.variant, fen);
    if (!position) co_return std::nullopt;
    co_return Situation{"position fen " + fen, *std::move(position)};
}

/// A position where the second player moves.
asio::awaitable<std::optional<Situation>> of_second_player(Examination& exam) {
    if (exam.plan.rules) {
        for (int plies = 1; plies < 40; ++plies) {
            Situation at = random_situation(exam, plies, 2);
            if (at.position->side_to_move() == Side::second) co_return at;
        }
        co_return std::nullopt;
    }
    const auto next = co_await after_one_move(exam);
    if (!next) co_return std::nullopt;
    if (co_await ask(exam, next->command + "\nquery p1turn")) co_return std::nullopt;
    const auto answers = responses(exam.session.heard());
    if (answers.empty() || answers.front() != "false") co_return std::nullopt;
    co_return next;
}

}  // namespace

Judgement finds_position(Examination& exam, std::string_view which) {
    std::optional<Situation> at;
    if (which == "start") {
        at = start_situation(exam);
    } else if (which == "moves") {
        at = co_await after_one_move(exam);
    } else if (which == "fen") {
        at = co_await from_fen(exam);
    } else {
        at = co_await of_second_player(exam);
    }
    if (!at) co_return Verdict::skip("no such position is known");
    co_return co_await plays_from(exam, *std::move(at));
}

Judgement goes(Examination& exam, std::string_view limits) {
    const auto command = ugi::parse_command(fmt::format("go {}", limits));
    const Limits read = std::get<ugi::Go>(command).limits;
    Situation at = start_situation(exam);
    const bool second = read.clock && read.clock->first_ms == 0;
    if (second) {
        auto found = co_await of_second_player(exam);
        if (!found) co_return Verdict::skip("no position of the second player is known");
        at = *std::move(found);
    }
    Duration most = exam.plan.engine.limits.stall;
    if (read.move_time_ms) most = std::chrono::milliseconds{*read.move_time_ms};
    if (read.clock)
        most = std::chrono::milliseconds{second ? read.clock->second_ms : read.clock->first_ms};
    if (auto failure = co_await search(exam, std::move(at), fmt::format("go {}", limits), most))
        co_return *std::move(failure);
    co_return Verdict::pass(in_words(exam.searches.back().elapsed));
}

Judgement goes_infinite(Examination& exam, std::string_view) {
    Session& session = exam.session;
    Situation at = start_situation(exam);
    co_await session.send(at.command + "\ngo infinite");
    if (co_await session.await_line(is_move, Duration{200ms}) != Wake::deadline)
        co_return session.wrong("no 'bestmove' before 'stop'");
    co_await session.send("stop");
    const Duration most = kStopped + exam.plan.engine.limits.margin;
    if (co_await session.await_line(is_move, most) != Wake::output)
        co_return session.wrong(fmt::format("'bestmove' within {} of 'stop'", in_words(most)));
    const std::string time = in_words(session.elapsed());
    if (auto failure = co_await take_move(exam, std::move(at), "go infinite"))
        co_return *std::move(failure);
    co_return Verdict::pass(time + " after stop");
}

Judgement ready_while_searching(Examination& exam, std::string_view) {
    Session& session = exam.session;
    Situation at = start_situation(exam);
    co_await session.send(at.command + "\ngo movetime 500");
    co_await session.listen(50ms);
    if (auto failure = co_await get_ready(exam)) co_return *std::move(failure);
    const std::string time = in_words(session.elapsed());
    const auto& heard = session.heard();
    const bool over = std::any_of(heard.begin(), heard.end(), is_move);
    if (!over) {
        co_await session.send("stop");
        const Duration most = kStopped + exam.plan.engine.limits.margin;
        if (co_await session.await_line(is_move, most) != Wake::output)
            co_return session.wrong("'bestmove' after 'stop'");
    }
    if (auto failure = co_await get_ready(exam)) co_return *std::move(failure);
    if (over) co_return Verdict::pass("it had moved before it was asked");
    co_return Verdict::pass(time);
}

Judgement goes_twice(Examination& exam, std::string_view) {
    Session& session = exam.session;
    co_await session.send("position startpos\ngo depth 1\ngo depth 1");
    if (co_await session.await_line(is_move, exam.plan.engine.limits.stall) != Wake::output)
        co_return session.wrong("'bestmove' for one of the two at least");
    // The second may still be searched; both are over when it can be asked for a third.
    co_await session.listen(50ms);
    if (auto failure = co_await get_ready(exam)) co_return *std::move(failure);
    if (auto failure = co_await search(exam, start_situation(exam), "go depth 1"))
        co_return *std::move(failure);
    co_return Verdict::pass();
}

Judgement knows_the_end(Examination& exam, std::string_view) {
    Session& session = exam.session;
    const Situation at = random_game(exam, 3).back();
    co_await session.send(at.command + "\ngo movetime 2000");
    const Duration most = 1s + exam.plan.engine.limits.margin;
    const Wake wake = co_await session.await_line(is_move, most);
    if (wake != Wake::output || !says_none(session.last()))
        co_return session.wrong("'bestmove none' at once: the game is over");
    if (auto failure = co_await get_ready(exam)) co_return *std::move(failure);
    co_return Verdict::pass();
}

Judgement takes_long_positions(Examination& exam, std::string_view) {
    constexpr std::size_t plies = 500;
    std::vector<Situation> longest;
    for (std::uint64_t seed = 0; seed < 20 && longest.size() <= plies; ++seed) {
        auto game = random_game(exam, 100 + seed);
        if (game.size() > longest.size()) longest = std::move(game);
    }
    const std::size_t at = std::min(plies, longest.size() - 2);
    auto verdict = co_await plays_from(exam, longest[at]);
    if (!verdict.failed()) verdict.note = fmt::format("{} plies", at);
    co_return verdict;
}

Judgement takes_long_lines(Examination& exam, std::string_view) {
    Situation at = start_situation(exam);
    if (auto next = co_await after_one_move(exam)) at = *std::move(next);
    // Blanks separate words, however many.
    at.command.insert(at.command.find(' '), std::string(kLongLine, ' '));
    const std::size_t bytes = at.command.size();
    auto verdict = co_await plays_from(exam, std::move(at));
    if (!verdict.failed()) verdict.note = fmt::format("{} bytes", bytes);
    co_return verdict;
}

Judgement keeps_time(Examination& exam, std::string_view milliseconds) {
    const auto number = text::number<int>(milliseconds).value_or(0);
    const Duration limit = std::chrono::milliseconds{number};
    const auto line = middle_game(exam, number < 100 ? 10 : number < 1000 ? 3 : 1);
    Duration slowest{};
    for (const Situation& at : line) {
        if (auto failure = co_await search(exam, at, fmt::format("go movetime {}", number), limit))
            co_return *std::move(failure);
        slowest = std::max(slowest, exam.searches.back().elapsed);
    }
    if (slowest <= limit) co_return Verdict::pass("slowest " + in_words(slowest));
    co_return Verdict::pass(
        fmt::format("slowest {}, {} over", in_words(slowest), in_words(slowest - limit)));
}

Judgement repeats_itself(Examination& exam, std::string_view) {
    const Situation at = exam.plan.rules ? random_situation(exam, 3, 5) : start_situation(exam);
    std::vector<std::string> moves;
    for (int i = 0; i < 2; ++i) {
        if (auto failure = co_await ask(exam, "uginewgame")) co_return *std::move(failure);
        if (auto failure = co_await search(exam, at, "go depth 3")) co_return *std::move(failure);
        moves.push_back(exam.searches.back().move);
    }
    if (moves[0] == moves[1]) co_return Verdict::pass(text::printable(moves[0]));
    co_return exam.session.wrong(
        fmt::format("the same move as the first time, '{}'", text::printable(moves[0])));
}

}  // namespace sparring::referee::check
