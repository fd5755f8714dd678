#include "referee/check/examination.hpp"

#include <fmt/format.h>

namespace sparring::referee::check {

namespace asio = boost::asio;

asio::awaitable<std::optional<Verdict>> Examination::restart() {
    co_await session.end();
    if (auto problem = session.start())
        co_return Verdict{Verdict::Kind::fail, {}, {}, {*problem}, "a program that starts"};
    co_return co_await greeting_(*this);
}

asio::awaitable<Verdict> Examination::judge(const Step& step) {
    if (lost_) co_return Verdict::skip("not reached: " + *lost_);
    if ((step.needs & Step::rules) && !plan.rules)
        co_return Verdict::skip("needs the rules of the game");
    if ((step.needs & Step::running) && !session.running()) {
        if (auto failure = co_await restart()) {
            lost_ = "it did not start again";
            failure->right += " when it is started again";
            co_return *std::move(failure);
        }
    }
    session.begin();
    co_return co_await step.run(*this, step.detail);
}

asio::awaitable<Summary> Examination::run(std::span<const Step> steps,
                                          const std::function<void(const Judged&)>& tell) {
    Summary summary;
    int number = 0;
    for (const Step& step : steps) {
        auto verdict = co_await judge(step);
        if (interrupted_) break;
        const Judged judged{++number, std::string{step.name}, std::move(verdict)};
        switch (judged.verdict.kind) {
            case Verdict::Kind::pass:
                ++summary.passed;
                break;
            case Verdict::Kind::skip:
                ++summary.skipped;
                break;
            case Verdict::Kind::fail:
                ++summary.failed;
                // Whatever state it is in now is no fault of the next step.
                co_await session.end();
                if (step.needs & Step::essential) {
                    lost_ = fmt::format("it failed '{}'", step.name);
                    summary.started = false;
                }
                break;
        }
        tell(judged);
    }
    co_await session.end();
    summary.misconfigured = misconfigured;
    summary.interrupted = interrupted_;
    co_return summary;
}

void Examination::interrupt() {
    interrupted_ = true;
    session.interrupt();
}

}  // namespace sparring::referee::check
