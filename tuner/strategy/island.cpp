#include "tuner/strategy/island.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace sparring::tuner {
namespace {

/// What a stream of random numbers is for, as a part of its name.
enum Stream : std::uint64_t {
    kGroups = 1,
    kLots,
    kParents,
    kMask,
    kCrossover,
    kMutation,
    kImmigrant
};

}  // namespace

bool better(const Elite& a, const Elite& b) {
    return a.score != b.score ? a.score > b.score : a.candidate.id < b.candidate.id;
}

Migrant migrant_of(const Elite& elite) {
    return {elite.candidate.id, elite.candidate.point, elite.share, elite.pairs};
}

Elite elite_of(const Migrant& migrant) {
    // Wins minus losses, as group_score().
    const double score = std::round((2 * migrant.share - 1) * 2 * migrant.pairs);
    return {{migrant.id, migrant.point}, score, migrant.share, migrant.pairs};
}

Island::Island(const Archipelago& all, int number, std::span<const Point> points)
    : all_{all}, number_{number} {
    for (std::size_t i = 0; i < points.size(); ++i)
        population_.push_back({number * all_.settings.population + static_cast<Id>(i), points[i]});
}

const std::vector<Group>& Island::draw_groups(int generation) {
    Random random = stream(generation, kGroups, static_cast<std::uint64_t>(number_));
    groups_ = random_groups(all_.size(), static_cast<std::size_t>(all_.settings.group), random);
    return groups_;
}

void Island::select(int generation, std::span<const Tally> tallies) {
    const IslandsSettings& settings = all_.settings;
    const int games = 2 * settings.pairs * (settings.group - 1);
    std::vector<double> scores;
    for (const Tally& tally : tallies) scores.push_back(group_score(tally, games));
    spread_ = spread_of(scores);
    elites_.clear();
    Random lots = stream(generation, kLots, static_cast<std::uint64_t>(number_));
    for (const Group& group : groups_) {
        const Group order = standing(group, scores, tallies, lots);
        for (std::size_t i = 0; i < static_cast<std::size_t>(settings.winners); ++i) {
            const Tally& tally = tallies[order[i]];
            elites_.push_back(
                {population_[order[i]], scores[order[i]], tally.share(), tally.games() / 2});
        }
    }
}

std::vector<Migrant> Island::best() const {
    std::vector<Elite> order = elites_;
    std::stable_sort(order.begin(), order.end(), better);
    std::vector<Migrant> best;
    for (std::size_t i = 0; i < static_cast<std::size_t>(all_.settings.migrants); ++i)
        best.push_back(migrant_of(order[i]));
    return best;
}

void Island::breed(int generation, std::span<const Migrant> arrivals, double immigrants) {
    rates_ = {};
    population_.clear();
    for (const Elite& elite : elites_) population_.push_back(elite.candidate);
    std::size_t newcomers = 0;
    for (const Migrant& arrival : arrivals)
        population_.push_back(
            {newcomer(generation, newcomers++), arrival.point, {arrival.id, kNobody}, generation});
    std::vector<std::size_t> mothers(elites_.size());
    std::iota(mothers.begin(), mothers.end(), std::size_t{0});
    Random random = stream(generation, kParents, static_cast<std::uint64_t>(number_));
    random.shuffle(mothers);
    for (std::size_t i = 0; population_.size() < all_.size(); ++i) {
        const std::size_t mother = mothers[i % mothers.size()];
        const std::size_t father =
            mothers.size() < 2 ? mother
                               : (mother + 1 + random.below(mothers.size() - 1)) % mothers.size();
        const std::uint64_t individual = static_cast<std::uint64_t>(number_) * all_.size() + i;
        const Id id = newcomer(generation, newcomers++);
        Random immigrant = stream(generation, kImmigrant, individual);
        if (immigrant.chance(immigrants)) {
            population_.push_back(
                {id, random_point(all_.space, immigrant), {kNobody, kNobody}, generation});
        } else {
            population_.push_back({id,
                                   child(generation, elites_[mother], elites_[father], individual),
                                   {elites_[mother].candidate.id, elites_[father].candidate.id},
                                   generation});
        }
    }
}

/// Streams are numbered through all islands: `individual` is an island or one of all its children.
Random Island::stream(int generation, std::uint64_t what, std::uint64_t individual) const {
    return {all_.seed, {static_cast<std::uint64_t>(generation) + 1, individual, what}};
}

/// The id of a generation's newcomer, as if all islands were made by one: those who have moved to
/// each island, then the children of each. Where fewer have moved, children take their numbers.
Id Island::newcomer(int generation, std::size_t number) const {
    const IslandsSettings& settings = all_.settings;
    const Id islands = settings.islands, places = settings.population - settings.elites();
    const Id moved = settings.crosses(generation) ? settings.arrivals() : 0;
    const Id first = islands * settings.population + (generation - 1) * islands * places;
    const auto n = static_cast<Id>(number);
    return n < moved ? first + number_ * moved + n
                     : first + islands * moved + number_ * (places - moved) + n - moved;
}

Point Island::child(int generation, const Elite& mother, const Elite& father,
                    std::uint64_t individual) {
    const IslandsSettings& settings = all_.settings;
    const Space& space = all_.space;
    Random masking = stream(generation, kMask, individual),
           crossing = stream(generation, kCrossover, individual),
           mutating = stream(generation, kMutation, individual);
    std::vector<bool> mask;
    if (settings.mask)
        for (std::size_t i = 0; i < space.size(); ++i) mask.push_back(masking.chance(0.5));
    const double p_c = settings.rates.crossover(std::max(mother.score, father.score), spread_);
    // A child has not played yet: its parents' mean stands for its fitness.
    const double p_m = settings.rates.mutation((mother.score + father.score) / 2, spread_);
    rates_.crossover += p_c;
    rates_.mutation += p_m;
    ++rates_.children;
    auto children = cross(space, settings.crossover, mother.candidate.point, father.candidate.point,
                          std::vector<double>(space.size(), p_c), mask, crossing);
    return mutated(space, settings.mutation, std::move(children.first),
                   std::vector<double>(space.size(), p_m), settings.step, mask, mutating);
}

}  // namespace sparring::tuner
