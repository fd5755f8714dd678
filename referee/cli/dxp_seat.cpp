#include "referee/cli/dxp_seat.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <cstdio>
#include <filesystem>

#include "referee/cli/run.hpp"
#include "referee/dxp/link.hpp"
#include "referee/dxp/seat.hpp"
#include "referee/play/engine_process.hpp"
#include "referee/play/find_program.hpp"

namespace sparring::referee {

namespace asio = boost::asio;
using namespace std::chrono_literals;

namespace {

/// Less than the referee's own patience, so that the reason is heard.
constexpr auto kStart = 8s;
constexpr auto kFarewell = 300ms;
constexpr std::size_t kLongestLine = 1 << 20;

class Bridge {
  public:
    Bridge(asio::io_context& context, Command command)
        : context_{context},
          table_{context},
          command_{std::move(command)},
          seat_{*games::find("draughts"),
                command_.program.substr(command_.program.rfind('/') + 1)} {}

    asio::awaitable<void> listen_to_host() {
        asio::posix::stream_descriptor input{context_, ::dup(STDIN_FILENO)};
        std::string text(4096, '\0'), line;
        while (!over_) {
            const auto [error, size] = co_await input.async_read_some(
                asio::buffer(text), asio::as_tuple(asio::use_awaitable));
            if (error) break;
            for (const char c : std::string_view{text}.substr(0, size)) {
                if (c != '\n') {
                    if (line.size() < kLongestLine) line += c;
                    continue;
                }
                if (!over_) perform(seat_.line(std::exchange(line, {})));
            }
        }
        if (!over_) perform(seat_.line("quit"));
        co_await leave();
    }

  private:
    void perform(DxpSeat::Output output) {
        if (link_)
            for (const dxp::Message& message : output.messages) link_->send(message);
        fmt::print("{}", output.lines);
        std::fflush(stdout);
        if (output.start) asio::co_spawn(context_, play(), asio::detached);
        if (output.quit) over_ = true;
    }

    /// The program, from its start to the end of the connection.
    asio::awaitable<void> play() {
        auto link = co_await start();
        if (!link) {
            perform(seat_.failed(link.error()));
            co_return;
        }
        link_ = *link;
        perform(seat_.connected());
        for (;;) {
            const auto heard = co_await link_->receive({});
            process_->end_exchange();  // what it prints is nobody's business
            if (heard.kind != DxpLink::Heard::Kind::message) break;
            perform(seat_.heard(heard.message));
        }
        if (over_) co_return;
        perform(seat_.failed("the program has closed the connection"));
        co_await leave();
    }

    asio::awaitable<Expected<std::shared_ptr<DxpLink>>> start() {
        auto acceptor = dxp_acceptor(context_.get_executor(), "127.0.0.1",
                                     static_cast<std::uint16_t>(seat_.port()));
        if (!acceptor) co_return Error{acceptor.error()};
        const std::uint16_t port = acceptor->local_endpoint().port();
        if (seat_.listens()) acceptor->close();
        for (std::string& argument : command_.arguments) {
            constexpr std::string_view mark = "{port}";
            if (const auto at = argument.find(mark); at != argument.npos)
                argument.replace(at, mark.size(), std::to_string(port));
        }
        auto process = EngineProcess::start(table_, command_);
        if (!process) co_return Error{process.error()};
        process_ = *std::move(process);
        process_->end_exchange();
        const auto deadline = SteadyClock::now() + kStart;
        Expected<std::shared_ptr<DxpLink>> link{Error{}};
        if (seat_.listens())
            link = co_await DxpLink::connect("127.0.0.1", port, deadline);
        else
            link = co_await DxpLink::accept(*acceptor, deadline);
        if (!link && process_->exit())
            co_return Error{fmt::format("{}: it {}", link.error(), process_->exit()->describe())};
        co_return link;
    }

    asio::awaitable<void> leave() {
        over_ = true;
        if (link_) link_->close();
        if (process_) co_await process_->quit({}, kFarewell);
        context_.stop();
    }

    asio::io_context& context_;
    ProcessTable table_;
    Command command_;
    DxpSeat seat_;
    std::shared_ptr<EngineProcess> process_;
    std::shared_ptr<DxpLink> link_;
    bool over_ = false;
};

/// What DXP's GAMEREQ cannot say of a time control.
std::optional<std::string> unspeakable(const PlayerLimits& limits) {
    const bool whole = limits.control && limits.control->time % 1min == Duration{} &&
                       limits.control->time <= 999min && limits.control->increment == Duration{} &&
                       !limits.control->moves && !limits.control->hourglass;
    if (whole && !limits.depth && !limits.nodes && !limits.move_time) return {};
    return "proto=dxp: it can only be told whole minutes for all moves, as tc=60 or tc=5:0, "
           "neither "
           "increments nor depth, nodes, st";
}

}  // namespace

std::optional<std::string> seat_dxp(EngineSettings& engine, const games::Choice& choice) {
    if (engine.dialect != Dialect::dxp) return {};
    if (choice.game == nullptr || games::full_name(choice) != "draughts/international")
        return "proto=dxp: only draughts/international is played in it";
    if (auto problem = unspeakable(engine.limits)) return problem;
    std::error_code error;
    const auto self = std::filesystem::read_symlink("/proc/self/exe", error);
    if (error) return "proto=dxp: /proc/self/exe: " + error.message();
    Command& command = engine.command;
    command.arguments.insert(command.arguments.begin(), {"dxp-seat", command.program});
    command.sandbox.exposed.push_back(command.program);
    command.program = self;
    engine.dialect = Dialect::ugi;
    return {};
}

int dxp_seat_command(std::span<const std::string> words) {
    if (words.empty()) return fail(kWrongUsage, "dxp-seat: expected a program and its arguments");
    auto program = find_program(words.front(), {});
    if (!program) return fail(kNoStart, "dxp-seat: " + program.error());
    Command command;
    command.program = *std::move(program);
    command.arguments.assign(words.begin() + 1, words.end());
    asio::io_context context{1};
    Bridge bridge{context, std::move(command)};
    asio::co_spawn(context, bridge.listen_to_host(), asio::detached);
    context.run();
    return kPlayed;
}

}  // namespace sparring::referee
