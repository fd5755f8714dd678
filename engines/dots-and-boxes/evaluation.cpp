#include "engines/dots-and-boxes/evaluation.hpp"

#include <fmt/format.h>

#include "engines/dots-and-boxes/chains.hpp"

namespace sparring::dots_and_boxes {

std::array<int, kElements> count_elements(const Position& position) {
    const Chains chains{position};
    const Boxes open = position.freedom_one();
    const int double_crosses =
        std::popcount(position.joined_right() & open & open >> 1) +
        std::popcount(position.joined_down() & open & open >> position.board().columns);
    return {chains.long_count(), chains.short_count(), double_crosses,
            std::popcount(position.freedom_three()), std::popcount(position.freedom_four())};
}

const std::vector<Parameter>& Evaluation::parameters() {
    static const std::vector<Parameter> all = [] {
        std::vector<Parameter> list;
        for (std::size_t i = 1; i <= kElements; ++i) {
            list.push_back({fmt::format("A{}1", i), 0, kLargestWeight});
            list.push_back({fmt::format("A{}2", i), 0, kLargestWeight});
        }
        list.push_back({"LiteralParity", 0, 1, Parameter::Kind::toggle});
        return list;
    }();
    return all;
}

const std::vector<WeightSet>& Evaluation::weight_sets() {
    static const std::vector<WeightSet> sets{
        {"hand", {4, 0, 0, 0, 0, 0, 0, 0, 8, 0, 0}},
        {"table1", {53, 7, 27, 19, 12, 15, 11, 9, 5, 8, 0}},  // the paper's Table 1, generation 300
        {"flat", {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}},
    };
    return sets;
}

void Evaluation::set(std::span<const int> values) {
    for (std::size_t i = 0; i < kElements; ++i) {
        weights_[i][1] = values[2 * i];
        weights_[i][0] = values[2 * i + 1];
    }
    literal_parity_ = values[2 * kElements] != 0;
}

std::array<bool, kElements> Evaluation::parities(const Position& position,
                                                 const std::array<int, kElements>& counts) const {
    std::array<bool, kElements> odd;
    for (std::size_t i = 0; i < kElements; ++i) odd[i] = counts[i] % 2 != 0;
    if (!literal_parity_) odd[0] = (position.board().dots() + counts[0]) % 2 == 0;
    return odd;
}

Value Evaluation::evaluate(const Position& position) const {
    const auto odd = parities(position, count_elements(position));
    Value first = 0;
    for (std::size_t i = 0; i < kElements; ++i) first += weights_[i][odd[i] ? 1 : 0];
    return kBox * position.banked() + (position.side_to_move() == Side::first ? first : -first);
}

std::vector<Term> Evaluation::explain(const Position& position) const {
    constexpr std::array<const char*, kElements> names{"Long chains", "Short chains",
                                                       "Double-crosses", "Freedom 3", "Freedom 4"};
    const auto counts = count_elements(position);
    const auto odd = parities(position, counts);
    const int sign = position.side_to_move() == Side::first ? 1 : -1;
    std::vector<Term> terms;
    for (std::size_t i = 0; i < kElements; ++i) {
        terms.push_back({names[i], static_cast<double>(counts[i]),
                         static_cast<double>(sign * weights_[i][odd[i] ? 1 : 0])});
    }
    terms.push_back({"Boxes made", static_cast<double>(position.banked()),
                     static_cast<double>(kBox * position.banked())});
    return terms;
}

}  // namespace sparring::dots_and_boxes
