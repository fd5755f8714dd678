#include "referee/cli/balance.hpp"

#include <fmt/format.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <cstdlib>

namespace sparring::referee {

namespace asio = boost::asio;

namespace {

/// So many refusals in a row mean that there is nothing to be found.
constexpr int kMostRefusals = 1000;

/// Whether the judge's score lies within the limit; a fault of the judge is thrown as its text.
asio::awaitable<bool> fair(Player& judge, const Opening& opening, const Balance& balance) {
    if (auto fault = co_await judge.new_game()) throw std::runtime_error{fault->detail};
    const Answer answer = co_await judge.consider(position_command(opening));
    if (answer.fault) throw std::runtime_error{answer.fault->detail};
    const auto& score = answer.report.score;
    if (!score) throw std::runtime_error{"it gives no score"};
    const bool final = score->kind == ugi::Score::Kind::final;
    co_return std::abs(final ? 100 * score->value : score->value) <= balance.limit;
}

asio::awaitable<void> choose(Player& judge, OpeningSuite& suite, const Balance& balance,
                             std::size_t count) {
    if (auto fault = co_await judge.start()) throw std::runtime_error{fault->detail};
    int refused = 0;
    while (suite.size() < count) {
        auto opening = suite.candidate();
        if (!opening || refused == kMostRefusals) {
            throw std::runtime_error{fmt::format("only {} of {} openings have scores within {}",
                                                 suite.size(), count, balance.limit)};
        }
        if (co_await fair(judge, *opening, balance)) {
            suite.accept(*std::move(opening));
            refused = 0;
        } else {
            ++refused;
        }
    }
}

}  // namespace

std::optional<std::string> choose_balanced(OpeningSuite& suite, const games::Choice& choice,
                                           const Balance& balance, std::size_t count) {
    asio::io_context context{1};
    ProcessTable table{context};
    Player judge{table, balance.judge, choice};
    std::optional<std::string> problem;
    asio::co_spawn(context, choose(judge, suite, balance, count), [&](std::exception_ptr error) {
        try {
            if (error) std::rethrow_exception(error);
        } catch (const std::exception& why) {
            problem = fmt::format("balanced: {}: {}", balance.judge.name, why.what());
        }
        asio::co_spawn(context, judge.quit(), [&](std::exception_ptr) { context.stop(); });
    });
    context.run();
    return problem;
}

}  // namespace sparring::referee
