// Genetic operators on points. Each draws from the stream that it is given and never leaves the
// range. Operators on bits treat integer and real parameters, which have none, as wholes. Pure.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "tuner/genome/parameter.hpp"
#include "tuner/genome/random.hpp"

namespace sparring::tuner {

using Children = std::pair<Point, Point>;

/// How two parents make two children.
enum class Crossover : std::uint8_t {
    parameter_bits,      ///< one cut inside every parameter, each with the probability (S1, S2)
    uniform_bits,        ///< every bit from either parent (S4)
    uniform_parameters,  ///< every parameter from either parent (S3)
    whole_parameters,    ///< parameters are exchanged whole, each with the probability (S5)
    single_point,        ///< one cut through the row of all parameters' bits, with the probability
};

std::string_view word(Crossover crossover);  ///< `parameter-bits`, ...
std::optional<Crossover> parse_crossover(std::string_view word);
std::vector<std::string> crossover_words();

/// `rates` has a probability for each parameter; single_point takes their mean. Parameters that
/// `mask` leaves out (if it is not empty) stay with their parent.
Children cross(const Space& space, Crossover how, const Point& mother, const Point& father,
               const std::vector<double>& rates, const std::vector<bool>& mask, Random& random);

/// How a point is changed.
enum class Mutation : std::uint8_t {
    bits,        ///< every bit is flipped with the probability (S4, S5)
    parameters,  ///< one bit of every parameter with the probability (S1's text)
    steps,       ///< every parameter moves by a normal step with the probability
};

std::string_view word(Mutation mutation);  ///< `bits`, `parameters`, `steps`
std::optional<Mutation> parse_mutation(std::string_view word);
std::vector<std::string> mutation_words();

/// `rates` has a probability for each parameter, `step` is the standard deviation of a step as a
/// share of the range (never less than one level). `mask` as in cross().
Point mutated(const Space& space, Mutation how, Point point, const std::vector<double>& rates,
              double step, const std::vector<bool>& mask, Random& random);

/// Anywhere in the space.
Point random_point(const Space& space, Random& random);

/// Of the parameter's levels any, each as probable as the others.
double random_value(const Parameter& parameter, Random& random);

/// Around a point: normal, with a standard deviation of `spread` of the range.
Point random_near(const Space& space, const Point& centre, double spread, Random& random);

/// Mean Hamming distance of two points' bits as a share of all bits; of parameters without bits,
/// their distance as a share of the range. 0 = all alike.
double diversity(const Space& space, const std::vector<Point>& points);

}  // namespace sparring::tuner
