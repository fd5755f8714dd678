// What is answered to a message that cannot be served, and to both roles of tune/1.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace sparring::tuner {

inline constexpr int kTuneVersion = 1;

/// The longest line of tune/1, without its line end.
inline constexpr std::size_t kLongestMessage = 1024 * 1024;

/// An `error` message. docs/tune-protocol.md lists the codes.
struct Refusal {
    std::string code, text;
    std::string id{};  ///< of the request, if it could be read

    bool operator==(const Refusal&) const = default;
};

/// The driving side's first message, if it sends one.
struct Greeting {
    bool operator==(const Greeting&) const = default;
};

std::string to_json(const Refusal& refusal);

/// For a line of more than kLongestMessage bytes.
Refusal too_long();

}  // namespace sparring::tuner
