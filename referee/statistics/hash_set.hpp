// A set of 64-bit hashes in little memory: 8 to 16 bytes for each.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace sparring::referee {

/// 0 is not a hash.
class HashSet {
  public:
    /// False if it was there already.
    bool insert(std::uint64_t hash) {
        if (2 * (size_ + 1) > slots_.size()) grow();
        std::uint64_t& slot = find(hash);
        if (slot == hash) return false;
        slot = hash;
        ++size_;
        return true;
    }

  private:
    std::uint64_t& find(std::uint64_t hash) {
        std::size_t i = hash & (slots_.size() - 1);
        while (slots_[i] != 0 && slots_[i] != hash) i = (i + 1) & (slots_.size() - 1);
        return slots_[i];
    }

    void grow() {
        std::vector<std::uint64_t> old(slots_.empty() ? 1024 : 2 * slots_.size());
        old.swap(slots_);
        for (const auto hash : old) {
            if (hash != 0) find(hash) = hash;
        }
    }

    std::vector<std::uint64_t> slots_;  // a power of two of them, at least half empty
    std::size_t size_ = 0;
};

}  // namespace sparring::referee
