// Options of one command, read by Boost.ProgramOptions, with the house's error messages.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/expected.hpp"

namespace sparring::tuner {

struct OptionRow {
    std::string_view name;   ///< `workers`; with a short form `set,s`
    std::string_view value;  ///< `N`; empty: a flag; with `...` it may be given again
    std::string_view help;
};

/// Of the option `workers`: as many as a cluster may have.
inline constexpr int kMostWorkers = 65536;

class CommandLine {
  public:
    /// `operands` are what may stand without a name: `FILE`, `DIR...`. The error says what is wrong
    /// with the words. `--help` prints the help and leaves nothing to do: helped().
    static Expected<CommandLine> parse(std::span<const std::string> words, std::string_view usage,
                                       const std::vector<OptionRow>& options, std::size_t least,
                                       std::size_t most);

    bool helped() const { return helped_; }
    bool has(std::string_view name) const;
    std::string text(std::string_view name, std::string_view fallback = "") const;
    std::vector<std::string> texts(std::string_view name) const;
    const std::vector<std::string>& operands() const { return operands_; }

    /// A whole number in a range; the error names the option.
    Expected<int> integer(std::string_view name, int fallback, int least, int most) const;

  private:
    std::vector<std::pair<std::string, std::string>> given_;
    std::vector<std::string> operands_;
    bool helped_ = false;
};

}  // namespace sparring::tuner
