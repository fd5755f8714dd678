#include "tuner/strategy/selection.hpp"

#include <algorithm>
#include <cmath>

namespace sparring::tuner {

std::string_view word(Selection selection) {
    return selection == Selection::roulette ? "roulette" : "tournament";
}

std::optional<Selection> parse_selection(std::string_view word) {
    for (const Selection selection : {Selection::roulette, Selection::tournament})
        if (tuner::word(selection) == word) return selection;
    return {};
}

std::vector<std::string> selection_words() {
    return {"roulette", "tournament"};
}

Selector::Selector(Selection how, std::span<const double> fitness, int size)
    : how_{how}, size_{size}, fitness_(fitness.begin(), fitness.end()) {
    double sum = 0;
    for (double& each : fitness_) {
        if (!std::isfinite(each) || each < 0) each = 0;
        sums_.push_back(sum += each);
    }
}

std::size_t Selector::draw(Random& random) const {
    const auto anybody = [&] { return static_cast<std::size_t>(random.below(fitness_.size())); };
    if (how_ == Selection::tournament) {
        std::size_t best = anybody();
        for (int i = 1; i < size_; ++i) {
            const std::size_t other = anybody();
            if (fitness_[other] > fitness_[best]) best = other;
        }
        return best;
    }
    const double sum = sums_.back();
    if (!(sum > 0) || !std::isfinite(sum)) return anybody();
    const auto hit = std::upper_bound(sums_.begin(), sums_.end(), random.uniform() * sum);
    // The product can be rounded up to the sum, which is the last one's who has a share.
    const auto last = std::lower_bound(sums_.begin(), sums_.end(), sum);
    return static_cast<std::size_t>(std::min(hit, last) - sums_.begin());
}

}  // namespace sparring::tuner
