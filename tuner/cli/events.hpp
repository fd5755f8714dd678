// What happens in a run as JSON lines, for scripts. docs/tuner-events.md has the fields.
#pragma once

#include <chrono>
#include <functional>
#include <string>

#include "tuner/run/batch_player.hpp"

namespace sparring::tuner {

class Events final : public RunObserver {
  public:
    /// `write` gets one line for each event, without its end. The experiment outlives this.
    Events(const Experiment& experiment, std::function<void(const std::string&)> write);

    /// Before all others; `known` batches have ended in earlier processes.
    void run(const std::string& file, std::size_t known);
    void began(const StoredBatch& batch, const Totals& totals) override;
    void progress(const StoredBatch& batch, std::size_t pairs_done, std::size_t pairs,
                  const Totals& totals) override;
    void ended(const StoredBatch& batch, std::span<const EncounterResult> results,
               const StoredAnswer* answer, const Totals& totals) override;
    void warning(const std::string& text) override;
    /// After all others.
    void end(const RunEnd& end);

  private:
    const Experiment& experiment_;
    std::function<void(const std::string&)> write_;
    std::chrono::steady_clock::time_point told_{};
    Totals totals_{};
};

}  // namespace sparring::tuner
