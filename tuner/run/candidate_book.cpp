#include "tuner/run/candidate_book.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "protocol/text.hpp"

namespace sparring::tuner {

std::string to_text(const ItemName& name) {
    return fmt::format("c{}.{}", name.batch, name.encounter);
}

std::optional<ItemName> parse_item_name(std::string_view text) {
    const auto dot = text.find('.');
    if (!text.starts_with('c') || dot == text.npos) return {};
    const auto batch = text::number<int>(text.substr(1, dot - 1));
    const auto encounter = text::number<int>(text.substr(dot + 1));
    if (!batch || !encounter || *batch < 0 || *encounter < 0) return {};
    return ItemName{*batch, *encounter};
}

std::vector<int> CandidateBook::hand_out(std::size_t n, Instant now) {
    std::vector<int> out;
    for (std::size_t i = 0; i < entries_.size() && out.size() < n; ++i) {
        if (!free(entries_[i], now)) continue;
        entries_[i].until = now + terms_.lease;
        out.push_back(static_cast<int>(i));
    }
    return out;
}

std::size_t CandidateBook::available(Instant now) const {
    return static_cast<std::size_t>(std::count_if(
        entries_.begin(), entries_.end(), [&](const Entry& entry) { return free(entry, now); }));
}

bool CandidateBook::keep(int encounter, Instant now) {
    Entry& kept = entry(encounter);
    if (kept.result) return false;
    kept.until = now + terms_.lease;
    return true;
}

bool CandidateBook::settle(int encounter, EncounterResult result) {
    Entry& told = entry(encounter);
    if (told.result) return false;
    told.result = std::move(result);
    ++settled_;
    return true;
}

bool CandidateBook::fails(int encounter) {
    Entry& failed = entry(encounter);
    failed.until.reset();
    return ++failed.failures <= terms_.retries;
}

std::vector<EncounterResult> CandidateBook::results() const {
    std::vector<EncounterResult> results;
    for (const Entry& entry : entries_) results.push_back(*entry.result);
    return results;
}

}  // namespace sparring::tuner
