#include "referee/statistics/components.hpp"

namespace sparring::referee {

void DirectedGraph::edge(std::size_t from, std::size_t to) {
    next_[from].push_back(to);
    previous_[to].push_back(from);
}

/// Appends what is newly seen from `from` in the order in which a depth-first search leaves it.
void DirectedGraph::visit(const Edges& edges, std::size_t from, std::vector<bool>& seen,
                          std::vector<std::size_t>& finished) {
    std::vector<std::pair<std::size_t, std::size_t>> path;  // node, edges of it followed so far
    if (seen[from]) return;
    seen[from] = true;
    path.emplace_back(from, 0);
    while (!path.empty()) {
        auto& [node, followed] = path.back();
        if (followed == edges[node].size()) {
            finished.push_back(node);
            path.pop_back();
            continue;
        }
        const std::size_t to = edges[node][followed++];
        if (seen[to]) continue;
        seen[to] = true;
        path.emplace_back(to, 0);
    }
}

std::vector<std::size_t> DirectedGraph::components() const {
    std::vector<std::size_t> order;
    std::vector<bool> seen(nodes());
    for (std::size_t node = 0; node < nodes(); ++node) visit(next_, node, seen, order);
    std::vector<std::size_t> component(nodes());
    seen.assign(nodes(), false);
    std::size_t number = 0;
    for (auto node = order.rbegin(); node != order.rend(); ++node) {
        std::vector<std::size_t> members;
        visit(previous_, *node, seen, members);
        if (members.empty()) continue;
        for (const std::size_t member : members) component[member] = number;
        ++number;
    }
    return component;
}

std::vector<bool> DirectedGraph::reached(std::size_t node, bool backwards) const {
    std::vector<bool> seen(nodes());
    std::vector<std::size_t> finished;
    visit(backwards ? previous_ : next_, node, seen, finished);
    return seen;
}

}  // namespace sparring::referee
