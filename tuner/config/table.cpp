#include "tuner/config/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "protocol/text.hpp"

namespace sparring::tuner {
namespace {

const Node kNothing{};

std::string shown(const Node& node) {
    if (const auto* flag = std::get_if<bool>(&node.value)) return *flag ? "true" : "false";
    if (const auto* number = std::get_if<std::int64_t>(&node.value))
        return fmt::format("{}", *number);
    if (const auto* real = std::get_if<double>(&node.value)) return fmt::format("{}", *real);
    if (const auto* text = std::get_if<std::string>(&node.value)) return *text;
    return std::holds_alternative<Node::List>(node.value) ? "a list" : "a table";
}

bool is_scalar(const Node& node) {
    return !std::holds_alternative<Node::List>(node.value) &&
           !std::holds_alternative<Node::Entries>(node.value);
}

/// Bounds that only keep numbers sensible are not worth a word.
template <class Number>
std::string range_text(Number least, Number most) {
    constexpr Number kMany = 10'000;
    if (most < kMany) return fmt::format("{}..{}", least, most);
    return fmt::format("{} or more", least);
}

std::string quoted(const Node& node) {
    return is_scalar(node) ? "'" + text::printable(shown(node)) + "'" : shown(node);
}

}  // namespace

Table::Table(const Node* node, std::string path)
    : node_{node != nullptr ? node : &kNothing}, path_{std::move(path)} {
    if (!std::holds_alternative<Node::Entries>(node_->value)) {
        mistake_ = fmt::format("{}: {} is {}; expected a table", where(), path_, quoted(*node_));
        node_ = &kNothing;
    }
}

std::string Table::where() const {
    return node_->where.empty() ? "configuration" : node_->where;
}

std::string Table::full(std::string_view key) const {
    return path_.empty() ? std::string{key} : fmt::format("{}.{}", path_, key);
}

const Node* Table::take(std::string_view key, const std::string& usual,
                        const std::string& allowed) {
    if (std::none_of(asked_.begin(), asked_.end(),
                     [&](const AskedKey& asked) { return asked.name == key; }))
        asked_.push_back({std::string{key}, usual, allowed});
    return node_->find(key);
}

bool Table::has(std::string_view key) const {
    return node_->find(key) != nullptr;
}

std::vector<std::string> Table::keys() const {
    std::vector<std::string> keys;
    for (const auto& entry : std::get<Node::Entries>(node_->value)) keys.push_back(entry.first);
    return keys;
}

bool Table::is_table(std::string_view key) const {
    const Node* node = node_->find(key);
    return node != nullptr && std::holds_alternative<Node::Entries>(node->value);
}

void Table::refuse(std::string_view key, const std::string& what) {
    if (mistake_) return;
    const Node* node = node_->find(key);
    const std::string place = node != nullptr && !node->where.empty() ? node->where : where();
    mistake_ = fmt::format("{}: {}: {}", place, full(key), what);
}

std::int64_t Table::whole(std::string_view key, std::int64_t fallback, std::int64_t least,
                          std::int64_t most) {
    const Node* node = take(key, fmt::format("{}", fallback), range_text(least, most));
    if (node == nullptr) return fallback;
    const auto* number = std::get_if<std::int64_t>(&node->value);
    if (number != nullptr && *number >= least && *number <= most) return *number;
    refuse(key, fmt::format("{} is not a whole number in {}..{}", quoted(*node), least, most));
    return fallback;
}

int Table::integer(std::string_view key, int fallback, int least, int most) {
    return static_cast<int>(whole(key, fallback, least, most));
}

double Table::number(std::string_view key, double fallback, double least, double most) {
    const Node* node = take(key, fmt::format("{}", fallback), range_text(least, most));
    if (node == nullptr) return fallback;
    double value = std::nan("");
    if (const auto* real = std::get_if<double>(&node->value)) value = *real;
    if (const auto* whole = std::get_if<std::int64_t>(&node->value))
        value = static_cast<double>(*whole);
    if (value >= least && value <= most) return value;
    refuse(key, fmt::format("{} is not a number in {}..{}", quoted(*node), least, most));
    return fallback;
}

bool Table::flag(std::string_view key, bool fallback) {
    const Node* node = take(key, fallback ? "true" : "false");
    if (node == nullptr) return fallback;
    if (const auto* flag = std::get_if<bool>(&node->value)) return *flag;
    refuse(key, fmt::format("{} is neither true nor false", quoted(*node)));
    return fallback;
}

std::string Table::text(std::string_view key, std::string_view fallback) {
    const Node* node = take(key, toml_string(fallback));
    if (node == nullptr) return std::string{fallback};
    if (is_scalar(*node)) return shown(*node);
    refuse(key, fmt::format("{} where a text is expected", shown(*node)));
    return std::string{fallback};
}

std::string Table::word(std::string_view key, std::string_view fallback,
                        const std::vector<std::string>& choices) {
    take(key, toml_string(fallback), fmt::format("{}", fmt::join(choices, ", ")));
    const std::string value = text(key, fallback);
    if (std::find(choices.begin(), choices.end(), value) != choices.end()) return value;
    const auto near = text::nearest(value, choices);
    refuse(key,
           fmt::format("'{}' is not one of {}{}", text::printable(value), fmt::join(choices, ", "),
                       near ? fmt::format("; did you mean {}?", *near) : ""));
    return std::string{fallback};
}

std::vector<std::string> Table::texts(std::string_view key) {
    const Node* node = take(key);
    if (node == nullptr) return {};
    if (is_scalar(*node)) return {shown(*node)};
    std::vector<std::string> texts;
    if (const auto* list = std::get_if<Node::List>(&node->value)) {
        for (const Node& element : *list) {
            if (is_scalar(element)) texts.push_back(shown(element));
        }
        if (texts.size() == list->size()) return texts;
    }
    refuse(key, "expected a text or a list of texts");
    return {};
}

std::vector<std::pair<std::string, std::string>> Table::pairs(std::string_view key) {
    const Node* node = take(key);
    std::vector<std::pair<std::string, std::string>> pairs;
    if (node == nullptr) return pairs;
    if (const auto* entries = std::get_if<Node::Entries>(&node->value)) {
        for (const auto& [name, value] : *entries) {
            if (is_scalar(value)) {
                pairs.emplace_back(name, shown(value));
            } else {
                refuse(key, fmt::format("{} is {}; expected a text, a number, true or false", name,
                                        shown(value)));
            }
        }
    } else {
        refuse(key, fmt::format("{} where a table is expected", quoted(*node)));
    }
    return pairs;
}

Table& Table::table(std::string_view key) {
    inner_.push_back(std::make_unique<Table>(take(key), full(key)));
    return *inner_.back();
}

std::vector<Table*> Table::tables(std::string_view key) {
    const Node* node = take(key);
    std::vector<Table*> tables;
    if (node == nullptr) return tables;
    const auto* list = std::get_if<Node::List>(&node->value);
    if (list == nullptr) {
        refuse(key, fmt::format("expected tables, [[{}]]", full(key)));
        return tables;
    }
    for (std::size_t i = 0; i < list->size(); ++i) {
        inner_.push_back(
            std::make_unique<Table>(&(*list)[i], fmt::format("{}[{}]", full(key), i + 1)));
        tables.push_back(inner_.back().get());
    }
    return tables;
}

std::optional<std::string> Table::problem() const {
    if (mistake_) return mistake_;
    for (const auto& table : inner_)
        if (auto problem = table->problem()) return problem;
    std::vector<std::string> known;
    for (const AskedKey& asked : asked_) known.push_back(asked.name);
    for (const auto& [key, node] : std::get<Node::Entries>(node_->value)) {
        if (std::find(known.begin(), known.end(), key) != known.end()) continue;
        const auto near = text::nearest(key, known);
        return fmt::format("{}: unknown key {}{}", node.where.empty() ? where() : node.where,
                           full(text::printable(key)),
                           near ? fmt::format("; did you mean {}?", full(*near)) : "");
    }
    return {};
}

}  // namespace sparring::tuner
