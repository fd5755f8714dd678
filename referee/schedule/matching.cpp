#include "referee/schedule/matching.hpp"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <optional>
#include <utility>

namespace sparring::referee {
namespace {

constexpr int kNone = -1;

/// A node is a vertex (0 .. vertices - 1) or a blossom, an odd circle of nodes that is treated as
/// one. Trees of alternating edges grow from the unmatched nodes; `even` nodes are an even number
/// of edges away from the root. Duals of the vertices keep all slacks of edges between outermost
/// nodes at 0 or more, and only edges of slack 0 are used: then a perfect matching is a cheapest.
class Matching {
  public:
    Matching(int vertices, std::span<const Cost> costs)
        : vertices_{vertices},
          capacity_{vertices + vertices / 2 + 1},
          costs_{costs},
          nodes_(static_cast<std::size_t>(capacity_)),
          ends_(static_cast<std::size_t>(capacity_) * static_cast<std::size_t>(capacity_), kNone) {
        Cost least = 0;
        for (int u = 0; u < vertices; ++u) {
            for (int v = 0; v < vertices; ++v) {
                if (u != v) least = std::min(least, cost(u, v));
                end(u, v) = u;
            }
        }
        // The same even number for all, so that slacks between even nodes can be halved.
        for (int v = 0; v < vertices; ++v) {
            node(v).outermost = v;
            node(v).dual = least;
            node(v).home.assign(1, v);
        }
    }

    std::vector<int> solve() {
        for (int pairs = 0; pairs < vertices_ / 2; ++pairs) add_pair();
        std::vector<int> partners;
        for (int v = 0; v < vertices_; ++v) partners.push_back(node(v).mate);
        return partners;
    }

  private:
    enum class Label { none, even, odd };

    struct Node {
        int outermost = kNone;  ///< the blossom all around it; kNone if the node is not in use
        int mate = kNone;       ///< vertex at the other end of the matched edge
        int parent = kNone;     ///< vertex through which the tree came here
        int nearest = kNone;    ///< even vertex with the least slack to this node
        Label label = Label::none;
        int visit = 0;
        Cost dual = 0;
        std::vector<int> petals;  ///< of a blossom: its circle, beginning with the base
        std::vector<int> home;    ///< of a blossom: for each vertex the petal that holds it
    };

    Node& node(int index) { return nodes_[static_cast<std::size_t>(index)]; }

    Cost cost(int u, int v) const {
        return costs_[static_cast<std::size_t>(u) * static_cast<std::size_t>(vertices_) +
                      static_cast<std::size_t>(v)];
    }

    /// The end in `x` of the edge of least slack between two nodes.
    int& end(int x, int y) {
        return ends_[static_cast<std::size_t>(x) * static_cast<std::size_t>(capacity_) +
                     static_cast<std::size_t>(y)];
    }

    bool is_blossom(int x) const { return x >= vertices_; }
    bool is_outermost(int x) { return node(x).outermost == x; }
    int outermost(int x) { return x == kNone ? kNone : node(x).outermost; }
    int mate_node(int x) { return outermost(node(x).mate); }

    /// Twice the cost less the duals.
    Cost slack(int u, int v) { return 2 * cost(u, v) - node(u).dual - node(v).dual; }
    Cost node_slack(int x, int y) { return slack(end(x, y), end(y, x)); }

    void offer(int vertex, int x) {
        int& nearest = node(x).nearest;
        if (nearest == kNone || node_slack(vertex, x) < node_slack(nearest, x)) nearest = vertex;
    }
    void find_nearest(int x) {
        node(x).nearest = kNone;
        for (int u = 0; u < vertices_; ++u) {
            if (outermost(u) != x && node(outermost(u)).label == Label::even) offer(u, x);
        }
    }

    void enqueue(int x) {
        if (!is_blossom(x)) {
            queue_.push_back(x);
        } else {
            for (const int petal : node(x).petals) enqueue(petal);
        }
    }
    void put_into(int x, int blossom) {
        node(x).outermost = blossom;
        for (const int petal : node(x).petals) put_into(petal, blossom);
    }

