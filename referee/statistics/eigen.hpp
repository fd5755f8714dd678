// Eigen, which whoever needs linear algebra includes through here.
#pragma once

// GCC 12 takes the deliberately undefined registers in its own AVX-512 header for mistakes (GCC bug
// 105593), where that is inlined: so to the end of the file that includes this.
#if defined(__GNUC__) && !defined(__clang__) && __GNUC__ < 13
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif

#include <Eigen/Dense>
