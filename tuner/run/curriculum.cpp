#include "tuner/run/curriculum.hpp"

namespace sparring::tuner {

StageView Curriculum::enter(int generation) {
    const bool last = index_ + 1 == static_cast<int>(stages_.size());
    const bool over = stage().until > 0 && generation >= stage().until;
    if (!last && (over || advances_)) ++index_;
    advances_ = false;
    const bool begins = entered_ != index_;
    entered_ = index_;
    return {index_, begins, stage().immigrants};
}

void Curriculum::told(double share) {
    advances_ = stage().advance && share > *stage().advance;
}

}  // namespace sparring::tuner
