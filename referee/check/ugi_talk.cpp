// Steps without a search: the start, the options, and what must not disturb an engine.
#include <fmt/format.h>

#include <algorithm>

#include "protocol/text.hpp"
#include "referee/check/ugi.hpp"

namespace sparring::referee::check {

namespace asio = boost::asio;
using namespace std::chrono_literals;
using Wake = Session::Wake;

// ---- start -----------------------------------------------------------------------------------

Judgement starts(Examination& exam, std::string_view) {
    if (auto problem = exam.session.start())
        co_return Verdict{Verdict::Kind::fail, {}, {}, {*problem}, "a program that starts"};
    if (co_await exam.session.listen(20ms) != Wake::deadline)
        co_return exam.session.wrong("a process that waits for 'ugi'");
    co_return Verdict::pass();
}

Judgement says_hello(Examination& exam, std::string_view) {
    if (auto failure = co_await say_hello(exam)) co_return *std::move(failure);
    co_return Verdict::pass(in_words(exam.session.elapsed()));
}

Judgement is_configured(Examination& exam, std::string_view) {
    if (auto failure = co_await configure(exam)) co_return *std::move(failure);
    co_return Verdict::pass(in_words(exam.session.elapsed()));
}

Judgement says_names(Examination& exam, std::string_view) {
    if (exam.id_name.empty() || exam.id_author.empty()) {
        co_return Verdict{Verdict::Kind::fail,
                          {},
                          {"ugi"},
                          excerpt(exam.hello, kLinesShown, kHeardShown),
                          "'id name NAME' and 'id author AUTHOR' before 'ugiok'"};
    }
    co_return Verdict::pass(text::printable(exam.id_name));
}

// ---- options ---------------------------------------------------------------------------------

namespace {

/// What is wrong with an `option` line.
std::optional<std::string> flaw(const std::string& line, std::vector<std::string>& names) {
    const auto option = parse_option(line);
    if (!option) return option.error();
    const std::string name = text::lower(option->name);
    if (std::find(names.begin(), names.end(), name) != names.end())
        return "an option with a name of its own; capitals make no difference";
    names.push_back(name);
    if (option->type == Option::Type::spin && option->min > option->max)
        return "a least value that is not above the greatest";
    if (const auto accepted = accept_value(*option, option->default_value); !accepted)
        return "a default that is allowed: " + accepted.error();
    return {};
}

}  // namespace

Judgement declares_options(Examination& exam, std::string_view) {
    std::vector<std::string> names;
    for (const std::string& line : exam.hello) {
        const auto words = text::words(line);
        if (words.empty() || words.front() != "option") continue;
        if (auto problem = flaw(line, names)) {
            co_return Verdict{Verdict::Kind::fail,
                              {},
                              {"ugi"},
                              {text::printable(line, kHeardShown)},
                              *std::move(problem)};
        }
    }
    co_return Verdict::pass(fmt::format("{} options", names.size()));
}

Judgement takes_defaults(Examination& exam, std::string_view) {
    for (const Option& option : exam.options) {
        if (option.type == Option::Type::button) continue;
        const std::string value = option.default_value.empty() ? "<empty>" : option.default_value;
        if (auto failure =
                co_await ask(exam, fmt::format("setoption name {} value {}", option.name, value)))
            co_return *std::move(failure);
        const auto& heard = exam.session.heard();
        if (std::any_of(heard.begin(), heard.end(), is_error))
            co_return exam.session.wrong("the option takes its own default");
    }
    if (auto failure = co_await configure(exam)) co_return *std::move(failure);
    co_return Verdict::pass();
}

// ---- ready -----------------------------------------------------------------------------------

Judgement ready_twice(Examination& exam, std::string_view) {
    Session& session = exam.session;
    co_await session.send("isready\nisready");
    const Duration patience = exam.plan.engine.ping;
    for (int i = 0; i < 2; ++i) {
        if (co_await session.await_line(is_ready, patience) != Wake::output)
            co_return session.wrong("'readyok' twice");
    }
    const std::string time = in_words(session.elapsed());
    co_await session.listen(20ms);
    if (session.heard().size() != 2) co_return session.wrong("'readyok' twice and nothing else");
    co_return Verdict::pass(time);
}

Judgement stays_ready(Examination& exam, std::string_view lines) {
    Session& session = exam.session;
    co_await session.send(std::string{lines});
    for (auto at = lines.find("isready"); at != lines.npos; at = lines.find("isready", at + 1)) {
        if (co_await session.await_line(is_ready, exam.plan.engine.ping) != Wake::output)
            co_return session.wrong("'readyok'");
    }
    if (auto failure = co_await get_ready(exam)) co_return *std::move(failure);
    co_return Verdict::pass();
}

// ---- what must not disturb it ------------------------------------------------------------------

namespace {

/// Bytes of every value, NUL included, some of them line ends.
std::string garbage() {
    std::string bytes;
    for (std::uint64_t i = 0; i < 4096; ++i) bytes += static_cast<char>(mix64(i) >> 7);
    return bytes;
}

/// A move list whose last move is illegal; empty where no move is known.
asio::awaitable<std::string> illegal_list(Examination& exam) {
    const auto next = co_await after_one_move(exam);
    if (!next) co_return std::string{};
    const std::string move = next->command.substr(next->command.rfind(' ') + 1);
    const bool illegal = exam.plan.rules && !next->position->canonical(move);
    co_return next->command + " " + (illegal ? move : "zz99zz");
}

}  // namespace

Judgement survives(Examination& exam, std::string_view what) {
    Session& session = exam.session;
    std::string bytes;
    if (what == "illegal") {
        bytes = co_await illegal_list(exam);
        if (bytes.empty()) co_return Verdict::skip("no move is known");
    } else if (what == "fen") {
        bytes = "position fen this is no position\nposition fen\nposition";
    } else if (what == "garbage") {
        bytes = garbage();
    } else {
        bytes = std::string(2 << 20, 'x');  // longer than anybody's buffer
    }
    session.begin();
    co_await session.send_bytes(bytes + "\n");
    if (auto failure = co_await get_ready(exam)) co_return *std::move(failure);
    // What it says about it is its own matter; it must still be able to play.
    if (auto failure = co_await search(exam, start_situation(exam), "go depth 1"))
        co_return *std::move(failure);
    co_return Verdict::pass();
}

}  // namespace sparring::referee::check
