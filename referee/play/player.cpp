#include "referee/play/player.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

#include "protocol/text.hpp"

namespace sparring::referee {

namespace asio = boost::asio;
using namespace std::chrono_literals;

namespace {

/// After its time an engine may still answer `stop`, so that its late move is not taken for the
/// next.
constexpr Duration kStopGrace = 300ms;
/// Between the steps of quit(): quit and end of input, SIGTERM, SIGKILL.
constexpr Duration kQuitPatience = 1s;
/// End of output and exit are noticed one after the other.
constexpr Duration kExitNotice = 200ms;
/// No game's notation comes near.
constexpr std::size_t kLongestMove = 256;

std::string in_seconds(SteadyClock::duration duration) {
    return fmt::format("{:.3f} s", std::chrono::duration<double>(duration).count());
}

std::string_view after_blanks(std::string_view line) {
    return line.substr(std::min(line.find_first_not_of(" \t"), line.size()));
}

bool has_first_word(std::string_view line, std::string_view word) {
    return line.starts_with(word) && (line.size() == word.size() || line[word.size()] == ' ' ||
                                      line[word.size()] == '\t' || line[word.size()] == '\r');
}

}  // namespace

Player::Player(ProcessTable& table, const EngineSettings& settings, std::string variant)
    : table_{table}, settings_{settings}, variant_{std::move(variant)} {}

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

// ---- start
// ------------------------------------------------------------------------------------------

asio::awaitable<std::optional<Fault>> Player::start() {
    const Instant began = SteadyClock::now();
    become(PlayerState::starting);
    heard_.clear();
    complaint_.clear();
    options_.clear();
    auto process = EngineProcess::start(table_, settings_.command);
    if (!process) {
        become(PlayerState::down);
        co_return Fault{Reason::no_start, process.error()};
    }
    process_ = *std::move(process);
    if (interrupted_) process_->interrupt();
    if (auto fault = co_await say_hello(began)) co_return fault;
    co_return co_await configure(began);
}

asio::awaitable<std::optional<Fault>> Player::say_hello(Instant began) {
    process_->begin_exchange();
    process_->write("ugi\n");
    const Wake wake = co_await await_line("ugiok", began + settings_.startup);
    if (wake != Wake::output) co_return co_await no_start("ugiok", began, wake);
    co_return std::nullopt;
}

asio::awaitable<std::optional<Fault>> Player::configure(Instant began) {
    const auto variant = variant_command();
    const auto commands = option_commands(settings_.options);
    if (!variant || !commands) {
        become(PlayerState::lost);
        co_return Fault{Reason::no_start, variant ? commands.error() : variant.error(), true};
    }
    become(PlayerState::configuring);
    process_->write(*variant + *commands + "isready\n");
    const Wake wake = co_await await_line("readyok", began + settings_.startup);
    if (wake != Wake::output) co_return co_await no_start("readyok", began, wake);
    if (!complaint_.empty()) {
        become(PlayerState::lost);
        co_return Fault{Reason::no_start, fmt::format("it says '{}'", complaint_), true};
    }
    process_->end_exchange();
    become(PlayerState::ready);
    co_return std::nullopt;
}

/// Wake::output when a line with that first word has come.
asio::awaitable<EngineProcess::Wake> Player::await_line(std::string_view awaited,
                                                        Instant deadline) {
    for (;;) {
        while (const auto line = process_->take_line()) {
            note_line(*line);
            if (has_first_word(after_blanks(*line), awaited)) co_return Wake::output;
        }
        const Wake wake = co_await process_->wait(deadline);
        if (wake != Wake::output) co_return wake;
    }
}

void Player::note_line(std::string_view line) {
    if (text::trim(line).empty()) return;
    heard_ = text::printable(text::trim(line));
    if (state_ == PlayerState::starting && line.starts_with("option")) {
        if (auto option = parse_option(line)) options_.push_back(*std::move(option));
    }
    if (state_ == PlayerState::starting && line.starts_with("id ")) {
        const auto words = text::words(line);
        std::string* target = words.size() < 3       ? nullptr
                              : words[1] == "name"   ? &id_name_
                              : words[1] == "author" ? &id_author_
                                                     : nullptr;
        if (target != nullptr)
            *target = text::printable(
                line.substr(static_cast<std::size_t>(words[2].data() - line.data())));
    }
    if (state_ != PlayerState::starting && line.starts_with("info string error") &&
        complaint_.empty()) {
        complaint_ = text::printable(text::trim(line), 200);
    }
}

namespace {

std::string set_command(const Option& option, const std::string& value) {
    return fmt::format("setoption name {}{}\n", option.name,
                       option.type == Option::Type::button ? "" : " value " + value);
}

}  // namespace

Expected<std::string> Player::option_commands(const Options& options) const {
    std::string commands;
    std::size_t hint = 0;  // they are often set in the order in which they were listed
    for (const auto& [name, text] : options) {
        const auto is_it = [&, wanted = std::string_view{name}](const Option& option) {
            return text::equals_ignoring_case(option.name, wanted);
        };
        auto option = options_.end();
        if (hint < options_.size() && is_it(options_[hint]))
            option = options_.begin() + static_cast<std::ptrdiff_t>(hint);
        else
            option = std::find_if(options_.begin(), options_.end(), is_it);
        if (option == options_.end()) {
            std::vector<std::string> names;
            for (const Option& each : options_) names.push_back(each.name);
            const auto near = text::nearest(name, names);
            return Error{fmt::format("it has no option '{}'{}", text::printable(name),
                                     near ? fmt::format("; the nearest is '{}'", *near) : "")};
        }
        hint = static_cast<std::size_t>(option - options_.begin()) + 1;
        const auto value = accept_value(*option, text);
        if (!value) return Error{fmt::format("option {}: {}", option->name, value.error())};
        commands += set_command(*option, *value);
    }
    return commands;
}

Expected<std::string> Player::variant_command() const {
    for (const Option& option : options_) {
        if (variant_.empty() || !text::equals_ignoring_case(option.name, "Variant")) continue;
        const auto value = accept_value(option, variant_);
        if (!value) return Error{fmt::format("it does not play '{}': {}", variant_, value.error())};
        return set_command(option, *value);
    }
    return std::string{};
}

std::optional<Fault> Player::set_options(const Options& options) {
    auto commands = option_commands(options);
    if (!commands) return Fault{Reason::no_start, commands.error(), true};
    if (*commands == carried_) return {};
    carried_ = *std::move(commands);
    carry_due_ = true;
    return {};
}

asio::awaitable<Fault> Player::no_start(std::string_view awaited, Instant began, Wake wake) {
    const std::string after = in_seconds(SteadyClock::now() - began);
    const std::string heard =
        heard_.empty() ? "it said nothing" : fmt::format("the last that it said is '{}'", heard_);
    if (wake == Wake::closed) co_await process_->exited_before(SteadyClock::now() + kExitNotice);
    become(PlayerState::lost);
    switch (wake) {
        case Wake::interrupted:
            co_return Fault{Reason::void_game, "interrupted"};
        case Wake::flooded:
            co_return Fault{
                Reason::no_start,
                fmt::format("expected '{}', got output without end in {}", awaited, after)};
        case Wake::closed:
            co_return Fault{
                Reason::no_start,
                fmt::format("expected '{}', but it {} after {}; {}", awaited,
                            process_->exit() ? process_->exit()->describe() : "closed its pipes",
                            after, heard)};
        default:
            co_return Fault{
                Reason::no_start,
                fmt::format("expected '{}', got nothing like it in {}; {}", awaited, after, heard)};
    }
}

// ---- games
// ------------------------------------------------------------------------------------------

asio::awaitable<std::optional<Fault>> Player::new_game() {
    become(PlayerState::new_game);
    process_->begin_exchange();
    complaint_.clear();
    process_->write(carry_due_ ? carried_ + "uginewgame\nisready\n" : "uginewgame\nisready\n");
    const Wake wake = co_await await_line("readyok", SteadyClock::now() + settings_.ping);
    if (wake == Wake::deadline) {
        become(PlayerState::lost);
        co_return Fault{Reason::stalled, fmt::format("no 'readyok' before the game in {}",
                                                     in_seconds(settings_.ping))};
    }
    if (wake != Wake::output) co_return co_await lost(wake, "getting ready for the game");
    process_->end_exchange();
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
    command_.assign(position);
    for (const auto question : questions) {
        command_ += "\nquery ";
        command_ += question;
    }
    command_ += '\n';
    process_->begin_exchange();
    process_->write(command_);
    const Instant deadline = SteadyClock::now() + settings_.ping;
    while (answers.values.size() < questions.size()) {
        const Wake wake = co_await await_line("response", deadline);
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
        const auto words = text::words(heard_);
        answers.values.emplace_back(words.size() > 1 ? words[1] : std::string_view{});
    }
    answers.complaint = complaint_;
    process_->end_exchange();
    become(PlayerState::ready);
    co_return answers;
}

asio::awaitable<Answer> Player::think(std::string_view position, const Limits& limits,
                                      const Budget& budget) {
    Answer answer;
    become(PlayerState::thinking);
    last_info_.clear();
    command_.assign(position);
    command_ += "\ngo ";
    command_ += to_text(limits);
    command_ += '\n';
    const Duration most = budget.allowance + budget.margin;
    process_->begin_exchange();
    const bool sent = process_->write(command_);
    const Instant asked = SteadyClock::now();
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
        answer.elapsed = process_->stamp() - asked;
        if (answer.elapsed > most && !answer.fault) {
            answer.fault = Fault{budget.overdue,
                                 fmt::format("took {}, {} were left", in_seconds(answer.elapsed),
                                             in_seconds(budget.allowance))};
        }
        answer.report = last_report();
        process_->end_exchange();
        become(PlayerState::ready);
    }
    co_return answer;
}

