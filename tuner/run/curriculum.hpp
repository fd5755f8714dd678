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

    /// The mean share of points of a generation against its opponents.
    void told(double share);

    const Stage& stage() const { return stages_[static_cast<std::size_t>(index_)]; }
    int index() const { return index_; }

  private:
    std::vector<Stage> stages_;
    int index_ = 0;
    int entered_ = -1;       // stage of the last batch
    bool advances_ = false;  // the last generation was good enough
};

}  // namespace sparring::tuner
