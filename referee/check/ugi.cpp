// The exchanges that the steps are made of.
#include "referee/check/ugi.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "protocol/text.hpp"
#include "protocol/ugi.hpp"

namespace sparring::referee::check {

namespace asio = boost::asio;
using namespace std::chrono_literals;
using Wake = Session::Wake;

namespace {

bool first_word_is(std::string_view line, std::string_view word) {
    line = text::trim(line);
    return line.starts_with(word) &&
           (line.size() == word.size() || line[word.size()] == ' ' || line[word.size()] == '\t');
}

bool is_hello(std::string_view line) {
    return first_word_is(line, "ugiok");
}

/// The user's mistake, not the engine's.
Verdict misconfigured(Examination& exam, std::string why) {
    exam.misconfigured = true;
    return {Verdict::Kind::fail, {}, {}, {std::move(why)}, "options that the engine has"};
}

/// The `setoption` lines for the variant and the user's options.
Expected<std::string> option_lines(const Examination& exam) {
    auto wanted = exam.plan.engine.options;
    if (exam.plan.rules) wanted.insert(wanted.begin(), {"Variant", exam.plan.game.variant});
    std::string lines;
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        const auto& [name, value] = wanted[i];
        const auto option = std::find_if(
            exam.options.begin(), exam.options.end(),
            [&](const Option& o) { return text::equals_ignoring_case(o.name, wanted[i].first); });
        if (option == exam.options.end()) {
            if (exam.plan.rules && i == 0) continue;  // it plays one game only
            return Error{fmt::format("it has no option '{}'", text::printable(name))};
        }
        const auto accepted = accept_value(*option, value);
        if (!accepted) return Error{fmt::format("option {}: {}", option->name, accepted.error())};
        lines += fmt::format("setoption name {}{}\n", option->name,
                             option->type == Option::Type::button ? "" : " value " + *accepted);
    }
    return lines;
}

}  // namespace

bool is_ready(std::string_view line) {
    return first_word_is(line, "readyok");
}

bool is_move(std::string_view line) {
    return first_word_is(line, "bestmove");
}

bool is_error(std::string_view line) {
    return text::trim(line).starts_with("info string error");
}

std::vector<std::string> responses(const std::vector<std::string>& heard) {
    std::vector<std::string> values;
    for (const std::string& line : heard) {
        if (!first_word_is(line, "response")) continue;
        const auto rest = text::trim(text::trim(line).substr(std::string_view{"response"}.size()));
        values.emplace_back(rest);
    }
    return values;
}

asio::awaitable<Failure> say_hello(Examination& exam) {
    Session& session = exam.session;
    session.begin();
    co_await session.send("ugi");
    if (co_await session.await_line(is_hello, exam.plan.engine.startup) != Wake::output)
        co_return session.wrong(
            fmt::format("'ugiok' within {}", in_words(exam.plan.engine.startup)));
    exam.hello = session.heard();
    exam.options.clear();
    for (const std::string& line : exam.hello) {
        const auto reply = ugi::parse_reply(line);
        if (const auto* option = std::get_if<Option>(&reply)) exam.options.push_back(*option);
        if (const auto* id = std::get_if<ugi::Id>(&reply))
            (id->key == "name" ? exam.id_name : exam.id_author) = id->value;
    }
    co_return Failure{};
}

asio::awaitable<Failure> get_ready(Examination& exam) {
    Session& session = exam.session;
    co_await session.send("isready");
    if (co_await session.await_line(is_ready, exam.plan.engine.ping) != Wake::output)
        co_return session.wrong(
            fmt::format("'readyok' within {}", in_words(exam.plan.engine.ping)));
    co_return Failure{};
}

asio::awaitable<Failure> ask(Examination& exam, std::string lines) {
    exam.session.begin();
    co_await exam.session.send(std::move(lines));
    co_return co_await get_ready(exam);
}

