#include "tuner/cli/evaluator.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <limits>

#include "protocol/text.hpp"

namespace sparring::tuner {

namespace asio = boost::asio;
using namespace std::chrono_literals;

namespace {

/// Games that the details of remembered results may have in all.
constexpr std::size_t kRememberedGames = 1'000'000;

}  // namespace

Evaluator::Evaluator(asio::io_context& context, Experiment& experiment, EvaluatorListener listener)
    : context_{context},
      experiment_{experiment},
      listener_{std::move(listener)},
      table_{context},
      // The window is what limits it.
      queue_{context, {.capacity = std::numeric_limits<std::size_t>::max()}},
      worker_{table_,
              queue_,
              experiment.configuration.engines,
              {experiment.configuration.processors()}},
      window_{2 * static_cast<std::size_t>(experiment.configuration.processors())},
      worker_end_{context} {}

EvaluatorHello Evaluator::hello() const {
    const Configuration& configuration = experiment_.configuration;
    EvaluatorHello hello{SPARRING_VERSION, configuration.processors(),
                         games::full_name(configuration.choice)};
    hello.deterministic = referee::deterministic(configuration.limits) &&
                          std::all_of(configuration.opponents.begin(),
                                      configuration.opponents.end(), [](const Opponent& opponent) {
                                          return opponent.role == Role::test ||
                                                 referee::deterministic(opponent.limits);
                                      });
    hello.space = experiment_.space();
    hello.opponents = opponents_of(experiment_);
    hello.train = experiment_.openings_of(Role::train).size();
    hello.validation = experiment_.openings_of(Role::validation).size();
    return hello;
}

std::optional<Refusal> Evaluator::take(EvalRequest request) {
    const std::string id = request.id;
    const auto in_use = [&] {
        return Refusal{"id_in_use", "this id stands for another request", id};
    };
    if (const auto known = remembered_.find(id); known != remembered_.end()) {
        if (!(known->second.request == request)) return in_use();
        EvalResult result = known->second.result;
        result.cached = true;
        listener_.result(result);
        return {};
    }
    const auto active = active_.find(id);
    if (active != active_.end() && !(active->second.evaluation->request() == request))
        return in_use();
    if (outstanding_ >= window_)
        return Refusal{"too_many",
                       fmt::format("{} requests are outstanding, which is the most", outstanding_),
                       id};
    if (active != active_.end()) {
        ++active->second.repeats;
        ++outstanding_;
        return {};
    }
    auto planned = plan_of(experiment_, request);
    if (auto* refusal = std::get_if<Refusal>(&planned)) return std::move(*refusal);
    ++outstanding_;
    const std::string name = std::to_string(++next_);
    Active added{
        .evaluation = nullptr, .deadline = nullptr, .began = std::chrono::steady_clock::now()};
    if (request.deadline_s > 0) {
        added.deadline = std::make_unique<asio::steady_timer>(
            context_, std::chrono::duration_cast<std::chrono::milliseconds>(
                          std::chrono::duration<double>{request.deadline_s}));
        added.deadline->async_wait([this, id, name](boost::system::error_code cancelled) {
            if (!cancelled) expire(id, name);
        });
    }
    added.evaluation = std::make_unique<Evaluation>(experiment_, cache_, std::move(request),
                                                    std::get<EvalPlan>(std::move(planned)), name);
    Evaluation& evaluation = *added.evaluation;
    active_.emplace(id, std::move(added));
    ids_.emplace(name, id);
    queue_.submit(evaluation.begin());
    advance(id);
    return {};
}

std::optional<Refusal> Evaluator::cancel(const std::string& id) {
    const auto found = active_.find(id);
    if (found == active_.end())
        return Refusal{"unknown_id", "no request of this id is under way", id};
    EvalResult result = found->second.evaluation->result();
    result.status = EvalResult::Status::cancelled;
    result.reason.clear();
    finish(id, std::move(result));
    return {};
}

void Evaluator::expire(const std::string& id, const std::string& name) {
    const auto found = active_.find(id);
    if (found == active_.end() || found->second.evaluation->name() != name) return;
    EvalResult result = found->second.evaluation->result();
    result.status = EvalResult::Status::failed;
    result.reason = "deadline";
    finish(id, std::move(result));
}

asio::awaitable<void> Evaluator::run() {
    asio::co_spawn(context_, worker_.run(), [this](std::exception_ptr error) {
        error_ = error;
        worker_ended_ = true;
        worker_end_.give();
        stop();
    });
    while (!stopping_)
        for (const referee::JobResult& result : co_await queue_.results(500ms)) take(result);
    while (!worker_ended_) co_await worker_end_.wait();
    if (error_) std::rethrow_exception(error_);
}

void Evaluator::stop() {
    stopping_ = true;
    for (auto& [id, active] : active_) active.deadline.reset();
    queue_.interrupt();
    worker_.interrupt();
}

void Evaluator::take(const referee::JobResult& result) {
    queue_.confirm(result.id);
    queue_.forget(result.id);
    const auto found = ids_.find(result.id.substr(0, result.id.find('.')));
    if (found == ids_.end()) return;
    const std::string id = found->second;
    queue_.submit(active_.at(id).evaluation->take(result));
    advance(id);
}

/// Makes known how far a request is.
void Evaluator::advance(const std::string& id) {
    Active& active = active_.at(id);
    const Evaluation& evaluation = *active.evaluation;
    if (evaluation.over()) return finish(id, evaluation.result());
    const int every = evaluation.request().progress_every;
    if (every == 0 || evaluation.settled() < active.told + every) return;
    active.told = evaluation.settled() - evaluation.settled() % every;
    listener_.progress(id, evaluation.settled(), evaluation.result().score());
}

void Evaluator::finish(const std::string& id, EvalResult result) {
    auto node = active_.extract(id);
    Active& active = node.mapped();
    for (const std::string& job : active.evaluation->missing()) queue_.forget(job);
    ids_.erase(active.evaluation->name());
    result.wall_ms = std::chrono::duration_cast<std::chrono::milliseconds>(
                         std::chrono::steady_clock::now() - active.began)
                         .count();
    outstanding_ -= 1 + static_cast<std::size_t>(active.repeats);
    // What failed or was cancelled may be asked for again.
    if (result.status == EvalResult::Status::ok) remember(active.evaluation->request(), result);
    listener_.result(result);
    result.cached = true;
    for (int i = 0; i < active.repeats; ++i) listener_.result(result);
}

void Evaluator::remember(EvalRequest request, const EvalResult& result) {
    const std::string id = result.id;
    remembered_games_ += result.detail.size();
    remembered_.emplace(id, Remembered{std::move(request), result});
    order_.push_back(id);
    while (order_.size() > kRemembered || remembered_games_ > kRememberedGames) {
        const auto oldest = remembered_.find(order_.front());
        remembered_games_ -= oldest->second.result.detail.size();
        remembered_.erase(oldest);
        order_.pop_front();
    }
}

}  // namespace sparring::tuner
