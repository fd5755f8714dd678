// Steps about memory, and about how an engine ends.
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <set>
#include <thread>

#include "protocol/text.hpp"
#include "referee/check/ugi.hpp"
#include "referee/play/system_files.hpp"

namespace sparring::referee::check {

namespace asio = boost::asio;
using namespace std::chrono_literals;
using Wake = Session::Wake;

namespace {

constexpr Duration kEndPatience = 1s;

// ---- memory ----------------------------------------------------------------------------------

std::string status_field(pid_t process, std::string_view name) {
    const std::string status = file_contents(fmt::format("/proc/{}/status", process));
    const auto words = text::words(status);
    for (std::size_t i = 0; i + 1 < words.size(); ++i) {
        if (words[i] == name) return std::string{words[i + 1]};
    }
    return {};
}

/// Resident memory of a process and of all below it, in KiB.
std::int64_t resident(pid_t process) {
    std::int64_t sum = text::number<std::int64_t>(status_field(process, "VmRSS:")).value_or(0);
    for (const pid_t child : children_of(process)) sum += resident(child);
    return sum;
}

/// A few moves of the engine against itself, from the start.
asio::awaitable<Failure> play_short_game(Examination& exam, std::uint64_t seed) {
    constexpr int plies = 8;
    exam.searches.clear();
    if (auto failure = co_await ask(exam, "uginewgame")) co_return failure;
    Situation at = exam.plan.rules ? random_situation(exam, 2, seed) : start_situation(exam);
    for (int ply = 0; ply < plies; ++ply) {
        if (auto failure = co_await search(exam, at, "go depth 1")) co_return failure;
        if (!exam.plan.rules) continue;
        std::shared_ptr<games::Position> next{at.position->clone()};
        const auto move = next->play(exam.searches.back().move);
        if (next->outcome() != Outcome::none) break;
        at.command += at.command.find(" moves ") == std::string::npos ? " moves " : " ";
        at.command += *move;
        at.position = next;
    }
    co_return Failure{};
}

// ---- ends ------------------------------------------------------------------------------------

/// Begins a search, if one is wanted, and lets it run for a moment.
asio::awaitable<void> begin_search(Examination& exam, std::string_view go) {
    exam.session.begin();
    if (go.empty()) co_return;
    co_await exam.session.send(fmt::format("position startpos\n{}", go));
    co_await exam.session.listen(100ms);
}

bool has_ended(pid_t process) {
    siginfo_t ended{};
    return ::waitid(P_PID, static_cast<id_t>(process), &ended, WEXITED | WNOHANG | WNOWAIT) != 0 ||
           ended.si_pid == process;
}

/// Our children that are alive.
std::set<pid_t> living_children() {
    std::set<pid_t> living;
    for (const pid_t child : children_of(::getpid())) {
        if (status_field(child, "State:") != "Z") living.insert(child);
    }
    return living;
}

std::string described(const std::set<pid_t>& processes) {
    std::string text;
    for (const pid_t process : processes)
        text += fmt::format("{}{} ({})", text.empty() ? "" : ", ", process,
                            text::printable(status_field(process, "Name:")));
    return text;
}

}  // namespace

Judgement keeps_its_memory(Examination& exam, std::string_view) {
    constexpr std::int64_t kSlack = 4096;  // KiB
    // A large table would be filled little by little.
    for (const Option& option : exam.options) {
        if (!text::equals_ignoring_case(option.name, "Hash")) continue;
        if (auto failure = co_await ask(
                exam, fmt::format("setoption name {} value {}", option.name, option.min)))
            co_return *std::move(failure);
    }
    const int games = exam.plan.times(100, 20);
    std::int64_t before = 0;
    for (int game = 0; game < games; ++game) {
        if (game == games / 4) before = resident(exam.session.process().pid());
        if (auto failure = co_await play_short_game(exam, static_cast<std::uint64_t>(game)))
            co_return *std::move(failure);
    }
    const std::int64_t after = resident(exam.session.process().pid());
    // The next step has its options again.
    co_await exam.session.end();
    const std::string grown = fmt::format("{:.1f} MiB after {} games, {:.1f} MiB after {}",
                                          static_cast<double>(before) / 1024, games / 4,
                                          static_cast<double>(after) / 1024, games);
    if (after <= before + before / 10 + kSlack) co_return Verdict::pass(grown);
    co_return Verdict{Verdict::Kind::fail,
                      {},
                      {fmt::format("{} short games", games)},
                      {grown},
                      "memory that does not grow from game to game"};
}

Judgement quits(Examination& exam, std::string_view go) {
    co_await begin_search(exam, go);
    Session& session = exam.session;
    const Duration most = kEndPatience + exam.plan.engine.limits.margin;
    co_await session.send("quit");
    const bool ended = co_await session.process().exited_before(session.asked() + most);
    const Duration time = SteadyClock::now() - session.asked();
    const auto status = session.process().exit();
    if (ended && !status->by_signal && status->code == 0) co_return Verdict::pass(in_words(time));
    auto verdict =
        session.wrong(fmt::format("the process ends within {}, with status 0", in_words(most)));
    if (!ended) verdict.came.push_back("(it is still running)");
    co_return verdict;
}

Judgement ends_with_input(Examination& exam, std::string_view go) {
    co_await begin_search(exam, go);
    Session& session = exam.session;
    const Duration most = kEndPatience + exam.plan.engine.limits.margin;
    const Instant asked = SteadyClock::now();
    co_await session.process().quit("", most);
    const Duration time = SteadyClock::now() - asked;
    const auto status = session.process().exit();
    if (time < most && status && !status->by_signal) co_return Verdict::pass(in_words(time));
    auto verdict =
        session.wrong(fmt::format("the process ends within {}, by itself", in_words(most)));
    verdict.sent.push_back("(end of the input)");
    co_return verdict;
}

Judgement leaves_nothing(Examination& exam, std::string_view) {
    co_await exam.session.end();
    const std::set<pid_t> before = living_children();
    if (auto failure = co_await exam.restart()) co_return *std::move(failure);
    if (auto failure = co_await search(exam, start_situation(exam), "go depth 1"))
        co_return *std::move(failure);
    const pid_t engine = exam.session.process().pid();
    co_await exam.session.send("quit");
    // Not by waiting for events: with the notice of its end all that it has left is killed.
    const Instant deadline = SteadyClock::now() + kEndPatience + exam.plan.engine.limits.margin;
    while (!has_ended(engine) && SteadyClock::now() < deadline) std::this_thread::sleep_for(2ms);
    if (!has_ended(engine)) {
        co_await exam.session.end();
        co_return Verdict::skip("it does not end");
    }
    std::set<pid_t> left;
    for (int look = 0; look < 50; ++look) {  // a child that ends with it may need a moment
        left = living_children();
        std::erase_if(left,
                      [&](pid_t process) { return process == engine || before.contains(process); });
        if (left.empty()) break;
        std::this_thread::sleep_for(4ms);
    }
    const std::string named = described(left);
    co_await exam.session.end();
    if (left.empty()) co_return Verdict::pass();
    co_return Verdict{Verdict::Kind::fail,
                      {},
                      {"quit"},
                      {fmt::format("its children {} lived on", named)},
                      "all processes that it has started end with it"};
}

}  // namespace sparring::referee::check
