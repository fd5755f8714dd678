// Which stage a generation is in. Pure.
#pragma once

#include <span>
#include <vector>

#include "tuner/config/configuration.hpp"
#include "tuner/strategy/strategy.hpp"

namespace sparring::tuner {

class Curriculum {
  public:
    explicit Curriculum(std::span<const Stage> stages) : stages_{stages.begin(), stages.end()} {}

    /// For a batch of that generation (from 0). Stages follow one another, none is left out.
    StageView enter(int generation);

    /// Of a batch of the generation that was entered last: games against opponents, and the points
    /// in them. A stage's `advance` is for the whole generation.
    void told(double points, double games);

    const Stage& stage() const { return stages_[static_cast<std::size_t>(index_)]; }
    int index() const { return index_; }

  private:
    std::vector<Stage> stages_;
    int index_ = 0;
    int entered_ = -1;               // stage of the last batch
    int generation_ = 0;             // of the last batch
    double points_ = 0, games_ = 0;  // of that generation
};

}  // namespace sparring::tuner
