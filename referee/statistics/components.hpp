// Which nodes of a directed graph reach each other. Pure.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace sparring::referee {

class DirectedGraph {
  public:
    explicit DirectedGraph(std::size_t nodes) : next_(nodes), previous_(nodes) {}

    void edge(std::size_t from, std::size_t to);
    std::size_t nodes() const { return next_.size(); }

    /// For each node the number of its strongly connected component: two nodes have the same one if
    /// each reaches the other. (Kosaraju's algorithm.)
    std::vector<std::size_t> components() const;

    /// The nodes that `node` reaches, or with `backwards` those that reach it; itself among them.
    std::vector<bool> reached(std::size_t node, bool backwards) const;

  private:
    using Edges = std::vector<std::vector<std::size_t>>;
    static void visit(const Edges& edges, std::size_t from, std::vector<bool>& seen,
                      std::vector<std::size_t>& finished);

    Edges next_, previous_;
};

}  // namespace sparring::referee