    /// Turns the circle so that `petal` is an even number of steps after the base; how many.
    std::size_t even_steps(int blossom, int petal) {
        auto& petals = node(blossom).petals;
        auto steps = static_cast<std::size_t>(std::find(petals.begin(), petals.end(), petal) -
                                              petals.begin());
        if (steps % 2 == 1) {
            std::reverse(petals.begin() + 1, petals.end());
            steps = petals.size() - steps;
        }
        return steps;
    }

    void match(int x, int y) {
        node(x).mate = end(y, x);
        if (!is_blossom(x)) return;
        const int petal = node(x).home[static_cast<std::size_t>(end(x, y))];
        const std::size_t steps = even_steps(x, petal);
        auto& petals = node(x).petals;
        for (std::size_t i = 0; i < steps; i += 2) {
            match(petals[i], petals[i + 1]);
            match(petals[i + 1], petals[i]);
        }
        match(petal, y);
        std::rotate(petals.begin(), petals.begin() + static_cast<std::ptrdiff_t>(steps),
                    petals.end());
    }

    /// Matches x with y, which is no longer with its mate, and so on up to x's root.
    void augment(int x, int y) {
        for (;;) {
            const int left = mate_node(x);
            match(x, y);
            if (left == kNone) return;
            const int next = outermost(node(left).parent);
            match(left, next);
            x = next;
            y = left;
        }
    }

    int common_ancestor(int x, int y) {
        ++visits_;
        for (; x != kNone || y != kNone; std::swap(x, y)) {
            if (x == kNone) continue;
            if (node(x).visit == visits_) return x;
            node(x).visit = visits_;
            const int odd = mate_node(x);
            x = odd == kNone ? kNone : outermost(node(odd).parent);
        }
        return kNone;
    }

    void collect(std::vector<int>& circle, int from, int base) {
        for (int x = from; x != base;) {
            const int odd = mate_node(x);
            circle.push_back(x);
            circle.push_back(odd);
            enqueue(odd);
            x = outermost(node(odd).parent);
        }
    }

    void make_blossom(int x, int base, int y) {
        int b = vertices_;
        while (node(b).outermost != kNone) ++b;
        assert(b < capacity_);
        used_ = std::max(used_, b + 1);
        std::vector<int> circle{base};
        collect(circle, x, base);
        std::reverse(circle.begin() + 1, circle.end());
        collect(circle, y, base);
        Node& blossom = node(b);
        blossom.dual = 0;
        blossom.label = Label::even;
        blossom.mate = node(base).mate;
        blossom.parent = node(base).parent;
        blossom.petals = std::move(circle);
        blossom.home.assign(static_cast<std::size_t>(vertices_), kNone);
        put_into(b, b);
        for (const int petal : blossom.petals) {
            for (int v = 0; v < vertices_; ++v) {
                if (petal == v || (is_blossom(petal) && holds(petal, v))) {
                    blossom.home[static_cast<std::size_t>(v)] = petal;
                }
            }
        }
        for (int other = 0; other < used_; ++other) {
            if (outermost(other) == kNone || outermost(other) == b) continue;
            int best = kNone;
            for (const int petal : blossom.petals) {
                if (best == kNone || node_slack(petal, other) < node_slack(best, other)) {
                    best = petal;
                }
            }
            end(b, other) = end(best, other);
            end(other, b) = end(other, best);
        }
        find_nearest(b);
    }

    bool holds(int blossom, int vertex) {
        return node(blossom).home[static_cast<std::size_t>(vertex)] != kNone;
    }

    /// Dissolves an odd blossom whose dual has come to 0: the tree goes on through the even part of
    /// its circle, the rest leaves the tree.
    void open_blossom(int b) {
        for (const int petal : node(b).petals) put_into(petal, petal);
        const int parent = node(b).parent;
        const int entry = node(b).home[static_cast<std::size_t>(end(b, parent))];
        const std::size_t steps = even_steps(b, entry);
        const std::vector<int> petals = std::move(node(b).petals);
        for (std::size_t i = 0; i < steps; i += 2) {
            const int odd = petals[i], even = petals[i + 1];
            node(odd).parent = end(even, odd);
            node(odd).label = Label::odd;
            node(odd).nearest = kNone;
            node(even).label = Label::even;
            find_nearest(even);
            enqueue(even);
        }
        node(entry).label = Label::odd;
        node(entry).parent = parent;
        node(entry).nearest = kNone;
        for (std::size_t i = steps + 1; i < petals.size(); ++i) {
            node(petals[i]).label = Label::none;
            find_nearest(petals[i]);
        }
        node(b) = Node{};
    }

