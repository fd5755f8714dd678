// Botzone (botzone.org.cn), both sides of it, as values and text. Sources: the platform's pages
// about bots; ailab-pku/botzone-local, bot.py and its judges. A move is a row of whole numbers
// (`2 3`, `0 2 1 3 1 6`), which is how it is written here; in JSON it is an object.
//
// An engine is told the whole game in each turn and ends after its answer, unless it asks to be
// kept: then it is told only what is new. Every function is total.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sparring::botzone {

/// An engine says this after its answer to be kept running.
inline constexpr std::string_view kKeepRunning = ">>>BOTZONE_REQUEST_KEEP_RUNNING<<<";

/// How the platform writes, and is answered.
enum class Form { simple, json };

// ---- platform to engine -----------------------------------------------------------------------

/// A whole game: requests and responses in turn, the first of either side to move is a request.
/// Moves that cannot be read are empty.
struct History {
    std::vector<std::string> requests, responses;
};

/// `n` and 2n-1 lines, in which requests and responses take turns.
std::string simple_text(const History& history);

/// `{"requests":[..],"responses":[..],..}`; nothing if it is no such thing.
std::optional<History> parse_json_history(std::string_view line);

/// A lone number, with which a history in the simple form begins.
std::optional<std::int64_t> parse_turn_number(std::string_view line);

/// A request alone: numbers, an object of numbers, or either in `{"request":..}`, also as a JSON
/// text. Nothing if it is none of these.
std::optional<std::string> parse_move(std::string_view line);

/// Only -1: a pass, and as the first request that the engine begins.
bool is_none(std::string_view move);
/// As many -1 as the move has numbers.
std::string none_like(std::string_view move);

// ---- engine to platform -----------------------------------------------------------------------

struct Response {
    std::string move;
    std::string debug;  ///< for people; one line
};

/// One line or two.
std::string to_text(const Response& response, Form form);

/// The line with the answer; nothing if there is none in it.
std::optional<std::string> parse_response(std::string_view line);

}  // namespace sparring::botzone
