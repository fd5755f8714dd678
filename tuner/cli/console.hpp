// What a run prints: a live line on a terminal, else a line for each generation; a table at the
// end.
#pragma once

#include <chrono>
#include <cstdio>
#include <string>

#include "tuner/run/coordinator.hpp"

namespace sparring::tuner {

class Console final : public RunObserver {
  public:
    /// `out`: where people read, standard error where standard output is for events.
    Console(const Experiment& experiment, bool quiet, std::FILE* out = stdout);

    void began(const StoredBatch& batch, const Totals& totals) override;
    void progress(const StoredBatch& batch, std::size_t pairs_done, std::size_t pairs,
                  const Totals& totals) override;
    void ended(const StoredBatch& batch, std::span<const EncounterResult> results,
               const StoredAnswer* answer, const Totals& totals) override;
    void warning(const std::string& text) override;

    /// The answer and the test, as text.
    void conclude();

  private:
    void say(const std::string& text);
    void clear_live_line();
    std::string speed(const Totals& totals) const;
    std::string expected_end(const Totals& totals) const;
    double seconds() const;

    const Experiment& experiment_;
    std::FILE* out_;
    bool quiet_, live_terminal_, live_ = false;
    std::chrono::steady_clock::time_point began_, drawn_{}, said_{};
    int warnings_ = 0;
};

/// `85 s`, `12 min`, `2.5 h`.
std::string rough_time(double seconds);

/// The parameters of a point beside the start, and what the test says of it: lines.
std::string answer_text(const RunStore& store);

/// A test as a table, and how a sequential one ended.
std::string test_text(const RunStore& store, const StoredBatch& batch);

}  // namespace sparring::tuner
