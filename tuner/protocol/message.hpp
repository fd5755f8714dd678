// What all messages of tune/1 have in common: an object with `v` and `type`. Pure.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "tuner/genome/parameter.hpp"
#include "tuner/protocol/fields.hpp"
#include "tuner/protocol/refusal.hpp"

namespace sparring::tuner {

struct Message {
    Json json;
    std::string type;
};

/// Checks what all messages have in common.
std::variant<Refusal, Message> parse_message(std::string_view line);

/// `{"v":1,"type":..}`, to be filled.
Json message_of(std::string_view type);

/// A `bad_message` about the fields of a message, with its id.
Refusal bad_message(const Message& message, const std::string& text);

/// An `unknown_type` that says which types there are: `hello, ask, tell`.
Refusal unknown_type(const Message& message, std::string_view types);

/// As `hello` lists it.
Json json_of(const Parameter& parameter);

/// A point as an object of names and values.
Json json_of(const Space& space, const Point& point);

}  // namespace sparring::tuner
