#include "referee/league/inspection.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <csignal>

#include "protocol/text.hpp"
#include "referee/archive/utc.hpp"
#include "referee/check/report.hpp"
#include "referee/check/ugi.hpp"

namespace sparring::referee::league {

namespace asio = boost::asio;

namespace {

bool is_tolerated(const check::Judged& judged, const CheckRules& rules) {
    return std::any_of(
        rules.tolerated.begin(), rules.tolerated.end(),
        [&](const std::string& name) { return text::equals_ignoring_case(name, judged.name); });
}

/// What it has left behind must not live as long as we do.
asio::awaitable<void> end_orphans(ProcessTable& table) {
    asio::steady_timer timer{table.context()};
    for (int tries = 0; tries < 500 && table.sweep() > 0; ++tries) {
        timer.expires_after(std::chrono::milliseconds{10});
        co_await timer.async_wait(asio::use_awaitable);
    }
}

}  // namespace

std::optional<Verdict> inspect(const check::Plan& plan, const CheckRules& rules) {
    asio::io_context context{1};
    ProcessTable table{context};
    check::Examination exam{table, plan, check::greet};
    bool interrupted = false, overdue = false;
    asio::signal_set signals{context, SIGINT, SIGTERM};
    signals.async_wait([&](boost::system::error_code error, int) {
        if (error) return;
        interrupted = true;
        exam.interrupt();
    });
    asio::steady_timer timer{context, rules.patience};
    timer.async_wait([&](boost::system::error_code error) {
        if (error) return;
        overdue = true;
        exam.interrupt();
    });

    Verdict verdict{false, rules.digest, utc_now(), {}, {}};
    check::Summary summary;
    int failed = 0;
    std::string first, last = "it was started";
    std::exception_ptr problem;
    const auto tell = [&](const check::Judged& judged) {
        last = fmt::format("'{}'", judged.name);
        if (!judged.verdict.failed()) return;
        verdict.findings += check::text(judged);
        if (is_tolerated(judged, rules)) {
            verdict.findings += "         (tolerated in this league)\n";
        } else {
            if (failed++ == 0) first = judged.name;
        }
    };
    asio::co_spawn(
        context,
        [&]() -> asio::awaitable<void> {
            summary = co_await exam.run(check::ugi_steps(), tell);
            co_await end_orphans(table);
        },
        [&](std::exception_ptr error) {
            problem = error;
            context.stop();
        });
    context.run();
    if (problem) std::rethrow_exception(problem);
    if (interrupted) return {};

    verdict.summary = check::text(summary);
    verdict.passed = !overdue && failed == 0;
    if (failed > 0)
        verdict.summary =
            fmt::format("'{}'{} failed, {} of {} steps passed", first,
                        failed > 1 ? fmt::format(" and {} more", failed - 1) : "", summary.passed,
                        summary.passed + summary.failed + summary.skipped);
    if (overdue) {
        const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(rules.patience);
        verdict.summary = fmt::format("it took longer than {} s", seconds.count());
        verdict.findings +=
            fmt::format("The check was given up after {} s; the last step before that was {}.\n",
                        seconds.count(), last);
    }
    return verdict;
}

}  // namespace sparring::referee::league
