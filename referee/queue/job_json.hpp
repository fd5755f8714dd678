// What the messages of all kinds of jobs are written and read with. For the .cpp files of messages:
// others have no use for a JSON tree.
#pragma once

#include <array>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "protocol/expected.hpp"
#include "referee/play/opening.hpp"
#include "referee/queue/job_side.hpp"

namespace sparring::referee {

struct GameJob;
struct MatchJob;

namespace job_json {

// Not the ordered kind: that one copies all that it holds whenever an object grows.
using Json = nlohmann::json;

inline constexpr int kVersion = 1;

// ---- writing ------------------------------------------------------------------------------------
// A tree of values for each job would cost more than all else that a job needs but its games, so
// messages are written piece by piece.

/// In quotation marks; bytes that are not UTF-8 are replaced.
std::string json_text(std::string_view text);

/// `{"v":1,"type":"match"`
std::string beginning(std::string_view type);

/// `write` writes one item.
template <class Items, class Write>
void write_list(std::string& out, const Items& items, Write write) {
    out += '[';
    for (bool first = true; const auto& item : items) {
        if (!std::exchange(first, false)) out += ',';
        write(item);
    }
    out += ']';
}

void write(std::string& out, const JobSide& side);
void write(std::string& out, const Opening& opening);

/// The result of a job of that type of which nothing was played.
std::string refused_json(std::string_view type, std::string_view why, Refusal refusal);

// ---- reading: what is wrong is thrown -----------------------------------------------------------

/// A message with its type and version, not yet looked into.
struct Message {
    Json json;
    std::string type;
    bool later = false;  ///< of a later version than ours
};
Expected<Message> parse(std::string_view text);

/// Reads a message of that type; whatever is wrong in it is an Error.
template <class Read>
auto parsed(std::string_view text, std::string_view type, Read read)
    -> Expected<decltype(read(Json{}))>;

/// Exactly, or not at all: a text from elsewhere may say 1e300.
template <class T>
T whole(const Json& json) {
    const bool fits = json.is_number_unsigned()  ? std::in_range<T>(json.get<std::uint64_t>())
                      : json.is_number_integer() ? std::in_range<T>(json.get<std::int64_t>())
                                                 : false;
    if (!fits) throw std::invalid_argument{"a whole number is expected"};
    return json.get<T>();
}

template <class T>
std::array<T, 2> two(const Json& json) {
    if (json.size() != 2) throw std::invalid_argument{"two numbers are expected"};
    return {whole<T>(json.at(0)), whole<T>(json.at(1))};
}

JobSide side_of(const Json& json);
Opening opening_of(const Json& json);

MatchJob match_job_of(const Json& json);
GameJob game_job_of(const Json& json);

/// Whether it says that nothing was played; then why.
bool read_refused(const Json& json, std::string& why, Refusal& refusal);

// -------------------------------------------------------------------------------------------------

/// What is wrong with a message of that type.
Error wrong(std::string_view type, std::string_view what);
Error later_version(const Message& message);

template <class Read>
auto parsed(std::string_view text, std::string_view type, Read read)
    -> Expected<decltype(read(Json{}))> {
    const auto message = parse(text);
    if (!message) return wrong(type, message.error());
    if (message->type != type) return wrong(type, "it is of type " + message->type);
    if (message->later) return later_version(*message);
    try {
        return read(message->json);
    } catch (const std::exception& error) {
        return wrong(type, error.what());
    }
}

}  // namespace job_json
}  // namespace sparring::referee
