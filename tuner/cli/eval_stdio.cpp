#include <unistd.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/signal_set.hpp>
#include <csignal>

#include "tuner/cli/commands.hpp"
#include "tuner/cli/eval.hpp"
#include "tuner/cli/evaluator.hpp"
#include "tuner/cli/line_pipe.hpp"

namespace sparring::tuner {
namespace {

namespace asio = boost::asio;

class Conversation {
  public:
    explicit Conversation(Experiment& experiment)
        : pipe_{context_, STDIN_FILENO, STDOUT_FILENO, kLongestMessage},
          evaluator_{context_,
                     experiment,
                     {[this](const EvalResult& result) {
                          pipe_.write(to_json(result));
                          answered_.give();
                      },
                      [this](const std::string& id, std::int64_t pairs, double score) {
                          pipe_.write(progress_message(id, pairs, score));
                      }}},
          signals_{context_, SIGINT, SIGTERM},
          answered_{context_} {}

    int run() {
        signals_.async_wait([this](boost::system::error_code cancelled, int) {
            if (cancelled) return;
            status_ = kInterrupted;
            pipe_.abandon();
            evaluator_.stop();
        });
        pipe_.write(to_json(evaluator_.hello()));
        spawn(serve());
        spawn(play());
        spawn(write());
        context_.run();
        if (error_) std::rethrow_exception(error_);
        return status_;
    }

  private:
    void spawn(asio::awaitable<void> work) {
        asio::co_spawn(context_, std::move(work), [this](std::exception_ptr error) {
            if (!error || error_) return;
            error_ = error;
            evaluator_.stop();
            pipe_.close();
            signals_.cancel();
        });
    }

    asio::awaitable<void> serve() {
        while (const auto line = co_await pipe_.next()) {
            // A file does not wait for answers, so it is read as they come.
            while (pipe_.reads_file() && evaluator_.outstanding() >= evaluator_.window() &&
                   !pipe_.broken())
                co_await answered_.wait();
            if (!take(*line)) break;
        }
        pipe_.stop_reading();
        while (evaluator_.outstanding() > 0 && !pipe_.broken() && status_ == kDone)
            co_await answered_.wait();
        evaluator_.stop();
    }

    asio::awaitable<void> play() {
        co_await evaluator_.run();
        if (status_ == kDone) pipe_.write(bye_message());
        pipe_.close();
        signals_.cancel();
        answered_.give();
    }

    asio::awaitable<void> write() {
        co_await pipe_.run();
        // Nobody is there to be told anything.
        if (pipe_.broken()) {
            pipe_.stop_reading();
            evaluator_.stop();
            answered_.give();
        }
    }

    /// False: no other line is wanted.
    bool take(const Line& line) {
        if (line.too_long) {
            pipe_.write(to_json(too_long()));
            return true;
        }
        if (line.text.find_first_not_of(" \t") == line.text.npos) return true;
        EvaluatorRequest request = parse_evaluator_request(line.text);
        if (std::holds_alternative<Shutdown>(request)) return false;
        std::optional<Refusal> refusal;
        if (auto* bad = std::get_if<Refusal>(&request)) refusal = std::move(*bad);
        if (auto* eval = std::get_if<EvalRequest>(&request))
            refusal = evaluator_.take(std::move(*eval));
        if (const auto* cancel = std::get_if<CancelRequest>(&request))
            refusal = evaluator_.cancel(cancel->id);
        if (refusal) pipe_.write(to_json(*refusal));
        return true;
    }

    asio::io_context context_{1};
    LinePipe pipe_;
    Evaluator evaluator_;
    asio::signal_set signals_;
    referee::Notice answered_;  // a result has come, or nobody waits for one
    int status_ = kDone;
    std::exception_ptr error_;
};

}  // namespace

int eval_stdio(Experiment& experiment) {
    return Conversation{experiment}.run();
}

}  // namespace sparring::tuner
