// The memory of a table: zeroed, aligned to its buckets, and in huge pages where the system has
// them.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace sparring {

template <class Bucket>
class Zeroed {
  public:
    explicit operator bool() const { return memory_ != nullptr; }
    std::size_t size() const { return size_; }
    Bucket& operator[](std::size_t i) const { return first_[i]; }

    /// Pages come zeroed from the system and only when touched. Throws std::bad_alloc.
    void allocate(std::size_t size) {
        // calloc aligns to 16; one spare bucket leaves room to start at a whole one.
        memory_.reset(std::calloc(size + 1, sizeof(Bucket)));
        if (!memory_) throw std::bad_alloc{};
        size_ = size;
        constexpr std::uintptr_t align = alignof(Bucket);
        first_ = reinterpret_cast<Bucket*>(
            (reinterpret_cast<std::uintptr_t>(memory_.get()) + align - 1) & ~(align - 1));
        ask_for_huge_pages();
    }

    /// Zeroes what a game's first move would lose time to get again; gives more than that back.
    void clear() {
        if (size_ * sizeof(Bucket) > kKept)
            free();
        else if (memory_)
            std::memset(static_cast<void*>(first_), 0, size_ * sizeof(Bucket));
    }

    /// Gives the memory of the buckets in [begin, end) back to the system, as far as it takes it;
    /// they are not to be used any more.
    void release([[maybe_unused]] std::size_t begin, [[maybe_unused]] std::size_t end) const {
#ifdef __linux__
        advise(first_ + begin, first_ + end, MADV_DONTNEED);
#endif
    }

    void free() {
        memory_.reset();
        size_ = 0;
    }

  private:
    static constexpr std::size_t kKept = std::size_t{256} << 20;

    struct Free {
        void operator()(void* memory) const { std::free(memory); }
    };

    /// Random access to small pages misses the processor's page tables nearly every time: a sixth
    /// of a draughts search.
    void ask_for_huge_pages() const {
#ifdef __linux__
        advise(first_, first_ + size_, MADV_HUGEPAGE);
#endif
    }

#ifdef __linux__
    /// Of the whole pages between the two. A system that does not know the wish may refuse it.
    static void advise(const Bucket* first, const Bucket* last, int wish) {
        constexpr std::uintptr_t page = 4096;
        const auto begin = (reinterpret_cast<std::uintptr_t>(first) + page - 1) & ~(page - 1);
        const auto end = reinterpret_cast<std::uintptr_t>(last) & ~(page - 1);
        if (begin < end) madvise(reinterpret_cast<void*>(begin), end - begin, wish);
    }
#endif

    std::unique_ptr<void, Free> memory_;
    Bucket* first_ = nullptr;
    std::size_t size_ = 0;
};

}  // namespace sparring
