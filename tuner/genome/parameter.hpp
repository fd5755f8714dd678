// What is tuned: options of an engine, their ranges and how a genome spells them. Pure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/expected.hpp"
#include "protocol/option.hpp"

namespace sparring::tuner {

/// How a genome spells a parameter's value.
enum class Codec : std::uint8_t {
    binary,           ///< unsigned, plain
    gray,             ///< unsigned, neighbours differ in one bit
    twos_complement,  ///< signed; the range's middle is 0
    integer,          ///< a whole: no bits, changed by steps
    real,             ///< the same, and not bound to whole numbers
};

std::string_view word(Codec codec);  ///< `binary`, `gray`, `twos-complement`, ...
std::optional<Codec> parse_codec(std::string_view word);
std::vector<std::string> codec_words();

struct Parameter {
    std::string name;  ///< of the engine's option
    double min = 0, max = 0, start = 0;
    double step = 1;  ///< values are min + k * step; real parameters are printed to it
    Codec codec = Codec::gray;
    int bits = 0;                      ///< of the bit codecs, 1 .. 32
    bool fixed = false;                ///< stays at its start
    std::vector<std::string> words{};  ///< what 0, 1, .. are called: of check and combo options

    bool operator==(const Parameter&) const = default;

    double range() const { return max - min; }
    bool has_bits() const { return codec <= Codec::twos_complement; }

    /// How many values it can take.
    std::uint64_t levels() const;

    /// The nearest value that it can take.
    double snapped(double value) const;

    /// What `setoption` is told: `53`, `-0.25`, `true`, `mtdf`.
    std::string text(double value) const;

    /// The value that such a text names, on the grid and in range.
    Expected<double> value(std::string_view text) const;
};

/// Enough bits for all levels.
int bits_for(const Parameter& parameter);

/// What is wrong with it, if anything is: an empty range, a start outside, too few bits, ...
std::optional<std::string> fault(const Parameter& parameter);

/// The parameter that an engine's option makes; an Error for buttons and free text.
Expected<Parameter> parameter_of(const Option& option);

/// The bit pattern of a value, in the lowest `bits`. Where there are more patterns than values, the
/// patterns are spread over the range: value = min + k (max - min) / (2^bits - 1), on the grid.
/// Precondition of both: parameter.has_bits().
std::uint64_t encode(const Parameter& parameter, double value);
double decode(const Parameter& parameter, std::uint64_t pattern);

/// One value for each parameter of a space, in its order.
using Point = std::vector<double>;

/// The parameters that a strategy moves. Fixed ones are not among them.
class Space {
  public:
    Space() = default;
    explicit Space(std::vector<Parameter> parameters) : parameters_{std::move(parameters)} {}

    std::size_t size() const { return parameters_.size(); }
    const Parameter& operator[](std::size_t i) const { return parameters_[i]; }
    auto begin() const { return parameters_.begin(); }
    auto end() const { return parameters_.end(); }

    Point start() const;
    Point snapped(Point point) const;
    bool contains(const Point& point) const;  ///< in range and on the grid

    /// Of a point's values: 0 at min, 1 at max; and back, on the grid.
    std::vector<double> unit(const Point& point) const;
    Point point(const std::vector<double>& unit) const;

  private:
    std::vector<Parameter> parameters_;
};

}  // namespace sparring::tuner
