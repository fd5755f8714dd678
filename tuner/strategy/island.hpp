// One population of strategy `islands`: its groups, who lives on, and their children. Pure.
//
// All random numbers are drawn from streams that seed, island and generation name, and ids follow
// from the same: an island does not notice whether the others are in its process.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "tuner/genome/random.hpp"
#include "tuner/strategy/groups.hpp"
#include "tuner/strategy/islands_settings.hpp"
#include "tuner/strategy/strategy.hpp"

namespace sparring::tuner {

/// What all islands have in common.
struct Archipelago {
    IslandsSettings settings;
    Space space;
    std::uint64_t seed = 0;

    std::size_t size() const { return static_cast<std::size_t>(settings.population); }
};

/// A group's winner, with the score and the share of points that made it one.
struct Elite {
    Candidate candidate;
    double score = 0, share = 0.5;
    int pairs = 0;
};

/// Of equals the one who has lived longer has shown more.
bool better(const Elite& a, const Elite& b);

/// As other islands see it, and back; they know neither parents nor birth.
Migrant migrant_of(const Elite& elite);
Elite elite_of(const Migrant& migrant);

class Island {
  public:
    /// `all` outlives it. `number` from 0, `points` are its first members'.
    Island(const Archipelago& all, int number, std::span<const Point> points);

    int number() const { return number_; }
    const std::vector<Candidate>& population() const { return population_; }
    const std::vector<Elite>& elites() const { return elites_; }  ///< group by group

    /// Draws the groups of a generation.
    const std::vector<Group>& draw_groups(int generation);

    /// The best of each group, when its games have been played.
    void select(int generation, std::span<const Tally> tallies);

    /// The best of them all, so many as move.
    std::vector<Migrant> best() const;

    /// The next population, generation `generation`: elites stay, copies of those who arrive and
    /// children take the places of the worse; a child is random by the chance `immigrants`.
    void breed(int generation, std::span<const Migrant> arrivals, double immigrants);

    /// Sums over the children bred last.
    struct Rates {
        double crossover = 0, mutation = 0;
        int children = 0;
    };
    const Rates& rates() const { return rates_; }

  private:
    Random stream(int generation, std::uint64_t what, std::uint64_t individual) const;
    Id newcomer(int generation, std::size_t number) const;
    Point child(int generation, const Elite& mother, const Elite& father, std::uint64_t individual);

    const Archipelago& all_;
    int number_;
    std::vector<Candidate> population_;
    std::vector<Group> groups_;
    std::vector<Elite> elites_;  // of the generation played last
    FitnessSpread spread_;
    Rates rates_;
};

}  // namespace sparring::tuner
