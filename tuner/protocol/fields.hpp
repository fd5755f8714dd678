// Reads the fields of one message. What is wrong is remembered, the first mistake counts; fields
// that nobody asks for are ignored, as tune/1 wants it.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sparring::tuner {

using Json = nlohmann::ordered_json;

class Fields {
  public:
    /// `object` outlives it. `path` is how a sender calls it: `openings`; empty for the message.
    explicit Fields(const Json& object, std::string path = "");

    bool has(std::string_view key) const;  ///< and is not null
    const Json* find(std::string_view key) const;

    // Each returns the fallback where the field is not there, or is wrong.
    std::string text(std::string_view key, std::string_view fallback = "");
    std::int64_t whole(std::string_view key, std::int64_t fallback, std::int64_t least,
                       std::int64_t most);
    int integer(std::string_view key, int fallback, int least, int most);
    double number(std::string_view key, double fallback, double least, double most);
    bool flag(std::string_view key, bool fallback);
    /// `size` whole numbers of 0 or more; nothing where the field is not there, or is wrong.
    std::optional<std::vector<std::int64_t>> counts(std::string_view key, std::size_t size);
    /// The members of an object of numbers, texts and flags, as texts.
    std::vector<std::pair<std::string, std::string>> scalars(std::string_view key);

    /// The field has to be there and not empty.
    std::string required_text(std::string_view key, std::size_t most = 256);

    void refuse(std::string_view key, const std::string& what);
    void take(const Fields& inner);  ///< its mistake, too
    const std::optional<std::string>& problem() const { return problem_; }

  private:
    const Json& object_;
    std::string path_;
    std::optional<std::string> problem_;
};

/// For a line: no line ends in it, and valid UTF-8 whatever the texts are.
std::string one_line(const Json& message);

/// As a text that an option takes: `53`, `0.25`, `true`, `mtdf`; nothing for lists and objects.
std::optional<std::string> scalar_text(const Json& value);

}  // namespace sparring::tuner
