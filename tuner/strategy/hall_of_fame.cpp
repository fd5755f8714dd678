#include "tuner/strategy/hall_of_fame.hpp"

#include <algorithm>

#include "tuner/strategy/pairing.hpp"

namespace sparring::tuner {

void HallOfFame::add(const Candidate& best) {
    const auto same = [&](const Candidate& member) { return member.point == best.point; };
    if (places_ > 0 && std::none_of(members_.begin(), members_.end(), same))
        members_.insert(members_.begin(), best);
}

Batch HallOfFame::ask(int generation, int pairs) const {
    Batch batch{.generation = generation, .candidates = members_};
    for (const Couple& couple : round_robin(static_cast<int>(members_.size())))
        batch.encounters.push_back({couple.a, couple.b, pairs, couple.round * pairs});
    return batch;
}

void HallOfFame::tell(const Batch& batch, std::span<const EncounterResult> results) {
    const auto worst = ranking(criterion_, tallies(batch, results)).back();
    members_.erase(members_.begin() + static_cast<std::ptrdiff_t>(worst));
}

}  // namespace sparring::tuner
