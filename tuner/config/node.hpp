// A configuration as a tree of values that know where they stand in their file.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "protocol/expected.hpp"

namespace sparring::tuner {

struct Node {
    using List = std::vector<Node>;
    using Entries = std::vector<std::pair<std::string, Node>>;  ///< in the file's order

    std::variant<bool, std::int64_t, double, std::string, List, Entries> value{Entries{}};
    std::string where{};  ///< `dab.toml:12`, `--set`

    const Node* find(std::string_view key) const;  ///< null if this is no table, or has none
    Node& operator[](const std::string& key);      ///< makes this a table and the entry
};

/// Where a key stands, and its name, for a message: `dab.toml:12: params.tune`. Where it is not
/// there, the table that it should be in tells.
std::string place(const Node& tree, std::string_view path);

/// The error names file, line and what is wrong.
Expected<Node> parse_toml(std::string_view text, const std::string& file);

/// A text that parse_toml() reads back as the same values.
std::string to_toml(const Node& table);

/// With its quotes, on one line.
std::string toml_string(std::string_view text);

/// `strategy.population=20`: puts the value over what the tree has. The value is TOML, or else a
/// text: `name=x` and `name="x"` are the same.
std::optional<std::string> apply_setting(Node& tree, std::string_view setting);

}  // namespace sparring::tuner
