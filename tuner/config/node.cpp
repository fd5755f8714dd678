#include "tuner/config/node.hpp"

#include <fmt/format.h>

#include <toml++/toml.h>
#include <algorithm>
#include <sstream>

namespace sparring::tuner {
namespace {

Node node_of(const toml::node& from, const std::string& file);

Node node_of(const toml::table& table, const std::string& file) {
    Node::Entries entries;
    for (const auto& [key, node] : table)
        entries.emplace_back(std::string{key.str()}, node_of(node, file));
    // toml++ sorts by name; people think in the order of their file.
    std::stable_sort(entries.begin(), entries.end(), [&](const auto& a, const auto& b) {
        const auto line = [&](const auto& entry) {
            const toml::node* node = table.get(entry.first);
            return std::pair{node->source().begin.line, node->source().begin.column};
        };
        return line(a) < line(b);
    });
    return {std::move(entries), {}};
}

Node node_of(const toml::node& from, const std::string& file) {
    Node node;
    if (const auto* flag = from.as_boolean()) {
        node.value = flag->get();
    } else if (const auto* number = from.as_integer()) {
        node.value = std::int64_t{number->get()};
    } else if (const auto* real = from.as_floating_point()) {
        node.value = real->get();
    } else if (const auto* text = from.as_string()) {
        node.value = text->get();
    } else if (const auto* list = from.as_array()) {
        Node::List nodes;
        for (const toml::node& element : *list) nodes.push_back(node_of(element, file));
        node.value = std::move(nodes);
    } else if (const auto* table = from.as_table()) {
        node = node_of(*table, file);
    } else {
        std::ostringstream date;  // nothing here has any; the reader refuses it
        from.visit([&](const auto& value) { date << value; });
        node.value = date.str();
    }
    node.where = fmt::format("{}:{}", file, from.source().begin.line);
    return node;
}

toml::table table_of(const Node& node);

template <class Container>
void put(Container& container, const std::string& key, const Node& node) {
    const auto add = [&](auto value) {
        if constexpr (std::is_same_v<Container, toml::table>)
            container.insert_or_assign(key, std::move(value));
        else
            container.push_back(std::move(value));
    };
    if (std::holds_alternative<Node::Entries>(node.value)) {
        add(table_of(node));
    } else if (const auto* list = std::get_if<Node::List>(&node.value)) {
        toml::array array;
        for (const Node& element : *list) put(array, "", element);
        add(std::move(array));
    } else if (const auto* flag = std::get_if<bool>(&node.value)) {
        add(*flag);
    } else if (const auto* number = std::get_if<std::int64_t>(&node.value)) {
        add(*number);
    } else if (const auto* real = std::get_if<double>(&node.value)) {
        add(*real);
    } else {
        add(std::get<std::string>(node.value));
    }
}

toml::table table_of(const Node& node) {
    toml::table table;
    for (const auto& [key, value] : std::get<Node::Entries>(node.value)) put(table, key, value);
    return table;
}

}  // namespace

const Node* Node::find(std::string_view key) const {
    const auto* entries = std::get_if<Entries>(&value);
    if (entries == nullptr) return nullptr;
    for (const auto& [name, node] : *entries)
        if (name == key) return &node;
    return nullptr;
}

Node& Node::operator[](const std::string& key) {
    if (!std::holds_alternative<Entries>(value)) value = Entries{};
    auto& entries = std::get<Entries>(value);
    for (auto& [name, node] : entries)
        if (name == key) return node;
    entries.emplace_back(key, Node{});
    return entries.back().second;
}

std::string place(const Node& tree, std::string_view path) {
    std::string where = tree.where;
    const Node* node = &tree;
    for (std::string_view rest = path; !rest.empty();) {
        const auto dot = std::min(rest.find('.'), rest.size());
        node = node->find(rest.substr(0, dot));
        if (node == nullptr) break;
        if (!node->where.empty()) where = node->where;
        rest.remove_prefix(std::min(dot + 1, rest.size()));
    }
    return fmt::format("{}{}{}", where, where.empty() ? "" : ": ", path);
}

Expected<Node> parse_toml(std::string_view text, const std::string& file) {
    try {
        Node tree = node_of(static_cast<const toml::table&>(toml::parse(text, file)), file);
        tree.where = file;
        return tree;
    } catch (const toml::parse_error& error) {
        return Error{
            fmt::format("{}:{}: {}", file, error.source().begin.line, error.description())};
    }
}

std::string to_toml(const Node& table) {
    std::ostringstream stream;
    stream << table_of(table);
    return stream.str() + "\n";
}

std::string toml_string(std::string_view text) {
    std::string quoted = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') quoted += '\\';
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f)
            quoted += fmt::format("\\u{:04X}", static_cast<unsigned>(c));
        else
            quoted += c;
    }
    return quoted + "\"";
}

std::optional<std::string> apply_setting(Node& tree, std::string_view setting) {
    const auto equals = setting.find('=');
    if (equals == setting.npos || equals == 0)
        return fmt::format("'{}': expected KEY=VALUE, as in strategy.population=20", setting);
    std::string_view path = setting.substr(0, equals);
    const std::string value{setting.substr(equals + 1)};
    Node* node = &tree;
    for (;;) {
        const auto dot = path.find('.');
        const std::string key{path.substr(0, dot)};
        if (key.empty()) return fmt::format("'{}': a part of the key is empty", setting);
        if (auto* list = std::get_if<Node::List>(&node->value)) {
            // An array of tables: by number, from 1.
            std::size_t index = 0;
            for (const char c : key)
                index = c >= '0' && c <= '9' ? index * 10 + static_cast<std::size_t>(c - '0') : 0;
            if (index == 0 || index > list->size())
                return fmt::format("'{}': '{}' is not one of 1..{}", setting, key, list->size());
            node = &(*list)[index - 1];
        } else {
            node = &(*node)[key];
        }
        if (dot == path.npos) break;
        path.remove_prefix(dot + 1);
    }
    auto parsed = parse_toml("x = " + value, "--set");
    const Node* read = parsed ? parsed->find("x") : nullptr;
    node->value = read != nullptr ? read->value : decltype(node->value){value};
    node->where = "--set " + std::string{setting};
    return {};
}

}  // namespace sparring::tuner
