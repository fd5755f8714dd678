// The tree of the best-first search: nodes of 28 bytes in one piece of memory, the children of a
// node side by side.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>

#include "engines/amazons/leaf.hpp"

namespace sparring::amazons {

struct Node {
    std::uint32_t move = 0;    ///< code() of the one that leads here
    std::uint32_t first = 0;   ///< index of the first child
    std::uint32_t visits = 0;  ///< also of threads that are on their way
    float worth = 0;           ///< for who moved here: -1 to 1
    float base = 0;            ///< when it got its children, for the side to move in it
    float prior = 0;           ///< share of the visits that the static evaluation gives it
    std::uint16_t children = 0;
    bool truncated : 1 = false;  ///< there are more moves than children
    bool whole : 1 = false;      ///< it is to have all its moves as children
    bool busy : 1 = false;       ///< a thread is making its children
    Proof proof : 2 = Proof::none;
    std::uint8_t under_way : 3 = 0;  ///< threads that are below it
    std::int8_t behind = 0;  ///< static evaluation against the best sister's, in units of 1/127
};
static_assert(sizeof(Node) == 28);

class NodePool {
  public:
    /// Takes effect at the next use.
    void resize(std::size_t megabytes) {
        capacity_ = static_cast<std::uint32_t>(
            std::min<std::size_t>(megabytes * (1 << 20) / sizeof(Node), 0xffffffff));
        release();
    }
    void release() {
        nodes_.reset();
        size_ = 0;
    }

    /// Empties it but for a root, which is to have all its moves; takes the memory. Throws
    /// std::bad_alloc.
    void start() {
        if (!nodes_) {
            nodes_.reset(static_cast<Node*>(std::malloc(capacity_ * sizeof(Node))));
            if (!nodes_) throw std::bad_alloc{};
        }
        nodes_[0] = Node{};
        nodes_[0].whole = true;
        size_ = 1;
    }

    bool fits(std::size_t count) const { return size_ + count <= capacity_; }
    /// Room for so many nodes side by side. Precondition: fits().
    std::uint32_t take(std::size_t count) {
        const std::uint32_t first = size_;
        size_ += static_cast<std::uint32_t>(count);
        return first;
    }

    Node& operator[](std::uint32_t i) { return nodes_[i]; }
    int permill() const {
        return static_cast<int>(std::uint64_t{size_} * 1000 / std::max(capacity_, 1u));
    }

  private:
    struct Free {
        void operator()(Node* memory) const { std::free(memory); }
    };
    std::unique_ptr<Node[], Free> nodes_;
    std::uint32_t capacity_ = (64u << 20) / sizeof(Node), size_ = 0;
};

}  // namespace sparring::amazons
