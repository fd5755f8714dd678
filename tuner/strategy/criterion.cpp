#include "tuner/strategy/criterion.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace sparring::tuner {
namespace {

double per_game(double sum, int games) {
    return games > 0 ? sum / games : 0;
}

std::pair<double, double> key(Criterion criterion, const Tally& tally) {
    if (tally.games() == 0) return {-1, 0};
    if (criterion == Criterion::sum) return {tally.share(), 0};
    const int first = tally.first_wins + tally.first_draws + tally.first_losses;
    const double worse_hand = std::min(per_game(tally.first_wins, first),
                                       per_game(tally.second_wins, tally.games() - first));
    return {worse_hand, per_game(tally.draws(), tally.games())};
}

}  // namespace

std::vector<std::string> criterion_words() {
    return {"sum", "min"};
}

std::vector<std::size_t> ranking(Criterion criterion, std::span<const Tally> tallies) {
    std::vector<std::size_t> order(tallies.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return key(criterion, tallies[a]) > key(criterion, tallies[b]);
    });
    return order;
}

}  // namespace sparring::tuner
