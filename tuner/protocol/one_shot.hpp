// Evaluations for tools that start a program for each: what they append to its command line, and
// what they want to read. Pure.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/expected.hpp"
#include "tuner/protocol/evaluator_messages.hpp"

namespace sparring::tuner {

enum class OnceFormat : std::uint8_t {
    irace,  ///< CONFIGURATION INSTANCE-ID SEED INSTANCE --NAME VALUE ..; prints the cost
    smac,   ///< --instance=I --seed=S --NAME=VALUE ..; prints cost=..; runtime=..; status=..
    json,   ///< NAME=VALUE ..; prints the result's message
    value,  ///< the same; prints the cost
};

std::vector<std::string> once_formats();

struct OnceRequest {
    Assignment params;
    std::string seed, instance;  ///< any texts: equal ones choose the same openings

    bool operator==(const OnceRequest&) const = default;
};

/// The error says which word is wrong.
Expected<OnceRequest> parse_once(OnceFormat format, std::span<const std::string> words);

/// Draws the openings: a hash of both texts, below 2^53.
std::uint64_t seed_of(const OnceRequest& request);

/// Cost is 1 - score. Without line end.
std::string once_text(OnceFormat format, const EvalResult& result);

}  // namespace sparring::tuner
