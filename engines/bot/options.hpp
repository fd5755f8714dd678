// The options of an engine: what `ugi` lists and `setoption` sets.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/option.hpp"

namespace sparring::bot {

class OptionTable {
  public:
    /// Takes a canonical value; may refuse it with a reason.
    using OnSet = std::function<std::optional<Error>(const std::string& value)>;

    void add(Option option, OnSet on_set);

    const std::vector<Option>& all() const { return options_; }

    /// Sets an option by its case-insensitive name. The error is worded for `info string error
    /// option`: "Hash: 0 is below 1".
    std::optional<Error> set(std::string_view name, std::string_view value);

  private:
    std::vector<Option> options_;
    std::vector<OnSet> on_set_;
};

}  // namespace sparring::bot
