// Which encounters of a batch are with evaluators elsewhere, and what has come back of them. Pure:
// whoever calls says what time it is.
//
// An encounter that is handed out has a lease. When that lapses the encounter is handed out again,
// and so it is when its games failed, a few times. The first result counts, whoever brings it.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tuner/strategy/strategy.hpp"

namespace sparring::tuner {

/// An item's name: `c12.3` is encounter 3 of batch 12. It stays the same when a run is resumed.
struct ItemName {
    int batch = 0, encounter = 0;

    bool operator==(const ItemName&) const = default;
};

std::string to_text(const ItemName& name);
std::optional<ItemName> parse_item_name(std::string_view text);

class CandidateBook {
  public:
    using Instant = std::chrono::steady_clock::time_point;

    struct Terms {
        std::chrono::seconds lease{600};
        int retries = 2;  ///< after failures
    };

    CandidateBook() = default;
    CandidateBook(std::size_t encounters, const Terms& terms)
        : terms_{terms}, entries_(encounters) {}

    /// Up to `n` encounters that nobody has, the first first; they are leased from now on.
    std::vector<int> hand_out(std::size_t n, Instant now);
    std::size_t available(Instant now) const;

    /// Renews a lease, also one that has lapsed if nobody else has got the encounter since. False:
    /// it is settled.
    bool keep(int encounter, Instant now);

    /// False: it has been settled before, and nothing changes. No pairs: it is given up.
    bool settle(int encounter, EncounterResult result);

    /// False: it has failed too often; settle() it.
    bool fails(int encounter);

    bool settled(int encounter) const { return entry(encounter).result.has_value(); }
    bool known(int encounter) const {
        return encounter >= 0 && static_cast<std::size_t>(encounter) < entries_.size();
    }
    std::size_t count_settled() const { return settled_; }
    std::size_t size() const { return entries_.size(); }
    bool complete() const { return settled_ == entries_.size(); }

    /// Precondition: complete().
    std::vector<EncounterResult> results() const;

  private:
    struct Entry {
        std::optional<Instant> until{};  ///< of the lease
        std::optional<EncounterResult> result{};
        int failures = 0;
    };

    const Entry& entry(int encounter) const {
        return entries_[static_cast<std::size_t>(encounter)];
    }
    Entry& entry(int encounter) { return entries_[static_cast<std::size_t>(encounter)]; }
    static bool free(const Entry& entry, Instant now) {
        return !entry.result && (!entry.until || *entry.until <= now);
    }

    Terms terms_;
    std::vector<Entry> entries_;
    std::size_t settled_ = 0;
};

}  // namespace sparring::tuner
