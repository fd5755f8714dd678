#include "tuner/strategy/operators.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

namespace sparring::tuner {
namespace {

constexpr std::array<std::pair<Crossover, std::string_view>, 5> kCrossovers{{
    {Crossover::parameter_bits, "parameter-bits"},
    {Crossover::uniform_bits, "uniform-bits"},
    {Crossover::uniform_parameters, "uniform-parameters"},
    {Crossover::whole_parameters, "whole-parameters"},
    {Crossover::single_point, "single-point"},
}};
constexpr std::array<std::pair<Mutation, std::string_view>, 3> kMutations{{
    {Mutation::bits, "bits"},
    {Mutation::parameters, "parameters"},
    {Mutation::steps, "steps"},
}};

template <class Table>
auto parsed(const Table& table, std::string_view word) {
    using Value = decltype(table[0].first);
    for (const auto& [value, name] : table)
        if (name == word) return std::optional<std::remove_cv_t<Value>>{value};
    return std::optional<std::remove_cv_t<Value>>{};
}

template <class Table>
std::vector<std::string> words_of(const Table& table) {
    std::vector<std::string> words;
    for (const auto& row : table) words.emplace_back(row.second);
    return words;
}

bool taken(const std::vector<bool>& mask, std::size_t i) {
    return mask.empty() || mask[i];
}

/// Exchanges the bits of `exchanged` between two values.
void exchange(const Parameter& parameter, double& a, double& b, std::uint64_t exchanged) {
    const std::uint64_t x = encode(parameter, a), y = encode(parameter, b);
    const std::uint64_t difference = (x ^ y) & exchanged;
    if (difference == 0) return;  // also keeps values that several patterns name
    a = decode(parameter, x ^ difference);
    b = decode(parameter, y ^ difference);
}

std::uint64_t lowest(int bits) {
    return (std::uint64_t{1} << bits) - 1;
}

/// A cut through the row of all bits; parameters without bits count as one.
void cut_once(const Space& space, Point& a, Point& b, Random& random) {
    int length = 0;
    for (const Parameter& parameter : space) length += parameter.has_bits() ? parameter.bits : 1;
    if (length < 2) return;
    int cut = 1 + static_cast<int>(random.below(static_cast<std::uint64_t>(length - 1)));
    for (std::size_t i = 0; i < space.size(); ++i) {
        const Parameter& parameter = space[i];
        const int bits = parameter.has_bits() ? parameter.bits : 1;
        if (cut >= bits) {
            cut -= bits;
            continue;
        }
        if (cut == 0) {
            std::swap(a[i], b[i]);
        } else {
            exchange(parameter, a[i], b[i], lowest(bits - cut));
            cut = 0;
        }
    }
}

void cross_one(const Parameter& parameter, Crossover how, double& a, double& b, double rate,
               Random& random) {
    if (how == Crossover::uniform_parameters) {
        if (random.chance(0.5)) std::swap(a, b);
    } else if (how == Crossover::uniform_bits && parameter.has_bits()) {
        exchange(parameter, a, b, random.next() & lowest(parameter.bits));
    } else if (how == Crossover::uniform_bits) {
        if (random.chance(0.5)) std::swap(a, b);
    } else if (random.chance(rate)) {
        if (how == Crossover::parameter_bits && parameter.has_bits() && parameter.bits > 1) {
            const auto places = static_cast<std::uint64_t>(parameter.bits - 1);
            exchange(parameter, a, b, lowest(1 + static_cast<int>(random.below(places))));
        } else {
            std::swap(a, b);
        }
    }
}

double stepped(const Parameter& parameter, double value, double step, Random& random) {
    const double width = std::max(step * parameter.range(), parameter.step);
    double moved = parameter.snapped(value + width * random.normal());
    // A step that was rounded away is one level to a side that there is.
    if (moved == value) {
        const bool up = value <= parameter.min ||
                        (parameter.snapped(value + parameter.step) != value && random.chance(0.5));
        moved = parameter.snapped(value + (up ? parameter.step : -parameter.step));
    }
    return moved;
}

double mutated_one(const Parameter& parameter, Mutation how, double value, double rate, double step,
                   Random& random) {
    if (how == Mutation::steps || !parameter.has_bits())
        return random.chance(rate) ? stepped(parameter, value, step, random) : value;
    std::uint64_t flips = 0;
    if (how == Mutation::bits) {
        for (int bit = 0; bit < parameter.bits; ++bit)
            if (random.chance(rate)) flips |= std::uint64_t{1} << bit;
    } else if (random.chance(rate)) {
        flips = std::uint64_t{1} << random.below(static_cast<std::uint64_t>(parameter.bits));
    }
    return flips == 0 ? value : decode(parameter, encode(parameter, value) ^ flips);
}

}  // namespace

std::string_view word(Crossover crossover) {
    return kCrossovers[static_cast<std::size_t>(crossover)].second;
}
std::optional<Crossover> parse_crossover(std::string_view word) {
    return parsed(kCrossovers, word);
}
std::vector<std::string> crossover_words() {
    return words_of(kCrossovers);
}

std::string_view word(Mutation mutation) {
    return kMutations[static_cast<std::size_t>(mutation)].second;
}
std::optional<Mutation> parse_mutation(std::string_view word) {
    return parsed(kMutations, word);
}
std::vector<std::string> mutation_words() {
    return words_of(kMutations);
}

Children cross(const Space& space, Crossover how, const Point& mother, const Point& father,
               const std::vector<double>& rates, const std::vector<bool>& mask, Random& random) {
    Children children{mother, father};
    auto& [a, b] = children;
    if (how == Crossover::single_point) {
        double rate = 0;
        for (const double each : rates) rate += each / static_cast<double>(rates.size());
        if (random.chance(rate)) cut_once(space, a, b, random);
        for (std::size_t i = 0; i < space.size(); ++i) {
            if (taken(mask, i)) continue;
            a[i] = mother[i];
            b[i] = father[i];
        }
        return children;
    }
    for (std::size_t i = 0; i < space.size(); ++i)
        if (taken(mask, i)) cross_one(space[i], how, a[i], b[i], rates[i], random);
    return children;
}

Point mutated(const Space& space, Mutation how, Point point, const std::vector<double>& rates,
              double step, const std::vector<bool>& mask, Random& random) {
    for (std::size_t i = 0; i < space.size(); ++i)
        if (taken(mask, i)) point[i] = mutated_one(space[i], how, point[i], rates[i], step, random);
    return point;
}

double random_value(const Parameter& parameter, Random& random) {
    return parameter.min + static_cast<double>(random.below(parameter.levels())) * parameter.step;
}

Point random_point(const Space& space, Random& random) {
    Point point;
    for (const Parameter& parameter : space) point.push_back(random_value(parameter, random));
    return space.snapped(std::move(point));
}

Point random_near(const Space& space, const Point& centre, double spread, Random& random) {
    Point point = centre;
    for (std::size_t i = 0; i < space.size(); ++i)
        point[i] += spread * space[i].range() * random.normal();
    return space.snapped(std::move(point));
}

double diversity(const Space& space, const std::vector<Point>& points) {
    double sum = 0;
    for (std::size_t i = 0; i < points.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            double distance = 0, length = 0;
            for (std::size_t k = 0; k < space.size(); ++k) {
                const Parameter& parameter = space[k];
                if (parameter.has_bits()) {
                    distance += std::popcount(encode(parameter, points[i][k]) ^
                                              encode(parameter, points[j][k]));
                    length += parameter.bits;
                } else {
                    distance += std::abs(points[i][k] - points[j][k]) / parameter.range();
                    length += 1;
                }
            }
            sum += distance / length;
        }
    }
    const auto n = static_cast<double>(points.size());
    return points.size() < 2 ? 0 : sum / (n * (n - 1) / 2);
}

}  // namespace sparring::tuner