    /// Follows an edge of slack 0 from an even node; true if that completed a path.
    bool follow(int u, int v) {
        const int x = outermost(u), y = outermost(v);
        if (node(y).label == Label::none) {
            node(y).parent = u;
            node(y).label = Label::odd;
            node(y).nearest = kNone;
            const int next = mate_node(y);
            node(next).label = Label::even;
            node(next).nearest = kNone;
            enqueue(next);
        } else if (node(y).label == Label::even) {
            const int base = common_ancestor(x, y);
            if (base == kNone) {
                augment(x, y);
                augment(y, x);
                return true;
            }
            make_blossom(x, base, y);
        }
        return false;
    }

    bool search() {
        while (!queue_.empty()) {
            const int u = queue_.back();
            queue_.pop_back();
            if (node(outermost(u)).label != Label::even) continue;
            for (int v = 0; v < vertices_; ++v) {
                if (outermost(u) == outermost(v)) continue;
                if (slack(u, v) > 0) {
                    offer(u, outermost(v));
                } else if (follow(u, v)) {
                    return true;
                }
            }
        }
        return false;
    }

    /// How far the duals can move until something happens.
    Cost step() {
        std::optional<Cost> least;
        const auto consider = [&](Cost value) { least = least ? std::min(*least, value) : value; };
        for (int x = 0; x < used_; ++x) {
            if (!is_outermost(x)) continue;
            if (is_blossom(x) && node(x).label == Label::odd) consider(node(x).dual / 2);
            if (node(x).nearest == kNone || node(x).label == Label::odd) continue;
            const Cost distance = node_slack(node(x).nearest, x);
            consider(node(x).label == Label::even ? distance / 2 : distance);
        }
        assert(least);
        return *least;
    }

    void move_duals(Cost by) {
        for (int v = 0; v < vertices_; ++v) {
            const Label label = node(outermost(v)).label;
            if (label == Label::even) node(v).dual += by;
            if (label == Label::odd) node(v).dual -= by;
        }
        for (int b = vertices_; b < used_; ++b) {
            if (!is_outermost(b)) continue;
            if (node(b).label == Label::even) node(b).dual += 2 * by;
            if (node(b).label == Label::odd) node(b).dual -= 2 * by;
        }
    }

    bool follow_nearest() {
        for (int x = 0; x < used_; ++x) {
            const int from = node(x).nearest;
            if (!is_outermost(x) || from == kNone || outermost(from) == x) continue;
            if (node(x).label != Label::odd && node_slack(from, x) == 0 &&
                follow(from, end(x, from)))
                return true;
        }
        return false;
    }

    /// One more pair than before.
    void add_pair() {
        queue_.clear();
        for (int x = 0; x < used_; ++x) {
            node(x).label = Label::none;
            node(x).nearest = kNone;
            if (!is_outermost(x) || node(x).mate != kNone) continue;
            node(x).parent = kNone;
            node(x).label = Label::even;
            enqueue(x);
        }
        while (!search()) {
            move_duals(step());
            if (follow_nearest()) return;
            for (int b = vertices_; b < used_; ++b) {
                if (is_outermost(b) && node(b).label == Label::odd && node(b).dual == 0) {
                    open_blossom(b);
                }
            }
        }
    }

    int vertices_, capacity_, used_ = vertices_;
    std::span<const Cost> costs_;
    std::vector<Node> nodes_;
    std::vector<int> ends_;
    std::vector<int> queue_;  ///< even vertices whose edges are to be looked at
    int visits_ = 0;
};

}  // namespace

std::vector<int> cheapest_matching(int nodes, std::span<const Cost> costs) {
    assert(nodes % 2 == 0);
    if (nodes <= 0) return {};
    return Matching{nodes, costs}.solve();
}

}  // namespace sparring::referee
