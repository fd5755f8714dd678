// GTP, the Go Text Protocol version 2, as used for Othello, both sides of it, as values and text.
// Moves are opaque strings here. Sources: GTP version 2 draft 2; Edax's gtp.c and Egaroucid's
// gtp_command.hpp for what controllers of Othello engines send and read; GoGui's `gogui-rules_*`.
//
// Every function is total: any bytes give a value, never an exception.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/expected.hpp"
#include "protocol/limits.hpp"

namespace sparring::gtp {

/// `[id] name arguments`
struct Command {
    std::optional<std::int64_t> id;
    std::string name;
    std::vector<std::string> arguments;
};

/// Nothing for an empty line or a comment (`# ..`). Tabs are blanks, control characters are
/// dropped.
std::optional<Command> parse_command(std::string_view line);
std::string to_text(const Command& command);

struct Response {
    bool ok = true;
    std::optional<std::int64_t> id;
    std::string text;  ///< may be several lines, without line end
};

/// The response's lines and the empty line that ends it, without the last line end.
std::string to_text(const Response& response);

/// Puts responses together out of an engine's lines. Lines that belong to none are dropped, and
/// what is longer than any response, is cut.
class ResponseReader {
  public:
    /// The response that this line completes, if it does.
    std::optional<Response> take(std::string_view line);

  private:
    static constexpr std::size_t kLongest = 1 << 16;

    std::optional<Response> open_;
};

// ---- time ----

/// `time_settings main byo_time byo_stones`, in seconds: after the main time, so many moves in each
/// period. Byo-yomi time without stones means no limits at all.
struct TimeSettings {
    std::int64_t main_s = 0, period_s = 0;
    int stones = 0;
};
Expected<TimeSettings> parse_time_settings(const std::vector<std::string>& arguments);

/// `time_left colour seconds stones`: stones 0 = main time.
struct TimeLeft {
    bool black = true;
    std::int64_t seconds = 0;
    int stones = 0;
};
Expected<TimeLeft> parse_time_left(const std::vector<std::string>& arguments);

/// Black from `b`, `black`, White from `w`, `white`, any case.
std::optional<bool> parse_is_black(std::string_view colour);

}  // namespace sparring::gtp
