#include "tuner/cli/workplace.hpp"

#include <fmt/format.h>

#include <random>

#include "referee/archive/sha256.hpp"
#include "referee/play/notice.hpp"
#include "referee/play/process_table.hpp"
#include "referee/queue/broker_queue.hpp"
#include "referee/queue/local_queue.hpp"
#include "referee/queue/worker.hpp"

namespace sparring::tuner {

namespace asio = boost::asio;

namespace {

class Here final : public Workplace {
  public:
    Here(asio::io_context& context, Experiment& experiment)
        : table_{context},
          queue_{context},
          worker_{table_,
                  queue_,
                  experiment.configuration.engines,
                  {experiment.configuration.processors()}} {}

    referee::JobQueue& queue() override { return queue_; }
    asio::awaitable<void> run() override { return worker_.run(); }
    void stop() override { worker_.stop(); }
    void interrupt() override { worker_.interrupt(); }

  private:
    referee::ProcessTable table_;
    referee::LocalQueue queue_;
    referee::Worker worker_;
};

/// What workers have, they finish: a run that goes on finds it.
class Elsewhere final : public Workplace {
  public:
    Elsewhere(asio::io_context& context, std::shared_ptr<referee::JobQueue> queue)
        : queue_{std::move(queue)}, over_{context} {}

    referee::JobQueue& queue() override { return *queue_; }
    asio::awaitable<void> run() override {
        while (!interrupted_) co_await over_.wait();
    }
    void stop() override { interrupt(); }
    void interrupt() override {
        interrupted_ = true;
        over_.give();
    }

  private:
    std::shared_ptr<referee::JobQueue> queue_;
    referee::Notice over_;
    bool interrupted_ = false;
};

/// The name under which a broker knows the run: drawn when it first needs one, kept for good.
std::string name_of(RunStore& store) {
    constexpr const char* kEvent = "queue";
    for (const StoredEvent& event : store.events())
        if (event.kind == kEvent) return event.text;
    std::random_device random;
    const std::string name = fmt::format("r{:08x}{:08x}", random(), random());
    store.add(kEvent, name);
    return name;
}

}  // namespace

Expected<std::unique_ptr<Workplace>> open_workplace(asio::io_context& context,
                                                    Experiment& experiment, RunStore& store,
                                                    RunObserver& observer,
                                                    const std::string& broker) {
    if (broker.empty()) return std::unique_ptr<Workplace>{new Here{context, experiment}};
    const auto address = referee::broker::read_address(broker);
    if (!address) return Error{"--broker: " + address.error()};
    for (const auto& [name, entry] : experiment.configuration.engines.entries()) {
        if (entry.carry != referee::Carry::setoption)
            return Error{fmt::format(
                "--broker: engine {}: workers give options by setoption only, not by '{}'", name,
                referee::word(entry.carry))};
        auto sent = experiment.configuration.engines.sent({name, {}, {}});
        if (!sent) return Error{"--broker: " + sent.error()};
        experiment.elsewhere.emplace(name, *std::move(sent));
    }
    referee::NatsQueueSettings settings;
    settings.owner = name_of(store);
    settings.on_warning = [&observer](const std::string& text) { observer.warning(text); };
    auto queue = referee::open_broker_queue(context, *address, std::move(settings));
    if (!queue) return Error{"--broker: " + queue.error()};
    return std::unique_ptr<Workplace>{new Elsewhere{context, *std::move(queue)}};
}

}  // namespace sparring::tuner
