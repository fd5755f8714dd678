// How a player starts its process, introduces itself and sets options.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

#include "protocol/text.hpp"
#include "referee/play/player.hpp"
#include "referee/play/player_times.hpp"

namespace sparring::referee {

namespace asio = boost::asio;

namespace {

/// Whether an engine's answer to the greeting tells that it speaks the dialect.
bool can_be_found_out(Dialect dialect) {
    return dialect != Dialect::dxp && dialect != Dialect::cs2 && dialect != Dialect::botzone;
}

/// Why a game cannot be played in a dialect with the engine's process, if it cannot.
std::optional<std::string> unplayable(const games::Choice& choice, Dialect dialect) {
    if (dialect == Dialect::ugi) return {};
    std::vector<std::string_view> known;
    if (choice.game != nullptr)
        for (const Dialect each : choice.game->dialects()) known.push_back(word(each));
    if (std::find(known.begin(), known.end(), word(dialect)) != known.end()) return {};
    return fmt::format("proto={}: {} is not played in it; there are {}", word(dialect),
                       choice.game ? choice.game->name() : "the game", fmt::join(known, ", "));
}

/// UCI's engines want to know that they will ponder, for their use of time; the user's word on it
/// comes first.
Player::Options own_options(const EngineSettings& settings, const Interpreter& interpreter) {
    Player::Options options = settings.options;
    if (!settings.ponder || interpreter.dialect() != Dialect::uci) return options;
    const auto is_it = [](std::string_view name) {
        return text::equals_ignoring_case(name, "Ponder");
    };
    const auto& known = interpreter.options();
    if (std::any_of(known.begin(), known.end(),
                    [&](const auto& each) { return is_it(each.name); }) &&
        std::none_of(options.begin(), options.end(),
                     [&](const auto& each) { return is_it(each.first); }))
        options.emplace_back("Ponder", "true");
    return options;
}

}  // namespace

asio::awaitable<std::optional<Fault>> Player::start() {
    const Instant began = SteadyClock::now(), deadline = began + settings_.startup;
    if (settings_.dialect) {
        if (const auto problem = unplayable(choice_, *settings_.dialect))
            co_return Fault{Reason::no_start, *problem, true};
        co_return co_await start_as(*settings_.dialect, deadline, deadline);
    }
    // Each attempt has a process of its own: what the last one made of strange words is unknown.
    std::string tried;
    for (const Dialect dialect : choice_.game->dialects()) {
        if (!can_be_found_out(dialect)) continue;
        auto fault =
            co_await start_as(dialect, std::min(deadline, SteadyClock::now() + kAttempt), deadline);
        if (greeted_ || interrupted_ || SteadyClock::now() >= deadline) co_return fault;
        if (process_) co_await quit();
        tried += (tried.empty() ? "" : ", ") + std::string{word(dialect)};
    }
    become(PlayerState::starting);
    become(PlayerState::down);
    co_return Fault{Reason::no_start, fmt::format("understood none of {}; {}", tried, said())};
}

Expected<bool> Player::launch() {
    Command command = settings_.command;
    for (std::string& word : interpreter_->arguments())
        command.arguments.push_back(std::move(word));
    auto process = EngineProcess::start(table_, command);
    if (!process) return Error{process.error()};
    process_ = *std::move(process);
    if (interrupted_) process_->interrupt();
    return true;
}

asio::awaitable<std::optional<Fault>> Player::start_as(Dialect dialect, Instant greeting,
                                                       Instant deadline) {
    const Instant began = SteadyClock::now();
    become(PlayerState::starting);
    greeted_ = false;
    heard_.clear();
    complaint_.clear();
    interpreter_ = make_interpreter(dialect, choice_);
    if (interpreter_->one_game()) co_return co_await configure(began, deadline);
    if (const auto launched = launch(); !launched) {
        become(PlayerState::down);
        co_return Fault{Reason::no_start, launched.error()};
    }
    process_->begin_exchange();
    std::string hello;
    interpreter_->hello(hello);
    if (!hello.empty()) {
        process_->write(hello);
        const Wake wake = co_await await(Kind::greeted, greeting);
        if (wake != Wake::output)
            co_return co_await no_start(interpreter_->greeting_word(), began, wake);
    }
    greeted_ = true;
    co_return co_await configure(began, deadline);
}

asio::awaitable<std::optional<Fault>> Player::configure(Instant began, Instant deadline) {
    std::string commands;
    const auto variant = interpreter_->set_variant(commands);
    const auto options = option_commands(own_options(settings_, *interpreter_));
    if (variant || !options) {
        become(PlayerState::lost);
        co_return Fault{Reason::no_start, variant ? variant->message : options.error(), true};
    }
    become(PlayerState::configuring);
    commands += *options;
    const std::size_t told = commands.size();
    interpreter_->get_ready(commands);
    if (process_) process_->write(commands);
    if (process_ && commands.size() > told) {
        const Wake wake = co_await await(Kind::ready, deadline);
        if (wake != Wake::output)
            co_return co_await no_start(interpreter_->ready_word(), began, wake);
    }
    if (!complaint_.empty()) {
        become(PlayerState::lost);
        co_return Fault{Reason::no_start, fmt::format("it says '{}'", complaint_), true};
    }
    if (process_) process_->end_exchange();
    become(PlayerState::ready);
    co_return std::nullopt;
}

/// The process of one game, which is ready before any clock runs.
asio::awaitable<std::optional<Fault>> Player::launch_for_game() {
    const Instant began = SteadyClock::now();
    if (const auto launched = launch(); !launched) {
        become(PlayerState::lost);
        co_return Fault{Reason::no_start, launched.error()};
    }
    process_->begin_exchange();
    const Wake wake = co_await await(Kind::ready, began + settings_.startup);
    if (wake != Wake::output) co_return co_await no_start(interpreter_->ready_word(), began, wake);
    co_return std::nullopt;
}

/// Wake::output when such a line has come.
asio::awaitable<EngineProcess::Wake> Player::await(Heard::Kind kind, Instant deadline) {
    for (;;) {
        while (const auto line = process_->take_line()) {
            const Heard heard = interpreter_->hear(*line);
            note(*line, heard);
            if (heard.kind == kind) co_return Wake::output;
        }
        const Wake wake = co_await process_->wait(deadline);
        if (wake != Wake::output) co_return wake;
    }
}

void Player::note(std::string_view line, const Heard& heard) {
    if (text::trim(line).empty()) return;
    heard_ = text::printable(text::trim(line));
    if (heard.kind == Kind::response) response_ = heard.text;
    if (heard.kind == Kind::complaint && state_ != PlayerState::starting && complaint_.empty())
        complaint_ = text::printable(text::trim(heard.text), 200);
}

Expected<std::string> Player::option_commands(const Options& options) const {
    std::string commands;
    const auto& known = interpreter_->options();
    if (known.empty() && !options.empty())
        return Error{fmt::format("it has no options that {} could set", word(dialect()))};
    std::size_t hint = 0;  // they are often set in the order in which they were listed
    for (const auto& [name, text] : options) {
        const auto is_it = [&, wanted = std::string_view{name}](const Option& option) {
            return text::equals_ignoring_case(option.name, wanted);
        };
        auto option = known.end();
        if (hint < known.size() && is_it(known[hint]))
            option = known.begin() + static_cast<std::ptrdiff_t>(hint);
        else
            option = std::find_if(known.begin(), known.end(), is_it);
        if (option == known.end()) {
            std::vector<std::string> names;
            for (const Option& each : known) names.push_back(each.name);
            const auto near = text::nearest(name, names);
            return Error{fmt::format("it has no option '{}'{}", text::printable(name),
                                     near ? fmt::format("; the nearest is '{}'", *near) : "")};
        }
        hint = static_cast<std::size_t>(option - known.begin()) + 1;
        const auto value = accept_value(*option, text);
        if (!value) return Error{fmt::format("option {}: {}", option->name, value.error())};
        interpreter_->set_option(commands, *option, *value);
    }
    return commands;
}

std::optional<Fault> Player::set_options(const Options& options) {
    auto commands = option_commands(options);
    if (!commands) return Fault{Reason::no_start, commands.error(), true};
    if (*commands == carried_) return {};
    carried_ = *std::move(commands);
    carry_due_ = true;
    return {};
}

std::string Player::said() const {
    return heard_.empty() ? "it said nothing"
                          : fmt::format("the last that it said is '{}'", heard_);
}

asio::awaitable<Fault> Player::no_start(std::string_view awaited, Instant began, Wake wake) {
    const std::string after = in_seconds(SteadyClock::now() - began);
    const std::string heard = said();
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

}  // namespace sparring::referee
