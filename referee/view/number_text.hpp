// Numbers for reading, the same in every locale: a minus sign (U+2212), groups of three with narrow
// blanks (U+202F) from five digits on. What is not finite is an en dash.
#pragma once

#include <string>

namespace sparring::referee {

/// With so many decimals: 0.50, 12 345, −3.
std::string number_text(double value, int decimals = 0);

/// The same with a plus before what is above zero as it is shown.
std::string signed_number(double value, int decimals = 0);

/// At most so many significant digits, no zeros behind the point; M and G for millions and
/// billions, powers of ten outside 1e-4 .. 1e13: 0.613, 1 234, 12.5M, 3e−7.
std::string short_number(double value, int digits = 4);

}  // namespace sparring::referee
