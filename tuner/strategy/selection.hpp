// Who becomes a parent. Pure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tuner/genome/random.hpp"

namespace sparring::tuner {

enum class Selection : std::uint8_t {
    roulette,    ///< with a probability in proportion to the fitness (S2)
    tournament,  ///< the fittest of a few who are drawn with equal chances
};

std::string_view word(Selection selection);  ///< `roulette`, `tournament`
std::optional<Selection> parse_selection(std::string_view word);
std::vector<std::string> selection_words();

/// Draws individuals, with replacement, by their fitness.
class Selector {
  public:
    /// Fitness that is negative or no number counts as 0; where nobody has any, all have equal
    /// chances on the roulette. `size` is a tournament's, at least 1. Precondition: somebody is
    /// there.
    Selector(Selection how, std::span<const double> fitness, int size = 2);

    std::size_t draw(Random& random) const;  ///< index into the fitness

  private:
    Selection how_;
    int size_;
    std::vector<double> fitness_;
    std::vector<double> sums_;  // of the fitness of all up to here
};

}  // namespace sparring::tuner
