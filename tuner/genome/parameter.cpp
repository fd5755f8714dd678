#include "tuner/genome/parameter.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <utility>

#include "protocol/text.hpp"

namespace sparring::tuner {
namespace {

constexpr std::array<std::pair<Codec, std::string_view>, 5> kCodecs{{
    {Codec::binary, "binary"},
    {Codec::gray, "gray"},
    {Codec::twos_complement, "twos-complement"},
    {Codec::integer, "integer"},
    {Codec::real, "real"},
}};

std::uint64_t patterns(const Parameter& parameter) {
    return std::uint64_t{1} << parameter.bits;
}

/// Decimals that tell two values a step apart.
int decimals(double step) {
    int digits = 0;
    for (double scaled = step;
         digits < 9 && std::abs(scaled - std::round(scaled)) > 1e-9 * std::abs(scaled);
         scaled *= 10)
        ++digits;
    return digits;
}

}  // namespace

std::string_view word(Codec codec) {
    return kCodecs[static_cast<std::size_t>(codec)].second;
}

std::optional<Codec> parse_codec(std::string_view word) {
    for (const auto& [codec, name] : kCodecs)
        if (name == word) return codec;
    return {};
}

std::vector<std::string> codec_words() {
    std::vector<std::string> words;
    for (const auto& row : kCodecs) words.emplace_back(row.second);
    return words;
}

std::uint64_t Parameter::levels() const {
    return static_cast<std::uint64_t>(std::floor(range() / step + 1e-9)) + 1;
}

double Parameter::snapped(double value) const {
    if (!(value > min)) return min;  // not a number goes there, too
    const double last = static_cast<double>(levels() - 1);
    return min + step * std::min(std::round((value - min) / step), last);
}

std::string Parameter::text(double value) const {
    if (!words.empty()) return words[static_cast<std::size_t>(value)];
    std::string text = fmt::format("{:.{}f}", value, std::max(decimals(step), decimals(min)));
    if (text.find_first_not_of("-0.") == text.npos && text.front() == '-') text.erase(0, 1);
    return text;
}

Expected<double> Parameter::value(std::string_view text) const {
    for (std::size_t i = 0; i < words.size(); ++i)
        if (text::equals_ignoring_case(words[i], text)) return static_cast<double>(i);
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const std::string shown = text::printable(text);
    if (!words.empty() || error != std::errc{} || end != text.data() + text.size())
        return Error{fmt::format("{}: '{}' is not {}", name, shown,
                                 words.empty() ? "a number" : "one of its values")};
    if (!(value >= min && value <= max))
        return Error{
            fmt::format("{}: {} is outside {}..{}", name, shown, this->text(min), this->text(max))};
    if (std::abs(snapped(value) - value) > 1e-6 * step)
        return Error{fmt::format("{}: {} is not {} plus a multiple of {}", name, shown,
                                 this->text(min), step)};
    return snapped(value);
}

int bits_for(const Parameter& parameter) {
    int bits = 1;
    while (bits < 32 && (std::uint64_t{1} << bits) < parameter.levels()) ++bits;
    return bits;
}

std::optional<std::string> fault(const Parameter& parameter) {
    const auto wrong = [&](const std::string& what) {
        return std::optional{fmt::format("parameter {}: {}", parameter.name, what)};
    };
    if (!std::isfinite(parameter.min) || !std::isfinite(parameter.max) ||
        !(parameter.min < parameter.max))
        return wrong(fmt::format("its range {}..{} is empty", parameter.min, parameter.max));
    if (!(parameter.step > 0) || parameter.step > parameter.range())
        return wrong(fmt::format("its step {} does not fit its range {}..{}", parameter.step,
                                 parameter.min, parameter.max));
    if (parameter.range() / parameter.step > 4294967295.0)
        return wrong("it has more than 2^32 values; give it a larger step");
    if (!(parameter.start >= parameter.min && parameter.start <= parameter.max))
        return wrong(fmt::format("its default {} is outside {}..{}", parameter.start, parameter.min,
                                 parameter.max));
    if (parameter.has_bits() && (parameter.bits < bits_for(parameter) || parameter.bits > 32))
        return wrong(fmt::format("{} bits; its {} values need {}, and 32 are the most",
                                 parameter.bits, parameter.levels(), bits_for(parameter)));
    return {};
}

Expected<Parameter> parameter_of(const Option& option) {
    Parameter parameter{.name = option.name};
    switch (option.type) {
        case Option::Type::spin: {
            parameter.min = static_cast<double>(option.min);
            parameter.max = static_cast<double>(option.max);
            const auto start = text::number<std::int64_t>(option.default_value);
            parameter.start = start ? static_cast<double>(*start) : parameter.min;
            break;
        }
        case Option::Type::check:
            parameter.words = {"false", "true"};
            break;
        case Option::Type::combo:
            parameter.words = option.vars;
            break;
        default:
            return Error{fmt::format("option {} is {}, which cannot be tuned", option.name,
                                     option.type == Option::Type::button ? "a button" : "a text")};
    }
    if (!parameter.words.empty()) {
        parameter.max = static_cast<double>(parameter.words.size() - 1);
        for (std::size_t i = 0; i < parameter.words.size(); ++i)
            if (text::equals_ignoring_case(parameter.words[i], option.default_value))
                parameter.start = static_cast<double>(i);
    }
    parameter.bits = parameter.min < parameter.max ? bits_for(parameter) : 1;
    return parameter;
}

std::uint64_t encode(const Parameter& parameter, double value) {
    const double last = static_cast<double>(patterns(parameter) - 1);
    const double share = (value - parameter.min) / parameter.range();
    const auto k = static_cast<std::uint64_t>(std::round(std::clamp(share, 0.0, 1.0) * last));
    switch (parameter.codec) {
        case Codec::gray:
            return k ^ (k >> 1);
        case Codec::twos_complement:
            return (k - patterns(parameter) / 2) & (patterns(parameter) - 1);
        default:
            return k;
    }
}

double decode(const Parameter& parameter, std::uint64_t pattern) {
    std::uint64_t k = pattern & (patterns(parameter) - 1);
    if (parameter.codec == Codec::gray) {
        for (int shift = 1; shift < 64; shift *= 2) k ^= k >> shift;
    } else if (parameter.codec == Codec::twos_complement) {
        k = (k + patterns(parameter) / 2) & (patterns(parameter) - 1);
    }
    const double last = static_cast<double>(patterns(parameter) - 1);
    return parameter.snapped(parameter.min + static_cast<double>(k) * parameter.range() / last);
}

Point Space::start() const {
    Point point;
    for (const Parameter& parameter : parameters_)
        point.push_back(parameter.snapped(parameter.start));
    return point;
}

Point Space::snapped(Point point) const {
    for (std::size_t i = 0; i < point.size(); ++i) point[i] = parameters_[i].snapped(point[i]);
    return point;
}

bool Space::contains(const Point& point) const {
    return point.size() == size() && snapped(point) == point;
}

std::vector<double> Space::unit(const Point& point) const {
    std::vector<double> unit(size());
    for (std::size_t i = 0; i < size(); ++i)
        unit[i] = (point[i] - parameters_[i].min) / parameters_[i].range();
    return unit;
}

Point Space::point(const std::vector<double>& unit) const {
    Point point(size());
    for (std::size_t i = 0; i < size(); ++i)
        point[i] = parameters_[i].snapped(parameters_[i].min + unit[i] * parameters_[i].range());
    return point;
}

}  // namespace sparring::tuner
