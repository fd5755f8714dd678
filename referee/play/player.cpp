#include "referee/play/player.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

#include "protocol/text.hpp"
#include "referee/play/player_times.hpp"

namespace sparring::referee {

namespace asio = boost::asio;

Player::Player(ProcessTable& table, const EngineSettings& settings, games::Choice choice)
    : table_{table},
      settings_{settings},
      choice_{std::move(choice)},
      interpreter_{make_interpreter(settings.dialect.value_or(Dialect::ugi), choice_)} {}

Player::~Player() {
    if (process_) process_->kill();
}

void Player::become(PlayerState next) {
    assert(may_follow(state_, next));
    state_ = next;
}

void Player::interrupt() {
    interrupted_ = true;
    if (process_) process_->interrupt();
}

asio::awaitable<std::optional<Fault>> Player::new_game() {
    become(PlayerState::new_game);
    complaint_.clear();
    std::string commands;
    const bool kept = process_ && !interpreter_->one_shot();
    if (process_ && interpreter_->one_game()) {
        co_await process_->quit({}, kQuitPatience);
        cpu_before_ += process_->cpu_time();
        process_.reset();
    }
    interpreter_->new_game(commands);
    if (kept && interpreter_->one_shot()) co_await process_->quit({}, kQuitPatience);
    if (!commands.empty() && process_) {
        if (carry_due_) commands.insert(0, carried_);
        process_->begin_exchange();
        process_->write(commands);
        const Wake wake = co_await await(Kind::ready, SteadyClock::now() + settings_.ping);
        if (wake == Wake::deadline) {
            become(PlayerState::lost);
            co_return Fault{Reason::stalled,
                            fmt::format("no '{}' before the game in {}", interpreter_->ready_word(),
                                        in_seconds(settings_.ping))};
        }
        if (wake != Wake::output) co_return co_await lost(wake, "getting ready for the game");
        process_->end_exchange();
    }
    become(PlayerState::ready);
    if (carry_due_ && !complaint_.empty())
        co_return Fault{Reason::no_start, fmt::format("it says '{}'", complaint_), true};
    carry_due_ = false;
    co_return std::nullopt;
}

asio::awaitable<Player::Answers> Player::ask(std::string_view position,
                                             std::span<const std::string_view> questions) {
    Answers answers;
    become(PlayerState::asked);
    complaint_.clear();
    command_.clear();
    for (std::size_t i = 0; i < questions.size(); ++i) {
        if (interpreter_->ask(command_, i == 0 ? position : std::string_view{}, questions[i]))
            continue;
        become(PlayerState::lost);
        answers.fault = Fault{Reason::void_game,
                              fmt::format("{} has no queries of positions", word(dialect()))};
        co_return answers;
    }
    process_->begin_exchange();
    process_->write(command_);
    const Instant deadline = SteadyClock::now() + settings_.ping;
    while (answers.values.size() < questions.size()) {
        const Wake wake = co_await await(Kind::response, deadline);
        if (wake == Wake::deadline) {
            become(PlayerState::lost);
            answers.fault = Fault{Reason::stalled, fmt::format("no 'response' to 'query {}' in {}",
                                                               questions[answers.values.size()],
                                                               in_seconds(settings_.ping))};
            co_return answers;
        }
        if (wake != Wake::output) {
            answers.fault = co_await lost(wake, "answering a query");
            co_return answers;
        }
        answers.values.push_back(response_);
    }
    answers.complaint = complaint_;
    process_->end_exchange();
    become(PlayerState::ready);
    co_return answers;
}

asio::awaitable<Answer> Player::think(std::string_view position, const Limits& limits,
                                      const Budget& budget) {
    Answer answer;
    const bool hit = state_ == PlayerState::pondering && position == pondered_;
    if (state_ == PlayerState::pondering && !hit) {
        co_await settle();
        if (state_ == PlayerState::lost) {
            answer.interrupted = interrupted_;
            answer.fault = Fault{Reason::stalled, "did not stop to ponder"};
            co_return answer;
        }
    }
    become(PlayerState::thinking);
    command_.clear();
    if (process_ && interpreter_->one_shot() && process_->closed()) {
        cpu_before_ += process_->cpu_time();
        process_.reset();
    }
    if (hit) {
        interpreter_->ponder_hit(command_, limits);
    } else {
        auto known = interpreter_->go(command_, position, limits);
        if (!known || *known) {
            become(PlayerState::ready);
            if (known)
                answer.move = **known;
            else
                answer.fault = Fault{Reason::void_game, known.error()};
            co_return answer;
        }
    }
    const Duration most = budget.allowance + budget.margin;
    Instant asked = SteadyClock::now();
    if (between_shots() && interpreter_->one_game()) {
        answer.fault = co_await launch_for_game();
        if (answer.fault) {
            answer.interrupted = interrupted_;
            co_return answer;
        }
    } else if (between_shots()) {
        if (const auto launched = launch(); !launched) {
            become(PlayerState::lost);
            answer.fault = Fault{Reason::crash, launched.error()};
            co_return answer;
        }
    }
    if (!hit) process_->begin_exchange();
    const bool sent = process_->write(command_);
    if (!interpreter_->one_shot()) asked = SteadyClock::now();
    Wake wake = Wake::output;
    if (!sent) wake = co_await process_->written(asked + most);  // its own time: it does not read
    bool moved = false;
    const auto enough = [&] { return moved = moved || take_move(answer); };
    while (wake == Wake::output && !enough())
        wake = co_await process_->wait(asked + most, std::ref(enough));

    if (wake == Wake::deadline) {
        co_await overtime(budget, asked, answer);
    } else if (wake == Wake::interrupted) {
        answer.interrupted = true;
        become(PlayerState::lost);
    } else if (wake != Wake::output) {
        answer.elapsed = SteadyClock::now() - asked;
        answer.fault = co_await lost(wake, "answering");
    } else {
        // What a pondering engine had ready before it was asked took no time.
        answer.elapsed = std::max(process_->stamp() - asked, Duration{});
        if (answer.elapsed > most && !answer.fault) {
            answer.fault = Fault{budget.overdue,
                                 fmt::format("took {}, {} were left", in_seconds(answer.elapsed),
                                             in_seconds(budget.allowance))};
        }
        answer.report = interpreter_->report();
        if (interpreter_->one_shot()) co_await end_shot();
        process_->end_exchange();
        become(PlayerState::ready);
    }
    co_return answer;
}

/// The process has answered: it ends, unless it asks to be kept. Its traffic is there until the
/// next one is started.
asio::awaitable<void> Player::end_shot() {
    const Instant deadline = SteadyClock::now() + kQuitPatience;
    Wake wake = Wake::output;
    while (interpreter_->one_shot() && wake == Wake::output) {
        while (const auto line = process_->take_line()) (void)interpreter_->hear(*line);
        if (interpreter_->one_shot()) wake = co_await process_->wait(deadline);
    }
    if (interpreter_->one_shot()) co_await process_->quit({}, kQuitPatience);
}

void Player::ponder(std::string_view position, const Limits& limits) {
    if (!settings_.ponder || !usable()) return;
    const std::string reply = interpreter_->expected_reply();
    if (reply.empty()) return;
    std::string pondered{position};
    pondered += (position.find(" moves") == position.npos ? " moves " : " ") + reply;
    command_.clear();
    if (!interpreter_->ponder(command_, pondered, limits)) return;
    become(PlayerState::pondering);
    pondered_ = std::move(pondered);
    process_->begin_exchange();
    process_->write(command_);
}

asio::awaitable<void> Player::settle() {
    if (state_ != PlayerState::pondering) co_return;
    command_.clear();
    interpreter_->stop(command_);
    process_->write(command_);
    const Instant deadline = SteadyClock::now() + settings_.ping;
    Answer unused;
    Wake wake = Wake::output;
    while (wake == Wake::output && !take_move(unused)) wake = co_await process_->wait(deadline);
    if (wake == Wake::output) process_->end_exchange();
    become(wake == Wake::output ? PlayerState::ready : PlayerState::lost);
}

asio::awaitable<Answer> Player::consider(std::string_view position) {
    const PlayerClock clock{settings_.limits};
    const Budget budget{clock.allowance(), clock.limits().margin, Reason::stalled};
    co_return co_await think(position, limits_of(clock, clock, clock), budget);
}

/// Its time is over. One chance to answer, so that it need not be killed.
asio::awaitable<void> Player::overtime(const Budget& budget, Instant asked, Answer& answer) {
    become(PlayerState::overdue);
    command_.clear();
    interpreter_->stop(command_);
    if (!command_.empty()) process_->write(command_);
    const Instant deadline = SteadyClock::now() + kStopGrace;
    Wake wake = Wake::output;
    while (wake == Wake::output && !take_move(answer)) wake = co_await process_->wait(deadline);
    const bool late = wake == Wake::output;
    answer.elapsed = (late ? process_->stamp() : SteadyClock::now()) - asked;
    answer.interrupted = wake == Wake::interrupted;
    answer.fault =
        Fault{budget.overdue,
              late ? fmt::format("took {}, {} were left", in_seconds(answer.elapsed),
                                 in_seconds(budget.allowance))
                   : fmt::format("did not answer in {}, {} were left", in_seconds(answer.elapsed),
                                 in_seconds(budget.allowance))};
    if (late) {
        process_->end_exchange();
        become(PlayerState::ready);
    } else {
        become(PlayerState::lost);
    }
}

/// Reads the lines that have come, up to an answer; true if that was among them.
bool Player::take_move(Answer& answer) {
    while (const auto line = process_->take_line()) {
        const Heard heard = interpreter_->hear(*line);
        switch (heard.kind) {
            case Kind::moved:
                answer.move = heard.text;
                return true;
            case Kind::illegal:
                answer.fault = Fault{Reason::illegal, std::string{heard.text}};
                return true;
            case Kind::garbage:
                answer.fault = Fault{Reason::garbage,
                                     fmt::format("answered '{}'", text::printable(heard.text))};
                return true;
            default:
                break;
        }
    }
    return false;
}

asio::awaitable<Fault> Player::lost(Wake wake, std::string_view instead_of) {
    if (wake == Wake::closed) co_await process_->exited_before(SteadyClock::now() + kExitNotice);
    become(PlayerState::lost);
    if (wake == Wake::interrupted) co_return Fault{Reason::void_game, "interrupted"};
    if (wake == Wake::flooded) {
        co_return Fault{Reason::flood, fmt::format("wrote too much instead of {}", instead_of)};
    }
    co_return Fault{Reason::crash, fmt::format("{} instead of {}",
                                               process_->exit() ? process_->exit()->describe()
                                                                : "closed its pipes",
                                               instead_of)};
}

asio::awaitable<void> Player::quit() {
    if (!process_) {
        if (state_ != PlayerState::down) {
            become(PlayerState::quitting);
            become(PlayerState::down);
        }
        co_return;
    }
    const bool listens = usable();
    become(PlayerState::quitting);
    if (!listens) process_->kill();
    std::string farewell;
    interpreter_->quit(farewell);
    co_await process_->quit(farewell, kQuitPatience);
    cpu_before_ += process_->cpu_time();
    process_.reset();
    become(PlayerState::down);
}

}  // namespace sparring::referee
