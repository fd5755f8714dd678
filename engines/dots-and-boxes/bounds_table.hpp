// What a solver knows about positions: two bounds of the coins that the side to move will still get
// minus the other side's. Coins taken before are left out, so that all ways to a position meet
// (J. Barker & R. Korf, AAAI 2012).
//
// Threads share it without locks: an entry is one 64-bit word, eight to a cache line. It begins
// small and grows: what is close together is found sooner, and clearing a gigabyte takes longer
// than most positions do.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdint>
#include <new>
#include <utility>

#include "engines/dots-and-boxes/geometry.hpp"
#include "engines/dots-and-boxes/lanes.hpp"
#include "engines/search/zeroed.hpp"

namespace sparring::dots_and_boxes {

struct Bounds {
    int lower, upper;
};

class BoundsTable {
  public:
    /// The most it may take, from the next reserve() on. Precondition: no search is running.
    void resize(std::size_t megabytes) {
        megabytes_ = megabytes;
        lines_.free();
    }

    /// Forgets everything. Precondition: no search is running.
    void clear() { lines_.clear(); }

    /// To be called before each search. Throws std::bad_alloc.
    void reserve() {
        if (!lines_) lines_.allocate(lines_in(std::min(megabytes_, kSmall)));
    }

    /// Whether it has not got all its memory yet.
    bool small() const { return lines_.size() < lines_in(megabytes_); }

    /// Nodes after which it is about half full.
    std::uint64_t room() const { return lines_.size() * 8 / 2; }

    /// Takes twice its memory, at most all, and keeps what it knows; if there is no more memory, it
    /// stays as it is for good. Precondition: nobody else uses it.
    void grow() {
        Zeroed<Line> old;
        try {
            old.allocate(std::min(2 * lines_.size(), lines_in(megabytes_)));
        } catch (const std::bad_alloc&) {
            megabytes_ = lines_.size() * sizeof(Line) >> 20;
            return;
        }
        std::swap(old, lines_);
        for (std::size_t i = 0; i < old.size(); ++i) {
            for (const std::uint64_t entry : old[i].slots) {
                if (entry != 0) put(line(key_of(entry, i, old.size())), entry);
            }
            // Both tables are gone through from front to back: together they never take more than
            // the new one will.
            constexpr std::size_t step = std::size_t{4 << 20} / sizeof(Line);
            if ((i + 1) % step == 0) old.release(i + 1 - step, i + 1);
        }
    }

    void prefetch(std::uint64_t key) const { __builtin_prefetch(&line(key)); }

    /// Tightens the bounds by what is known of a position with so many coins.
    void probe(std::uint64_t key, int coins, Bounds& bounds) const {
        const std::uint64_t entry = load(line(key)).match(key, kKeyMask);
        bounds.lower = std::max(bounds.lower, unpack(entry >> kLowerShift, coins));
        bounds.upper = std::min(bounds.upper, -unpack(entry >> kUpperShift, coins));
    }

    /// `nodes` were searched for it: what took longer stays longer.
    void store(std::uint64_t key, int coins, Bounds bounds, std::uint64_t nodes) {
        const auto work = std::min<std::uint64_t>(static_cast<unsigned>(std::bit_width(nodes)), 15);
        Line& all = line(key);
        put(all, (key & kKeyMask) | pack(bounds.lower, coins) << kLowerShift |
                     pack(-bounds.upper, coins) << kUpperShift | work << kWorkShift);
        age(all.slots[key & 7]);
    }

  private:
    // key 50, lower 5, upper 5, work 4. A bound has the parity of the coins, so that half of it and
    // the parity tell all. The upper one is the lower one of the other side, so that zeroes say
    // nothing of either.
    static constexpr int kLowerShift = 50, kUpperShift = 55, kWorkShift = 60;
    static constexpr std::uint64_t kKeyMask = (std::uint64_t{1} << kLowerShift) - 1;
    static constexpr std::uint64_t kBoundMask = 31;

    struct alignas(64) Line {
        std::uint64_t slots[8];
    };

    static constexpr std::size_t kSmall = 1;  // megabytes

    static constexpr std::size_t lines_in(std::size_t megabytes) {
        return megabytes * (1 << 20) / sizeof(Line);
    }

    /// In place of the same key, of nothing, or of what took least.
    static void put(Line& line, std::uint64_t entry) {
        std::uint64_t* victim = nullptr;
        std::uint64_t least = 16;
        for (std::uint64_t& slot : line.slots) {
            const std::uint64_t other = load(slot);
            if (other == 0 || ((other ^ entry) & kKeyMask) == 0) {
                victim = &slot;
                break;
            }
            if (other >> kWorkShift < least) {
                least = other >> kWorkShift;
                victim = &slot;
            }
        }
        std::atomic_ref{*victim}.store(entry, std::memory_order_relaxed);
    }

    /// The key of an entry in line `index` of `count`: the line tells its upper bits, as long as
    /// the lines are so many that the keys of one differ in no more than the entry has.
    static std::uint64_t key_of(std::uint64_t entry, std::size_t index, std::size_t count) {
        static_assert(lines_in(1) >= std::size_t{1} << (64 - kLowerShift));
        constexpr std::uint64_t known = kKeyMask >> 32;
        const std::uint64_t first = ((std::uint64_t{index} << 32) + count - 1) / count;
        const std::uint64_t low = (entry & kKeyMask) >> 32;
        return (first + ((low - first) & known)) << 32 | (entry & 0xffffffff);
    }

    static_assert(kMaxBoxes == 25);
    static int offset(int coins) { return kMaxBoxes + 1 - (coins & 1); }
    static std::uint64_t pack(int bound, int coins) {
        return static_cast<std::uint64_t>(bound + offset(coins)) / 2;
    }
    static int unpack(std::uint64_t bits, int coins) {
        return 2 * static_cast<int>(bits & kBoundMask) - offset(coins);
    }

    /// The words of a line; each is what some thread has stored there.
    static Lanes load(const Line& line) {
#ifdef __SANITIZE_THREAD__
        Lanes words;
        for (int i = 0; i < 8; ++i)
            words.words[i] = load(const_cast<std::uint64_t&>(line.slots[i]));
        return words;
#else
        // One load of all, for which C++ has no atomic; processors do not tear aligned words.
        using Words [[gnu::vector_size(64), gnu::may_alias]] = std::uint64_t;
        return {*reinterpret_cast<const volatile Words*>(&line)};
#endif
    }
    static std::uint64_t load(std::uint64_t& word) {
        return std::atomic_ref{word}.load(std::memory_order_relaxed);
    }

    /// Makes an entry less worth, so that none stays for ever.
    static void age(std::uint64_t& slot) {
        const std::uint64_t entry = load(slot);
        if (entry >> kWorkShift == 0) return;
        std::atomic_ref{slot}.store(entry - (std::uint64_t{1} << kWorkShift),
                                    std::memory_order_relaxed);
    }

    Line& line(std::uint64_t key) const {
        return lines_[(key >> 32) * lines_.size() >> 32];
    }

    std::size_t megabytes_ = 64;
    Zeroed<Line> lines_;
};

}  // namespace sparring::dots_and_boxes
