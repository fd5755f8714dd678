// The options of a match: one row each, read by the command line, by configuration files, by the
// help text and by what is written into an archive.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "referee/cli/arguments.hpp"
#include "referee/cli/configuration.hpp"

namespace sparring::referee {

/// What is wrong with the words of an option, if anything is.
using Problem = std::optional<std::string>;

struct OptionRow {
    enum class Shape {
        flag,    ///< no words
        scalar,  ///< one value
        group,   ///< key=value words and bare words; given again, keys are added or replaced
        engine,  ///< a group that may be given several times, told apart by name=
    };
    enum class Scope {
        play,     ///< decides what is played: part of what an archive is
        present,  ///< how it is run and shown: may change from one resumption to the next
    };

    std::string_view name, words, help;
    Shape shape;
    Scope scope;
    std::size_t least, most;                                    ///< words after it
    std::function<Problem(Configuration&, const Words&)> read;  ///< not for -engine, -each, -config
};

const std::vector<OptionRow>& option_table();

/// The row of that name; the error says which name is near.
Expected<const OptionRow*> find_option(const Argument& argument);

/// Puts later arguments over earlier ones: scalars are replaced, groups are merged key by key, an
/// engine is merged with the earlier one that has the same name=, or added. The result is in the
/// table's order and has each option once, engines excepted. The error names an option that is not
/// known.
Expected<std::vector<Argument>> merged(const std::vector<Argument>& arguments);

}  // namespace sparring::referee
