// Plays what somebody else's optimiser asks for: requests in, results out, in any order. The
// engines are the parallelism; all else runs on one loop.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <deque>
#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "referee/play/notice.hpp"
#include "referee/play/process_table.hpp"
#include "referee/queue/local_queue.hpp"
#include "referee/queue/worker.hpp"
#include "tuner/run/evaluation.hpp"

namespace sparring::tuner {

/// Told of what comes of requests, on the loop's thread.
struct EvaluatorListener {
    std::function<void(const EvalResult&)> result;
    std::function<void(const std::string& id, std::int64_t pairs, double score)> progress;
};

class Evaluator {
  public:
    /// Results that are remembered, to be given again when an id comes again.
    static constexpr std::size_t kRemembered = 100'000;

    /// The references outlive it.
    Evaluator(boost::asio::io_context& context, Experiment& experiment, EvaluatorListener listener);

    EvaluatorHello hello() const;

    /// Each request that is not refused is answered by one result.
    std::optional<Refusal> take(EvalRequest request);
    std::optional<Refusal> cancel(const std::string& id);

    std::size_t outstanding() const { return outstanding_; }  ///< requests without an answer
    std::size_t window() const { return window_; }            ///< so many may be outstanding

    /// Plays until stop(). When it returns, no process of an engine is left.
    boost::asio::awaitable<void> run();

    /// Ends at once; what is outstanding gets no answer.
    void stop();

  private:
    struct Active {
        std::unique_ptr<Evaluation> evaluation;
        std::unique_ptr<boost::asio::steady_timer> deadline;
        std::chrono::steady_clock::time_point began;
        int repeats = 0;        ///< of the request, while it was under way
        std::int64_t told = 0;  ///< pairs of which progress has been made known
    };
    struct Remembered {
        EvalRequest request;
        EvalResult result;
    };

    void take(const referee::JobResult& result);
    void advance(const std::string& id);
    void finish(const std::string& id, EvalResult result);
    void expire(const std::string& id, const std::string& name);
    void remember(EvalRequest request, const EvalResult& result);

    boost::asio::io_context& context_;
    Experiment& experiment_;
    EvaluatorListener listener_;
    referee::ProcessTable table_;
    referee::LocalQueue queue_;
    referee::Worker worker_;
    std::size_t window_;
    std::size_t outstanding_ = 0;
    std::uint64_t next_ = 0;
    GameCache cache_;
    std::map<std::string, Active> active_;          // by id
    std::map<std::string, std::string> ids_;        // by the evaluations' names
    std::map<std::string, Remembered> remembered_;  // by id
    std::deque<std::string> order_;                 // of remembered_, oldest first
    std::size_t remembered_games_ = 0;              // in details
    bool stopping_ = false, worker_ended_ = false;
    referee::Notice worker_end_;
    std::exception_ptr error_;
};

}  // namespace sparring::tuner
