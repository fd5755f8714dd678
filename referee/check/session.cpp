#include "referee/check/session.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "protocol/text.hpp"

namespace sparring::referee::check {

namespace asio = boost::asio;
using namespace std::chrono_literals;

namespace {

constexpr Duration kExitNotice = 100ms;   // between the end of the pipes and the exit status
constexpr Duration kWritePatience = 10s;  // for an engine that does not read

}  // namespace

std::vector<std::string> excerpt(const std::vector<std::string>& lines, std::size_t most,
                                 std::size_t width) {
    const std::size_t from = lines.size() - std::min(most, lines.size());
    std::vector<std::string> shown;
    if (from > 0) shown.push_back(fmt::format("({} lines before)", from));
    for (std::size_t i = from; i < lines.size(); ++i)
        shown.push_back(text::printable(lines[i], width));
    return shown;
}

std::string in_words(Duration time) {
    const double seconds = std::chrono::duration<double>(time).count();
    return seconds < 1 ? fmt::format("{:.{}f} ms", seconds * 1000, seconds < 0.01 ? 2 : 1)
                       : fmt::format("{:.2f} s", seconds);
}

std::optional<std::string> Session::start() {
    sent_.clear();
    heard_.clear();
    wake_ = Wake::output;
    auto process = EngineProcess::start(table_, command_);
    if (!process) return process.error();
    process_ = *std::move(process);
    process_->begin_exchange();
    asked_ = SteadyClock::now();
    if (interrupted_) process_->interrupt();
    return {};
}

void Session::begin() {
    sent_.clear();
    heard_.clear();
    wake_ = Wake::output;
    if (process_) process_->begin_exchange();
}

asio::awaitable<Session::Wake> Session::send(std::string lines) {
    lines += '\n';
    co_return co_await send_bytes(std::move(lines));
}

asio::awaitable<Session::Wake> Session::send_bytes(std::string bytes) {
    for (std::size_t at = 0; at < bytes.size();) {
        const auto end = std::min(bytes.find('\n', at), bytes.size());
        sent_.push_back(bytes.substr(at, end - at));
        at = end + 1;
    }
    wake_ = Wake::output;
    asked_ = SteadyClock::now();
    if (!process_->write(bytes)) wake_ = co_await process_->written(asked_ + kWritePatience);
    if (process_->closed()) wake_ = Wake::closed;
    asked_ = SteadyClock::now();
    co_return co_await ended(wake_);
}

asio::awaitable<Session::Wake> Session::await_line(Predicate wanted, Instant deadline) {
    for (;;) {
        while (const auto line = process_->take_line()) {
            heard_.emplace_back(*line);
            if (wanted(*line)) co_return wake_ = Wake::output;
        }
        wake_ = co_await process_->wait(deadline);
        if (wake_ != Wake::output) co_return co_await ended(wake_);
    }
}

asio::awaitable<Session::Wake> Session::await_line(Predicate wanted, Duration patience) {
    co_return co_await await_line(wanted, asked_ + patience);
}

asio::awaitable<Session::Wake> Session::listen(Duration time) {
    co_return co_await await_line([](std::string_view) { return false; },
                                  SteadyClock::now() + time);
}

/// How it ended is known a moment after its pipes have closed.
asio::awaitable<Session::Wake> Session::ended(Wake wake) {
    if (wake == Wake::closed) co_await process_->exited_before(SteadyClock::now() + kExitNotice);
    co_return wake;
}

std::string Session::ending() const {
    if (!process_) return "(it is not running)";
    if (process_->flooded()) return "(output without end)";
    if (process_->exit()) return fmt::format("(it {})", process_->exit()->describe());
    if (process_->closed()) return "(it closed its pipes)";
    if (wake_ != Wake::deadline) return "";
    return fmt::format("({} in {})", heard_.empty() ? "nothing" : "nothing more",
                       in_words(SteadyClock::now() - asked_));
}

Verdict Session::wrong(std::string right) const {
    Verdict verdict{Verdict::Kind::fail,
                    {},
                    excerpt(sent_, kLinesShown, kSentShown),
                    excerpt(heard_, kLinesShown, kHeardShown),
                    std::move(right)};
    if (process_ && !process_->partial_line().empty())
        verdict.came.push_back("(without a line end) " +
                               text::printable(process_->partial_line(), kHeardShown));
    if (const std::string how = ending(); !how.empty()) verdict.came.push_back(how);
    return verdict;
}

asio::awaitable<void> Session::end() {
    if (!process_) co_return;
    process_->end_exchange();
    process_->kill();
    co_await process_->exited_before(SteadyClock::now() + 5s);
    process_.reset();
}

void Session::interrupt() {
    interrupted_ = true;
    if (process_) process_->interrupt();
}

}  // namespace sparring::referee::check
