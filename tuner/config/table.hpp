// Reads a table of a configuration key by key. What is wrong is remembered, the first mistake
// counts; keys that nobody asked for are mistakes, too.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tuner/config/node.hpp"

namespace sparring::tuner {

/// A key that a reader has asked for: what it counts as where it is not there, and what may stand
/// there.
struct AskedKey {
    std::string name;
    std::string usual{};    ///< as TOML; empty where there is none
    std::string allowed{};  ///< `2 or more`, `0..1`, `near, random`; empty where anything goes
};

class Table {
  public:
    /// `path` is how users call it: `strategy`, `stage[2]`; empty for the whole file. The node
    /// outlives the table; null is an empty table.
    Table(const Node* node, std::string path);

    bool has(std::string_view key) const;
    bool is_table(std::string_view key) const;
    std::vector<std::string> keys() const;            ///< all that are there, in the file's order
    void expect(std::string_view key) { take(key); }  ///< somebody else reads what is under it

    // Each returns the fallback where the key is not there, or is wrong.
    std::int64_t whole(std::string_view key, std::int64_t fallback, std::int64_t least,
                       std::int64_t most);
    int integer(std::string_view key, int fallback, int least, int most);
    double number(std::string_view key, double fallback, double least, double most);
    bool flag(std::string_view key, bool fallback);
    std::string text(std::string_view key, std::string_view fallback);
    /// One of `choices`.
    std::string word(std::string_view key, std::string_view fallback,
                     const std::vector<std::string>& choices);
    /// A list of texts, or a single one. Numbers and flags count as their texts.
    std::vector<std::string> texts(std::string_view key);
    /// Key and value as texts, of a table of scalars.
    std::vector<std::pair<std::string, std::string>> pairs(std::string_view key);
    /// The table under a key; an empty one if there is none. Belongs to this one.
    Table& table(std::string_view key);
    /// An array of tables, `[[key]]`. They belong to this one.
    std::vector<Table*> tables(std::string_view key);

    /// Notes a mistake at a key: "dab.toml:12: strategy.population: ...".
    void refuse(std::string_view key, const std::string& what);

    /// The first mistake in it and in the tables in it, unknown keys last.
    std::optional<std::string> problem() const;

    /// In the order in which they were first asked for.
    const std::vector<AskedKey>& asked() const { return asked_; }

    const std::string& path() const { return path_; }
    std::string where() const;  ///< `dab.toml:12`

  private:
    const Node* take(std::string_view key, const std::string& usual = {},
                     const std::string& allowed = {});
    std::string full(std::string_view key) const;

    const Node* node_;
    std::string path_;
    std::vector<AskedKey> asked_;
    std::vector<std::unique_ptr<Table>> inner_;
    std::optional<std::string> mistake_;
};

}  // namespace sparring::tuner
