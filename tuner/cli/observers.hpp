// Several observers of one run, told in their order.
#pragma once

#include <vector>

#include "tuner/run/batch_player.hpp"

namespace sparring::tuner {

class Observers final : public RunObserver {
  public:
    /// They outlive it.
    explicit Observers(std::vector<RunObserver*> observers) : observers_{std::move(observers)} {}

    void began(const StoredBatch& batch, const Totals& totals) override {
        for (RunObserver* observer : observers_) observer->began(batch, totals);
    }
    void progress(const StoredBatch& batch, std::size_t pairs_done, std::size_t pairs,
                  const Totals& totals) override {
        for (RunObserver* observer : observers_)
            observer->progress(batch, pairs_done, pairs, totals);
    }
    void ended(const StoredBatch& batch, std::span<const EncounterResult> results,
               const StoredAnswer* answer, const Totals& totals) override {
        for (RunObserver* observer : observers_) observer->ended(batch, results, answer, totals);
    }
    void warning(const std::string& text) override {
        for (RunObserver* observer : observers_) observer->warning(text);
    }

  private:
    std::vector<RunObserver*> observers_;
};

}  // namespace sparring::tuner