asio::awaitable<Failure> configure(Examination& exam) {
    const auto lines = option_lines(exam);
    if (!lines) co_return misconfigured(exam, lines.error());
    exam.session.begin();
    if (!lines->empty()) co_await exam.session.send(lines->substr(0, lines->size() - 1));
    co_return co_await get_ready(exam);
}

asio::awaitable<Failure> greet(Examination& exam) {
    if (auto failure = co_await say_hello(exam)) co_return failure;
    co_return co_await configure(exam);
}

asio::awaitable<Failure> search(Examination& exam, Situation at, std::string go, Duration limit) {
    Session& session = exam.session;
    session.begin();
    co_await session.send(at.command + "\n" + go);
    const Duration most = limit + exam.plan.engine.limits.margin;
    if (co_await session.await_line(is_move, most) != Wake::output)
        co_return session.wrong(fmt::format("'bestmove' within {}", in_words(most)));
    const Duration elapsed = session.elapsed();
    if (elapsed > most)
        co_return session.wrong(
            fmt::format("'bestmove' within {}, not {}", in_words(most), in_words(elapsed)));
    co_return co_await take_move(exam, std::move(at), std::move(go));
}

asio::awaitable<Failure> search(Examination& exam, Situation at, std::string go) {
    co_return co_await search(exam, std::move(at), std::move(go), exam.plan.engine.limits.stall);
}

asio::awaitable<Failure> take_move(Examination& exam, Situation at, std::string go) {
    Session& session = exam.session;
    Search made;
    made.elapsed = session.elapsed();
    made.came = session.heard();
    const auto words = text::words(made.came.back());
    if (words.size() < 2) co_return session.wrong("'bestmove' and a move");
    made.move = words[1];
    const auto move = at.position->canonical(made.move);
    if (!move)
        co_return session.wrong(fmt::format("'bestmove' and a legal move; '{}' is none: {}",
                                            text::printable(made.move), move.error()));
    if (auto failure = co_await get_ready(exam)) co_return failure;
    const std::size_t before = made.came.size();
    // Whoever says more than it should may have more to say.
    if (session.heard().size() > before + 1) co_await session.listen(20ms);
    made.after.assign(session.heard().begin() + static_cast<std::ptrdiff_t>(before),
                      session.heard().end());
    const auto ready = std::find_if(made.after.begin(), made.after.end(), is_ready);
    if (ready != made.after.end()) made.after.erase(ready);
    made.at = std::move(at);
    made.go = std::move(go);
    exam.searches.push_back(std::move(made));
    co_return Failure{};
}

asio::awaitable<std::optional<games::Choice>> find_game(Examination& exam) {
    std::optional<games::Choice> found;
    if (exam.session.start()) co_return found;
    if (co_await say_hello(exam)) {
        co_await exam.session.end();
        co_return found;
    }
    std::vector<std::string> legal, fen;
    const std::string start = "position startpos\nquery ";
    if (!co_await ask(exam, start + "legalmoves")) legal = responses(exam.session.heard());
    if (!co_await ask(exam, start + "fen")) fen = responses(exam.session.heard());
    co_await exam.session.end();

    for (const games::Game* game : games::catalogue()) {
        const std::string variant = game->variants().front();
        const auto position = game->start(variant);
        bool same = false;
        if (!fen.empty()) {
            const auto parsed = game->parse_fen(variant, fen.front());
            same = parsed && (*parsed)->fen() == position->fen();
        }
        if (!legal.empty()) {
            const auto words = text::words(legal.front());
            same = same || (words.size() == position->legal_moves().size() &&
                            std::all_of(words.begin(), words.end(), [&](std::string_view word) {
                                return bool{position->canonical(word)};
                            }));
        }
        const bool named = text::lower(exam.id_name).find(game->name()) != std::string::npos;
        if (same || (named && !found)) found = games::Choice{game, variant};
        if (same) break;
    }
    co_return found;
}

}  // namespace sparring::referee::check
