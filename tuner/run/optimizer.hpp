// A run whose games are played elsewhere: hands out what the strategy wants to know, writes down
// what is told before it counts, and tells the strategy. Resuming is the same, with the first
// batches already known.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <variant>

#include "protocol/expected.hpp"
#include "tuner/protocol/optimizer_messages.hpp"
#include "tuner/run/candidate_book.hpp"
#include "tuner/run/curriculum.hpp"
#include "tuner/run/experiment.hpp"
#include "tuner/store/run_store.hpp"

namespace sparring::tuner {

class Optimizer {
  public:
    using Instant = CandidateBook::Instant;

    /// Takes up what the store knows. The references outlive it. The error: the file is not what
    /// its configuration leads to.
    static Expected<std::unique_ptr<Optimizer>> make(const Experiment& experiment, RunStore& store,
                                                     std::chrono::seconds lease);

    Hand ask(const AskRequest& request, Instant now);

    // What is wrong with the request, or the reply. When they return, what was told is in the
    // store. They throw what the store throws.
    using Reply = std::variant<Refusal, ToldReply>;
    Reply tell(const TellRequest& request);
    Reply fail(const FailRequest& request);

    /// Nothing, if the lease is renewed.
    std::optional<Refusal> keep(const KeepRequest& request, Instant now);

    Answer answer() const { return strategy_->answer(); }
    int generation() const { return strategy_->generation(); }
    std::int64_t games() const { return games_; }  ///< that were asked for and are settled
    std::int64_t told() const { return told_; }    ///< items that are settled
    bool resumed() const { return resumed_; }

    /// Names of the opponents that candidates are to meet.
    std::vector<std::string> opponents() const;

  private:
    Optimizer(const Experiment& experiment, RunStore& store, std::chrono::seconds lease);

    std::optional<std::string> restore();
    std::variant<Refusal, int> place_of(const std::string& cid, const std::string& id) const;
    Reply settle_once(const std::string& cid, const std::string& id,
                      const std::function<Reply(int encounter)>& handle);
    void settle(int encounter, EncounterResult result, const std::string& reason);
    bool next_batch();
    void conclude();
    void go_on();
    void write_answer();
    bool budget_is_over() const;
    ToldReply reply(const std::string& cid, const std::string& id) const;

    const Experiment& experiment_;
    RunStore& store_;
    CandidateBook::Terms terms_;
    std::unique_ptr<Strategy> strategy_;
    Curriculum curriculum_;
    StoredBatch batch_;
    CandidateBook book_;
    int batches_ = 0;  ///< begun
    int generations_ = 0;
    std::int64_t games_ = 0, told_ = 0;
    bool closed_ = false, done_ = false, resumed_ = false;
};

}  // namespace sparring::tuner
