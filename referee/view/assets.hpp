// The files of referee/view/page, embedded in the program.
#pragma once

#include <span>
#include <string_view>

namespace sparring::referee {

struct Asset {
    std::string_view name;  ///< without folder
    std::string_view content;
};

std::span<const Asset> assets();

/// Precondition: there is a file of that name.
std::string_view asset(std::string_view name);

}  // namespace sparring::referee
