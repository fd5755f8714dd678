// The transposition table: two bounds an entry, as MTD and AB-SSS* need (Plaat et al., Artificial
// Intelligence 87 (1996): MT = null-window alpha-beta with memory).
//
// Threads share it without locks: an entry is two 64-bit words, the first stored as an exclusive-or
// with a number made of all bits of the second, so that a torn entry does not match (Hyatt and Mann
// 2002). All bits, for halves of two entries of one position may differ in a few only.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>

#include "engines/search/game_traits.hpp"
#include "engines/search/zeroed.hpp"

namespace sparring {

class TranspositionTable {
  public:
    struct Entry {
        Value lower = -kInfinite, upper = kInfinite;
        int depth = 0;           ///< plies, below kMaxPly
        std::uint32_t move = 0;  ///< Move::code() + 1, 0 for none
    };

    /// Takes effect at the next use. Precondition: no search is running.
    void resize(std::size_t megabytes) {
        megabytes_ = megabytes;
        buckets_.free();
        generation_ = 0;
    }

    /// Forgets everything. Precondition: no search is running.
    void clear() {
        buckets_.clear();
        generation_ = 0;
    }

    /// To be called before each search; allocates. Throws std::bad_alloc.
    void start_search() {
        if (!buckets_) buckets_.allocate(megabytes_ * (1 << 20) / sizeof(Bucket));
        generation_ = (generation_ + 1) & kGenerationMask;
    }

    void prefetch(std::uint64_t key) const { __builtin_prefetch(&bucket(key)); }

    bool probe(std::uint64_t key, Entry& found) const {
        for (Slot& slot : bucket(key).slots) {
            const std::uint64_t data = load(slot.data);
            const std::uint64_t check = load(slot.check) ^ mark(data);
            if (data == 0 || (check ^ key) >> 32 != 0) continue;
            found.lower = unpack(data);
            found.upper = unpack(data >> kValueBits);
            found.depth = static_cast<int>(data >> 42 & 255);
            found.move = static_cast<std::uint32_t>(check);
            return true;
        }
        return false;
    }

    /// Stores a new bound: value >= beta raises `lower`, value <= alpha lowers `upper`, else both.
    /// Keeps the other bound if the entry had the same depth, and the old move if there is no new
    /// one.
    void store(std::uint64_t key, int depth, Value alpha, Value beta, Value value,
               std::uint32_t move) {
        Slot* victim = nullptr;
        int victim_worth = 1 << 20;
        Value lower = -kInfinite, upper = kInfinite;
        for (Slot& slot : bucket(key).slots) {
            const std::uint64_t data = load(slot.data);
            const std::uint64_t check = load(slot.check) ^ mark(data);
            if (data != 0 && (check ^ key) >> 32 == 0) {
                if (move == 0) move = static_cast<std::uint32_t>(check);
                if (static_cast<int>(data >> 42 & 255) == depth) {
                    lower = unpack(data);
                    upper = unpack(data >> kValueBits);
                }
                victim = &slot;
                break;
            }
            const int age = static_cast<int>((generation_ - (data >> 50)) & kGenerationMask);
            const int worth = data == 0 ? -1 : static_cast<int>(data >> 42 & 255) - 8 * age + 512;
            if (worth < victim_worth) {
                victim_worth = worth;
                victim = &slot;
            }
        }
        if (value > alpha) lower = std::max(lower, value);
        if (value < beta) upper = std::min(upper, value);
        if (lower > upper) {  // searches of unequal selectivity disagree: keep the newer
            lower = value > alpha ? value : -kInfinite;
            upper = value < beta ? value : kInfinite;
        }
        const std::uint64_t data = pack(lower) | pack(upper) << kValueBits |
                                   static_cast<std::uint64_t>(depth) << 42 | generation_ << 50 |
                                   std::uint64_t{1} << 63;
        store_word(victim->data, data);
        store_word(victim->check, ((key >> 32) << 32 | move) ^ mark(data));
    }

    /// Share of used entries of the current search, permill, from a sample.
    int hashfull() const {
        if (!buckets_) return 0;
        constexpr std::size_t sample = 250;
        int used = 0;
        for (std::size_t i = 0; i < sample; ++i) {
            for (Slot& slot : buckets_[i % buckets_.size()].slots) {
                const std::uint64_t data = load(slot.data);
                used += data != 0 && (data >> 50 & kGenerationMask) == generation_;
            }
        }
        return used;
    }

  private:
    // data: lower 21, upper 21, depth 8, generation 6, used 1.  check: key 32, move 32.
    static constexpr int kValueBits = 21;
    static constexpr std::uint64_t kValueMask = (1 << kValueBits) - 1;
    static constexpr std::uint64_t kGenerationMask = 63;
    static_assert(kInfinite < 1 << (kValueBits - 1));

    struct Slot {
        std::uint64_t check, data;
    };
    struct alignas(64) Bucket {
        std::array<Slot, 4> slots;
    };

    static std::uint64_t pack(Value value) {
        return static_cast<std::uint64_t>(value) & kValueMask;
    }
    static Value unpack(std::uint64_t bits) {
        return static_cast<Value>(static_cast<std::uint32_t>(bits & kValueMask)
                                  << (32 - kValueBits)) >>
               (32 - kValueBits);
    }
    /// Differs in the upper half, with which keys are told apart, wherever data differ.
    static std::uint64_t mark(std::uint64_t data) { return data * 0x9e3779b97f4a7c15; }

    static std::uint64_t load(std::uint64_t& word) {
        return std::atomic_ref{word}.load(std::memory_order_relaxed);
    }
    static void store_word(std::uint64_t& word, std::uint64_t value) {
        std::atomic_ref{word}.store(value, std::memory_order_relaxed);
    }

    Bucket& bucket(std::uint64_t key) const {
        return buckets_[(key & 0xffffffff) * buckets_.size() >> 32];
    }

    std::size_t megabytes_ = 64;
    Zeroed<Bucket> buckets_;
    std::uint64_t generation_ = 0;
};

}  // namespace sparring
