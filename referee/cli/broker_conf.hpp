// `referee broker conf`: a folder with all that a broker of one's own is configured by.
#pragma once

#include <span>
#include <string>

namespace sparring::referee {

/// The words after `conf`. Returns the exit status.
int broker_conf(std::span<const std::string> words);

/// One line of the help.
inline constexpr const char* kBrokerConfUsage =
    "broker conf DIR -host NAME[,NAME...] [-port 4222] [-cluster 3|5]";

}  // namespace sparring::referee
