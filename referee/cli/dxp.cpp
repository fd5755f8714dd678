#include "referee/cli/dxp.hpp"

#include <fmt/format.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>
#include <csignal>
#include <cstdio>
#include <optional>

#include "protocol/text.hpp"
#include "referee/archive/utc.hpp"
#include "referee/cli/arguments.hpp"
#include "referee/cli/engine_keys.hpp"
#include "referee/cli/output_file.hpp"
#include "referee/cli/run.hpp"
#include "referee/dxp/link.hpp"
#include "referee/dxp/session.hpp"
#include "referee/play/player.hpp"

namespace sparring::referee {

namespace asio = boost::asio;
using namespace std::chrono_literals;

namespace {

constexpr std::string_view kUsage =
    "dxp cmd=PROGRAM [KEY=VALUE ..] -connect HOST | -listen ADDRESS [-port N] [-initiate] "
    "[-name NAME] [-colour white|black] [-minutes N] [-moves N] [-games N] [-wait SECONDS] "
    "[-pgnout FILE]";

struct Request {
    EngineSettings engine;
    DxpSettings event;
    std::string host;
    bool listen = false;
    std::uint16_t port = dxp::kPort;
    std::chrono::seconds wait{60};
    std::string record;
};

std::optional<std::string> read_number(const std::string& word, int least, int most, int& target) {
    const auto number = text::number<int>(word);
    if (!number || *number < least || *number > most)
        return fmt::format("'{}' is no whole number from {} to {}", text::printable(word), least,
                           most);
    target = *number;
    return {};
}

std::optional<std::string> read_option(const std::string& name, const std::string& value,
                                       Request& request) {
    int number = 0;
    if (name == "connect" || name == "listen") {
        if (!request.host.empty()) return "either -connect or -listen, once";
        request.host = value;
        request.listen = name == "listen";
    } else if (name == "port") {
        if (auto problem = read_number(value, 1, 65535, number)) return problem;
        request.port = static_cast<std::uint16_t>(number);
    } else if (name == "name") {
        request.event.name = value;
    } else if (name == "colour") {
        if (value != "white" && value != "black") return "expected white or black";
        request.event.white = value == "white";
    } else if (name == "minutes") {
        return read_number(value, 1, 999, request.event.minutes);
    } else if (name == "moves") {
        return read_number(value, 0, 999, request.event.moves);
    } else if (name == "games") {
        return read_number(value, 0, 1'000'000, request.event.games);
    } else if (name == "wait") {
        if (auto problem = read_number(value, 1, 86'400, number)) return problem;
        request.wait = std::chrono::seconds{number};
    } else {
        request.record = value;
    }
    return {};
}

Expected<Request> parse(std::span<const std::string> words) {
    const std::vector<std::string> names{"connect", "listen", "port",    "initiate",
                                         "name",    "colour", "minutes", "moves",
                                         "games",   "wait",   "pgnout"};
    Words own, rest;
    for (const std::string& word : words)
        (key_value(word) && !word.starts_with('-') ? own : rest).push_back(word);
    const auto options = split_arguments(rest);
    if (!options) return Error{options.error()};
    Request request;
    request.event.games = -1;
    for (const Argument& option : *options) {
        const auto& name = option.name;
        if (const auto problem = unknown_option(name, names)) return Error{*problem};
        if (name == "initiate" && option.words.empty()) {
            request.event.initiator = true;
            continue;
        }
        if (option.words.size() != 1 || name == "initiate")
            return Error{fmt::format("-{}: expected {}", name,
                                     name == "initiate" ? "no value" : "one value")};
        if (auto problem = read_option(name, option.words.front(), request))
            return Error{fmt::format("-{}: {}", name, *problem)};
    }
    if (request.host.empty()) return Error{"-connect HOST or -listen ADDRESS is missing"};
    if (request.event.games < 0) request.event.games = request.event.initiator ? 1 : 0;
    if (request.event.initiator && request.event.games == 0)
        return Error{"-games: who asks for games has to say how many"};
    // The event's clock is limit enough; the engine's own may be depth, nodes, st.
    for (const std::string& word : own)
        if (key_of(word) == "tc")
            return Error{"engine: the clock is the event's (-minutes), not tc="};
    auto engine = parse_engine(Words{"tc=60"}, own, "engine");
    if (!engine) return Error{engine.error()};
    request.engine = *std::move(engine);
    request.engine.limits.control.reset();
    if (request.event.name.empty()) request.event.name = request.engine.name;
    return request;
}

class Event {
  public:
    Event(asio::io_context& context, const Request& request, const games::Choice& choice,
          OutputFile* record)
        : request_{request},
          table_{context},
          player_{table_, request_.engine, choice},
          session_{choice, request_.event},
          record_{record} {}

    asio::awaitable<int> run() {
        if (const auto fault = co_await player_.start()) {
            fail(0, fmt::format("dxp: engine {}: {}", request_.engine.name, fault->detail));
            co_return fault->misconfigured ? kWrongUsage : kNoStart;
        }
        auto link = co_await reach();
        if (!link) {
            co_await player_.quit();
            co_return fail(kNoStart, "dxp: " + link.error());
        }
        link_ = *link;
        perform(session_.connected());
        while (!session_.closed()) {
            if (std::exchange(think_, false))
                co_await think();
            else
                co_await listen();
        }
        link_->close();
        co_await player_.quit();
        const bool all =
            request_.event.games == 0 ? finished_ > 0 : finished_ == request_.event.games;
        fmt::print("{} games: {} won, {} drawn, {} lost\n", finished_, won_, drawn_, lost_);
        co_return all ? kPlayed : kAborted;
    }

  private:
    asio::awaitable<Expected<std::shared_ptr<DxpLink>>> reach() {
        const auto deadline = SteadyClock::now() + request_.wait;
        if (!request_.listen)
            co_return co_await DxpLink::connect(request_.host, request_.port, deadline);
        const auto executor = co_await asio::this_coro::executor;
        auto acceptor = dxp_acceptor(executor, request_.host, request_.port);
        if (!acceptor) co_return Error{acceptor.error()};
        fmt::print("listening at {}:{}\n", request_.host, request_.port);
        std::fflush(stdout);
        co_return co_await DxpLink::accept(*acceptor, deadline);
    }

    void perform(DxpSession::Acts acts) {
        for (std::size_t i = 0; i < acts.size(); ++i) {
            if (const auto* message = std::get_if<dxp::Message>(&acts[i])) {
                if (!link_->send(*message)) gone_ = true;
            } else if (std::holds_alternative<DxpSession::Think>(acts[i])) {
                think_ = true;
            } else if (const auto* over = std::get_if<DxpSession::Finished>(&acts[i])) {
                finished(*over);
            } else if (const auto* tell = std::get_if<DxpSession::Tell>(&acts[i])) {
                fmt::print("{}\n", tell->text);
            }
        }
        std::fflush(stdout);
    }

    asio::awaitable<void> think() {
        if (session_.game() != game_ || !player_.usable()) {
            game_ = session_.game();
            std::optional<Fault> fault;
            if (!player_.usable()) {
                co_await player_.quit();
                fault = co_await player_.start();
            }
            if (!fault) fault = co_await player_.new_game();
            if (fault) co_return perform(session_.failed(fault->detail));
        }
        Limits limits = session_.limits();
        const auto left = session_.white() ? limits.clock->first_ms : limits.clock->second_ms;
        const PlayerLimits& own = request_.engine.limits;
        limits.depth = own.depth;
        limits.nodes = own.nodes;
        if (own.move_time)
            limits.move_time_ms =
                std::chrono::duration_cast<std::chrono::milliseconds>(*own.move_time).count();
        const Budget budget{std::chrono::milliseconds{left}, own.margin, Reason::time};
        const auto answer = co_await player_.think(session_.position_command(), limits, budget);
        if (answer.fault)
            perform(session_.failed(
                fmt::format("{}: {}", word(answer.fault->reason), answer.fault->detail)));
        else if (text::equals_ignoring_case(answer.move, "resign"))
            perform(session_.failed("resigned"));
        else
            perform(session_.moved(answer.move, answer.elapsed));
    }

    asio::awaitable<void> listen() {
        using Kind = DxpLink::Heard::Kind;
        const Instant began = SteadyClock::now();
        std::optional<Instant> deadline;
        if (const auto patience = session_.patience())
            deadline = since_.value_or(began) + *patience;
        DxpLink::Heard heard;
        if (!gone_) heard = co_await link_->receive(deadline);
        const auto waited = SteadyClock::now() - since_.value_or(began);
        const bool turn =
            std::holds_alternative<dxp::Move>(heard.message) || heard.kind != Kind::message;
        // Chat does not stop the clock.
        since_ = turn ? std::nullopt : std::optional{since_.value_or(began)};
        if (heard.kind == Kind::message)
            perform(session_.heard(heard.message, waited));
        else if (heard.kind == Kind::deadline)
            perform(session_.overdue());
        else
            perform(session_.disconnected());
        if (think_ || !session_.patience()) since_.reset();
    }

    void finished(const DxpSession::Finished& over) {
        ++finished_;
        const bool win = over.outcome == win_of(over.white ? Side::first : Side::second);
        (over.outcome == Outcome::none   ? none_
         : over.outcome == Outcome::draw ? drawn_
         : win                           ? won_
                                         : lost_)++;
        RecordHeader header;
        header.event = "DXP";
        header.date = utc_now().substr(0, 10);
        std::replace(header.date.begin(), header.date.end(), '-', '.');
        header.round = std::to_string(over.game);
        header.first = over.white ? request_.event.name : session_.opponent();
        header.second = over.white ? session_.opponent() : request_.event.name;
        header.outcome = over.outcome;
        header.termination = over.why;
        header.time_control = fmt::format("{}", 60 * session_.minutes());
        header.from_start = session_.from_start();
        fmt::print("Finished game {} ({} vs {}): {} {{{}}} {} plies\n", over.game, header.first,
                   header.second, to_text(over.outcome), over.why, session_.position().plies());
        if (record_ != nullptr) record_->write(session_.position().record(header) + "\n");
    }

    const Request& request_;
    ProcessTable table_;
    Player player_;
    DxpSession session_;
    OutputFile* record_;
    std::shared_ptr<DxpLink> link_;
    bool think_ = false, gone_ = false;
    std::optional<Instant> since_;  // when the other side's turn began
    int game_ = 0, finished_ = 0, won_ = 0, drawn_ = 0, lost_ = 0, none_ = 0;
};

int play(const Request& request, OutputFile* record) {
    asio::io_context context{1};
    Event event{context, request, *games::find("draughts"), record};
    asio::signal_set signals{context, SIGINT, SIGTERM};
    int status = kInterrupted;
    signals.async_wait([&](boost::system::error_code error, int) {
        if (!error) context.stop();
    });
    std::exception_ptr problem;
    asio::co_spawn(context, event.run(), [&](std::exception_ptr error, int result) {
        problem = error;
        if (!error) status = result;
        context.stop();
    });
    context.run();
    if (problem) std::rethrow_exception(problem);
    return status;
}

}  // namespace

int dxp_command(std::span<const std::string> words) {
    auto request = parse(words);
    if (!request)
        return fail(kWrongUsage, fmt::format("dxp: {} (referee {})", request.error(), kUsage));
    auto command = find_command(request->engine.command);
    if (!command)
        return fail(kNoStart,
                    fmt::format("dxp: engine {}: {}", request->engine.name, command.error()));
    request->engine.command = *std::move(command);
    std::optional<OutputFile> record;
    if (!request->record.empty()) {
        auto file = OutputFile::open(request->record, {});
        if (!file) return fail(kWrongUsage, "dxp: -pgnout: " + file.error());
        record = *std::move(file);
    }
    try {
        int status = play(*request, record ? &*record : nullptr);
        if (record)
            if (const auto problem = record->close())
                status = fail(kAborted, "dxp: -pgnout: " + *problem);
        return status;
    } catch (const std::system_error& error) {
        return fail(kAborted, fmt::format("dxp: {}", error.what()));
    }
}

}  // namespace sparring::referee