asio::awaitable<Answer> Player::consider(std::string_view position) {
    const PlayerClock clock{settings_.limits};
    const Budget budget{clock.allowance(), clock.limits().margin, Reason::stalled};
    co_return co_await think(position, limits_of(clock, clock, clock), budget);
}

/// Its time is over. One chance to answer, so that it need not be killed.
asio::awaitable<void> Player::overtime(const Budget& budget, Instant asked, Answer& answer) {
    become(PlayerState::overdue);
    process_->write("stop\n");
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

/// Reads the lines that have come, up to `bestmove`; true if that was among them.
bool Player::take_move(Answer& answer) {
    while (const auto taken = process_->take_line()) {
        const auto line = after_blanks(*taken);
        if (has_first_word(line, "bestmove")) {
            read_bestmove(line, answer);
            return true;
        }
        if (line.starts_with("info ") && !line.starts_with("info string")) last_info_.assign(line);
    }
    return false;
}

void Player::read_bestmove(std::string_view line, Answer& answer) const {
    const auto rest = text::trim(line.substr(std::string_view{"bestmove"}.size()));
    const std::string_view move = rest.substr(0, rest.find_first_of(" \t\r\n"));
    const bool readable =
        std::all_of(move.begin(), move.end(), [](char c) { return c > ' ' && c <= '~'; });
    if (move.empty() || !readable || move.size() > kLongestMove) {
        answer.fault = Fault{Reason::garbage, fmt::format("answered '{}'", text::printable(line))};
    } else {
        answer.move = move;
    }
}

SearchReport Player::last_report() const {
    if (last_info_.empty()) return {};
    // The figures come before the variation.
    const std::string_view line = last_info_;
    const auto reply = ugi::parse_reply(line.substr(0, line.find(" pv ")));
    const auto* info = std::get_if<ugi::Info>(&reply);
    if (info == nullptr) return {};
    return {info->depth, info->score, info->nodes, info->time_ms};
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
    if (!process_) co_return;
    const bool listens = usable();
    become(PlayerState::quitting);
    if (!listens) process_->kill();
    co_await process_->quit("quit\n", kQuitPatience);
    process_.reset();
    become(PlayerState::down);
}

}  // namespace sparring::referee
