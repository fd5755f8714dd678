#include "referee/play/reason.hpp"

#include <array>

namespace sparring::referee {
namespace {

constexpr std::array<std::string_view, kReasons> kWords{
    "normal",  "illegal",  "time",      "crash",       "stalled", "flood",
    "garbage", "no-start", "max-moves", "adjudicated", "void"};

}  // namespace

std::string_view word(Reason reason) {
    return kWords[static_cast<std::size_t>(reason)];
}

std::optional<Reason> parse_reason(std::string_view text) {
    for (std::size_t i = 0; i < kReasons; ++i) {
        if (kWords[i] == text) return static_cast<Reason>(i);
    }
    return {};
}

bool is_fault(Reason reason) {
    return reason >= Reason::illegal && reason <= Reason::no_start;
}

}  // namespace sparring::referee
