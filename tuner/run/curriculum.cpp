#include "tuner/run/curriculum.hpp"

namespace sparring::tuner {

StageView Curriculum::enter(int generation) {
    if (generation != generation_ || entered_ < 0) {
        const bool last = index_ + 1 == static_cast<int>(stages_.size());
        const bool over = stage().until > 0 && generation >= stage().until;
        const bool good = stage().advance && games_ > 0 && points_ / games_ > *stage().advance;
        if (!last && (over || good)) ++index_;
        generation_ = generation;
        points_ = games_ = 0;
    }
    const bool begins = entered_ != index_;
    entered_ = index_;
    return {index_, begins, stage().immigrants};
}

void Curriculum::told(double points, double games) {
    points_ += points;
    games_ += games;
}

}  // namespace sparring::tuner
