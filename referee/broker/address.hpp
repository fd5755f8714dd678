// Where a broker is and who we are there, as users say it: a URL, or a file that keeps the password
// out of the command line. `referee broker conf` writes such files.
//
//     url = "tls://lab-server:4222"        # or a list
//     user = "worker"
//     password = "..."
//     certificates = "ca.pem"              # whom to trust; beside the file
//     replicas = 1                         # of what is stored, in a cluster (referee broker init)
#pragma once

#include <string>
#include <string_view>

#include "protocol/expected.hpp"
#include "referee/broker/connection.hpp"

namespace sparring::referee::broker {

/// `nats://host:4222`, `tls://user:password@host:4222`, several with commas between, or the path of
/// a file. The error names file, key or URL and what would be right.
Expected<Address> read_address(const std::string& words);

/// The file's text; `folder` is what relative paths in it begin at.
Expected<Address> parse_address(std::string_view toml, const std::string& file,
                                const std::string& folder);

}  // namespace sparring::referee::broker
