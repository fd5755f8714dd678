// UCI's option grammar (all five types): an engine's `option` lines and the values `setoption` may
// give them. Source: the UCI description, "option" and "setoption".
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/expected.hpp"

namespace sparring {

struct Option {
    enum class Type { check, spin, combo, button, string };

    std::string name;  ///< case-insensitive, may hold single blanks
    Type type = Type::string;
    std::string default_value;      ///< check: "true"/"false"; spin: a number; button: empty
    std::int64_t min = 0, max = 0;  ///< spin only, inclusive
    std::vector<std::string> vars;  ///< combo only

    static Option check(std::string name, bool value);
    static Option spin(std::string name, std::int64_t value, std::int64_t min, std::int64_t max);
    static Option combo(std::string name, std::string value, std::vector<std::string> vars);
    static Option button(std::string name);
    static Option text(std::string name, std::string value);

    bool operator==(const Option&) const = default;
};

/// `option name Hash type spin default 64 min 1 max 65536`; the empty string is written `<empty>`.
std::string to_text(const Option& option);

/// Reads such a line (with or without the leading word `option`). Unknown words are skipped.
Expected<Option> parse_option(std::string_view line);

/// The canonical spelling of `value` for this option (a combo's own case, `true`/`false`, the
/// number without leading zeros), or why it is refused: "0 is below 1".
Expected<std::string> accept_value(const Option& option, std::string_view value);

}  // namespace sparring
