// What the system refused, as an exception.
#pragma once

#include <cerrno>
#include <system_error>

namespace sparring::referee {

/// Throws std::system_error with errno and the name of the call that failed.
[[noreturn]] inline void refuse(const char* call) {
    throw std::system_error{errno, std::generic_category(), call};
}

}  // namespace sparring::referee
