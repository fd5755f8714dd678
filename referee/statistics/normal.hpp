// The standard normal distribution, as far as statistics of matches need it. Pure.
#pragma once

namespace sparring::referee {

/// Its 97.5 % quantile: half the width of a 95 % interval in standard errors.
inline constexpr double kZ95 = 1.959963984540054;

/// The chance of a value below `x`.
double normal_distribution(double x);

/// The logarithm of that, exact also where the chance itself is too small for a double.
double log_normal_distribution(double x);

}  // namespace sparring::referee
