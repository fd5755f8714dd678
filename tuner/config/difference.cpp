#include "tuner/config/difference.hpp"

#include <fmt/format.h>

#include <map>

namespace sparring::tuner {
namespace {

/// Values by their keys' whole names, in the words of a file.
void collect(const Node& node, const std::string& name, std::map<std::string, std::string>& all) {
    const auto inside = [&](const std::string& key) {
        return name.empty() ? key : name + "." + key;
    };
    if (const auto* entries = std::get_if<Node::Entries>(&node.value)) {
        for (const auto& [key, value] : *entries) collect(value, inside(key), all);
        return;
    }
    const auto* list = std::get_if<Node::List>(&node.value);
    if (list != nullptr && !list->empty() &&
        std::holds_alternative<Node::Entries>(list->front().value)) {
        for (std::size_t i = 0; i < list->size(); ++i)
            collect((*list)[i], inside(std::to_string(i + 1)), all);
        return;
    }
    constexpr std::string_view before = "x = ";
    const std::string text = to_toml(Node{Node::Entries{{"x", node}}});
    all[name] = text.substr(before.size(), text.find_last_not_of('\n') + 1 - before.size());
}

}  // namespace

Node what_counts(Node configuration) {
    if (auto* tables = std::get_if<Node::Entries>(&configuration.value)) {
        std::erase_if(*tables, [](const auto& table) {
            return table.first == "output" || table.first == "queue" || table.first == "exchange";
        });
    }
    return configuration;
}

std::vector<std::string> differences(const Node& was, const Node& is) {
    std::map<std::string, std::string> before, after;
    collect(was, "", before);
    collect(is, "", after);
    std::vector<std::string> lines;
    for (const auto& [key, value] : after) {
        const auto found = before.find(key);
        if (found == before.end())
            lines.push_back(fmt::format("{} = {} is new", key, value));
        else if (found->second != value)
            lines.push_back(fmt::format("{} = {}, was {}", key, value, found->second));
    }
    for (const auto& [key, value] : before)
        if (!after.contains(key)) lines.push_back(fmt::format("{} = {} is gone", key, value));
    return lines;
}

}  // namespace sparring::tuner
