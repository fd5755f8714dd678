// What the solver knows of contested grounds: not who wins there, but with how many moves in
// reserve. The more a side has, the better for it, so two bounds say it for all reserves.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>

#include "engines/amazons/zones.hpp"
#include "engines/games/types.hpp"

namespace sparring::amazons {

/// For the side to move: it wins with a reserve of at least `won` and loses with at most `lost`.
struct Threshold {
    int lost = -128, won = 127;
    std::uint32_t move = 0;  ///< Move::code() + 1 of one that won, 0 for none

    bool decides(int reserve) const { return reserve >= won || reserve <= lost; }
};

/// Entries of 32 bytes, two to a cache line, that hold the whole ground: what is found is right.
class ZoneTable {
  public:
    /// Takes the memory. Throws std::bad_alloc.
    explicit ZoneTable(std::size_t megabytes) : pairs_{megabytes * (1 << 20) / sizeof(Pair)} {
        memory_.reset(static_cast<Pair*>(std::calloc(pairs_, sizeof(Pair))));
        if (!memory_) throw std::bad_alloc{};
    }

    Threshold find(const Ground& ground) const {
        const Key key{ground};
        for (const Entry& entry : pair(key).entries) {
            if (entry.key == key) return {entry.lost, entry.won, entry.move};
        }
        return {};
    }

    /// Adds to what is known. `work`: what it cost to find, in nodes.
    void store(const Ground& ground, int reserve, bool win, std::uint32_t move,
               std::uint64_t work) {
        const Key key{ground};
        Pair& both = pair(key);
        const auto effort = static_cast<std::uint8_t>(std::bit_width(work));
        Entry* entry = nullptr;
        for (Entry& old : both.entries) {
            if (old.key == key) entry = &old;
        }
        if (entry == nullptr) {
            // The cheaper of the two goes.
            entry = &both.entries[both.entries[0].effort > both.entries[1].effort ? 1 : 0];
            *entry = {key, 0, -128, 127, 0};
        }
        entry->effort = std::max(entry->effort, effort);
        if (win) {
            entry->won = static_cast<std::int8_t>(std::min<int>(entry->won, reserve));
            entry->move = move;
        } else {
            entry->lost = static_cast<std::int8_t>(std::max<int>(entry->lost, reserve));
        }
    }

  private:
    /// 110 + 2 x 28 bits; never zero, for a ground has amazons.
    struct Key {
        std::uint64_t low = 0, high = 0;
        std::uint64_t amazons : 56 = 0;

        Key() = default;
        explicit Key(const Ground& ground) : low{ground.empty.low}, high{ground.empty.high} {
            std::uint64_t squares = 0;
            for (bits::Board side : {ground.own, ground.opp}) {
                for (int i = 0; i < 4; ++i) {
                    const int square = side.any() ? side.lowest() : 127;
                    squares = squares << 7 | static_cast<std::uint64_t>(square);
                    if (side.any()) side.remove_lowest();
                }
            }
            amazons = squares & ((std::uint64_t{1} << 56) - 1);
        }
        bool operator==(const Key&) const = default;
        std::uint64_t hash() const { return mix64(low ^ mix64(high ^ mix64(amazons))); }
    };
    struct Entry {
        Key key;
        std::uint8_t effort = 0;
        std::int8_t lost = -128, won = 127;
        std::uint32_t move = 0;
    };
    struct Pair {
        Entry entries[2];
    };
    static_assert(sizeof(Entry) == 32);
    struct Free {
        void operator()(Pair* memory) const { std::free(memory); }
    };

    Pair& pair(const Key& key) const { return memory_[key.hash() % pairs_]; }

    std::size_t pairs_;
    std::unique_ptr<Pair[], Free> memory_;
};

}  // namespace sparring::amazons
