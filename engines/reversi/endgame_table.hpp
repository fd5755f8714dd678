// The solver's table: two bounds an entry under the whole board, so that no two positions can be
// mistaken for each other. Threads share it without locks: both boards are stored as an
// exclusive-or with the entry's data (Hyatt and Mann 2002), a torn entry matches nothing.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstdint>
#include <memory>

#include "engines/reversi/last_empties.hpp"
#include "engines/search/zeroed.hpp"

namespace sparring::reversi {

inline constexpr std::uint8_t kNoSquare = 255;

class EndgameTable {
  public:
    struct Entry {
        int lower = -64, upper = 64;
        int confidence = 0;  ///< step of selectivity that the bounds were found under
        std::array<std::uint8_t, 2> moves{kNoSquare, kNoSquare};  ///< the best, the one before it
    };

    void resize(std::size_t megabytes) {
        megabytes_ = megabytes;
        buckets_.free();
        generation_ = 0;
    }

    /// Forgets everything.
    void clear() {
        buckets_.clear();
        generation_ = 0;
    }

    /// To be called before each search; allocates. Throws std::bad_alloc.
    void start_search() {
        if (!buckets_)
            buckets_.allocate(std::max<std::size_t>(megabytes_ * (1 << 20) / sizeof(Bucket), 1));
        generation_ = generation_ % 255 + 1;
    }

    static std::uint64_t hash(Board own, Board opp) {
        std::uint64_t h = own * 0x9e3779b97f4a7c15 ^ std::rotl(opp * 0xd6e8feb86659fd93, 32);
        h = (h ^ h >> 32) * 0xff51afd7ed558ccd;
        return h ^ h >> 29;
    }

    void prefetch(std::uint64_t hash) const {
        const auto* start = reinterpret_cast<const char*>(&bucket(hash));
        __builtin_prefetch(start);
        __builtin_prefetch(start + 64);
    }

    bool probe(std::uint64_t hash, Board own, Board opp, Entry& found) const {
        for (Slot& slot : bucket(hash).slots) {
            const std::uint64_t data = load(slot.data);
            if ((load(slot.own) ^ data) != own || (load(slot.opp) ^ data) != opp || data == 0)
                continue;
            found.lower = static_cast<std::int8_t>(data);
            found.upper = static_cast<std::int8_t>(data >> 8);
            found.confidence = static_cast<int>(data >> 16 & 255);
            found.moves = {static_cast<std::uint8_t>(data >> 24),
                           static_cast<std::uint8_t>(data >> 32)};
            return true;
        }
        return false;
    }

    /// Stores what a search of the window (alpha, beta) under `confidence` returned; `cost`: nodes
    /// it took, which decides what is kept. Bounds of more confidence are not overwritten.
    void store(std::uint64_t hash, Board own, Board opp, int confidence, int alpha, int beta,
               int value, std::uint8_t move, std::uint64_t cost) {
        Slot* victim = nullptr;
        int victim_worth = 1 << 20;
        int lower = -64, upper = 64;
        std::uint8_t second = kNoSquare;
        auto weight = static_cast<int>(std::bit_width(cost));
        for (Slot& slot : bucket(hash).slots) {
            const std::uint64_t data = load(slot.data);
            if (data != 0 && (load(slot.own) ^ data) == own && (load(slot.opp) ^ data) == opp) {
                const auto old = static_cast<int>(data >> 16 & 255);
                if (old > confidence) return;
                if (old == confidence) {
                    lower = static_cast<std::int8_t>(data);
                    upper = static_cast<std::int8_t>(data >> 8);
                }
                const auto first = static_cast<std::uint8_t>(data >> 24);
                second = static_cast<std::uint8_t>(data >> 32);
                if (move == kNoSquare) {
                    move = first;
                } else if (first != move) {
                    second = first;
                }
                weight = std::max(weight, static_cast<int>(data >> 40 & 255));
                victim = &slot;
                break;
            }
            const int age = (generation_ - static_cast<int>(data >> 48 & 255) + 255) % 255;
            const int worth = data == 0 ? -1000 : static_cast<int>(data >> 40 & 255) - 4 * age;
            if (worth < victim_worth) {
                victim_worth = worth;
                victim = &slot;
            }
        }
        if (value > alpha) lower = std::max(lower, value);
        if (value < beta) upper = std::min(upper, value);
        if (lower > upper) {  // selective searches may disagree: the newer holds
            lower = value > alpha ? value : -64;
            upper = value < beta ? value : 64;
        }
        const std::uint64_t data = std::uint64_t{static_cast<std::uint8_t>(lower)} |
                                   std::uint64_t{static_cast<std::uint8_t>(upper)} << 8 |
                                   static_cast<std::uint64_t>(confidence) << 16 |
                                   std::uint64_t{move} << 24 | std::uint64_t{second} << 32 |
                                   static_cast<std::uint64_t>(weight) << 40 |
                                   static_cast<std::uint64_t>(generation_) << 48;
        save(victim->own, own ^ data);
        save(victim->opp, opp ^ data);
        save(victim->data, data);
    }

  private:
    struct Slot {
        std::uint64_t own, opp, data;
    };
    struct alignas(128) Bucket {
        std::array<Slot, 5> slots;
    };

    static std::uint64_t load(std::uint64_t& word) {
        return std::atomic_ref{word}.load(std::memory_order_relaxed);
    }
    static void save(std::uint64_t& word, std::uint64_t value) {
        std::atomic_ref{word}.store(value, std::memory_order_relaxed);
    }

    Bucket& bucket(std::uint64_t hash) const {
        return buckets_[(hash & 0xffffffff) * buckets_.size() >> 32];
    }

    std::size_t megabytes_ = 64;
    Zeroed<Bucket> buckets_;
    int generation_ = 0;
};

/// A thread's own small table for the positions just above the leaves: null-window results only,
/// the newest wins.
class LeafTable {
  public:
    struct Entry {
        Board own = 0, opp = 0;
        std::int8_t lower = -64, upper = 64;
    };

    Entry& at(Board own, Board opp) {
        const std::uint64_t h = own * 0x9e3779b97f4a7c15 + opp * 0xd6e8feb86659fd93;
        return entries_[(h ^ h >> 31) * 0xff51afd7ed558ccd >> (64 - kBits)];
    }

  private:
    static constexpr int kBits = 14;
    std::unique_ptr<Entry[]> entries_ = std::make_unique<Entry[]>(std::size_t{1} << kBits);
};

}  // namespace sparring::reversi
