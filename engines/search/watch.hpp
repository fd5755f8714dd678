// Tells a long search when it must end: stopped, out of time, or out of nodes.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>

namespace sparring {

class Watch {
  public:
    using Instant = std::chrono::steady_clock::time_point;

    /// Nodes are counted on from `nodes`. The flag outlives the watch.
    Watch(std::atomic<bool>& stop, std::optional<Instant> deadline,
          std::optional<std::uint64_t> node_limit, std::uint64_t nodes = 0)
        : stop_{stop}, deadline_{deadline}, node_limit_{node_limit}, nodes_{nodes} {}

    /// Adds nodes; true if the search must end now, and from then on. `limited` false: only when
    /// it is stopped, whatever the limits say. Every thread of a search asks, some thousand times a
    /// second: a call reads the clock.
    bool over(std::uint64_t added_nodes, bool limited = true) {
        const std::uint64_t all =
            nodes_.fetch_add(added_nodes, std::memory_order_relaxed) + added_nodes;
        if (stop_.load(std::memory_order_relaxed)) return true;
        if (limited && ((node_limit_ && all >= *node_limit_) ||
                        (deadline_ && std::chrono::steady_clock::now() >= *deadline_))) {
            stop_.store(true, std::memory_order_relaxed);
            return true;
        }
        return false;
    }

    /// Of all threads, as far as they have told.
    std::uint64_t nodes() const { return nodes_.load(std::memory_order_relaxed); }

    std::optional<std::uint64_t> node_limit() const { return node_limit_; }
    std::optional<Instant> deadline() const { return deadline_; }

    /// Whether this share of its time or of its nodes is gone.
    bool used(double share) const {
        if (node_limit_ &&
            static_cast<double>(nodes()) >= share * static_cast<double>(*node_limit_))
            return true;
        return deadline_ &&
               std::chrono::steady_clock::now() - start_ >= share * (*deadline_ - start_);
    }

  private:
    std::atomic<bool>& stop_;
    Instant start_ = std::chrono::steady_clock::now();
    std::optional<Instant> deadline_;
    std::optional<std::uint64_t> node_limit_;
    std::atomic<std::uint64_t> nodes_;
};

}  // namespace sparring
