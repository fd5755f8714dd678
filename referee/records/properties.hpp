// What GGF and SGF have in common: `(;NAME[value]NAME[value];NAME[value])`.
#pragma once

#include <functional>
#include <optional>
#include <string_view>

#include "referee/records/game_record.hpp"

namespace sparring::referee {

struct Property {
    std::string_view name, value;  ///< without blanks around the value
    int line;
};

/// Takes what a property says into the game; what is wrong with it, if anything is.
using PropertyReader = std::function<std::optional<std::string>(GameRecord&, const Property&)>;

/// All games of a text, each begun as a copy of `model`. Between them there may be numbers.
Collection read_properties(std::string_view text, const GameRecord& model,
                           const PropertyReader& read);

}  // namespace sparring::referee
