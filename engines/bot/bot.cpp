#include "engines/bot/bot.hpp"

#include <utility>

#include "protocol/text.hpp"

namespace sparring::bot {
namespace {

/// Where a host gets an answer to every question, and may have asked all of them at once: those
/// that the input had are still due at its end.
bool answers_after_end(Dialect dialect) {
    return dialect == Dialect::botzone || dialect == Dialect::gtp;
}

}  // namespace

Brain& Session::brain() {
    return bot_.brain();
}

void Session::say(std::string_view line) {
    bot_.output().line(line);
}

Bot::Bot(LineReader& input, Output& output, Brain& brain, Manner manner)
    : input_{input},
      output_{output},
      brain_{brain},
      manner_{std::move(manner)},
      own_time_{manner_.budget} {
    // Until a line tells, and where none does: our own protocol.
    open(manner_.dialect.value_or(Dialect::ugi));
}

Bot::~Bot() {
    stop_thinking();
    join();
}

void Bot::open(Dialect dialect) {
    brain_.suit(dialect);
    session_ = make_session(dialect, *this);
    session_->open();
}

void Bot::recognise(const std::string& line) {
    if (manner_.dialect || line.find_first_not_of(" \t\r") == line.npos) return;
    const auto dialect = first_line_ ? sparring::recognise(line, brain_.dialects())
                                     : greeted(line, brain_.dialects());
    first_line_ = false;
    if (dialect && *dialect != session_->dialect()) open(*dialect);
}

bool Bot::handle(const std::string& line) {
    recognise(line);
    return session_->handle(line);
}

void Bot::run() {
    std::string line;
    for (;;) {
        const auto event = input_.next(line);
        if (event == LineReader::Event::end) {
            while (thinking_ && answers_after_end(session_->dialect()) && conclude() &&
                   take_waiting()) {
            }
            return;
        }
        if (event == LineReader::Event::line) output_.log_input(line);
        // A host that has its answer may go on before we have noticed the search's end.
        if (thinking_ && search_done_ && !(conclude() && take_waiting())) return;
        if (event == LineReader::Event::line && !take(std::move(line))) return;
    }
}

bool Bot::take(std::string line) {
    if (!thinking_) return handle(line);
    switch (session_->meanwhile(line)) {
        case Session::Meanwhile::done:
            return true;
        case Session::Meanwhile::later:
            waiting_.push_back(std::move(line));
            return true;
        case Session::Meanwhile::quit:
            break;
    }
    return false;
}

bool Bot::take_waiting() {
    while (!thinking_ && !waiting_.empty()) {
        const std::string line = std::move(waiting_.front());
        waiting_.pop_front();
        if (!handle(line)) return false;
    }
    return true;
}

void Bot::think(const Limits& limits) {
    thinking_ = true;
    search_done_ = false;
    stop_requested_ = false;
    began_ = std::chrono::steady_clock::now();
    brain_.arm();
    thread_ = std::thread{[this, limits] {
        found_ = brain_.search(limits, session_->dialect(),
                               [this](const ugi::Info& info) { session_->progress(info); });
        if (limits.unlimited()) stop_requested_.wait(false);
        search_done_ = true;  // before anybody can know the answer
        session_->answer(found_);
        input_.wake();
    }};
}

void Bot::stop_thinking() {
    if (!thinking_) return;
    stop_requested_ = true;
    stop_requested_.notify_all();
    brain_.stop();
}

bool Bot::conclude() {
    join();
    own_time_.spend(std::chrono::steady_clock::now() - began_);
    return session_->conclude(found_);
}

void Bot::join() {
    if (thread_.joinable()) thread_.join();
    thinking_ = false;
}

}  // namespace sparring::bot
