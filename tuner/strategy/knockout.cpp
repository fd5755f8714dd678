#include "tuner/strategy/knockout.hpp"

#include <bit>
#include <numeric>

namespace sparring::tuner {
namespace {

/// Makes another seed of a strategy's.
constexpr std::uint64_t kLots = 0x6b6e6f636b;

}  // namespace

std::optional<KnockoutSettings> read_knockout(Table& table) {
    KnockoutSettings settings;
    const bool wanted = table.flag("knockout", true);
    settings.pairs = table.integer("knockout_pairs", settings.pairs, 1, 10000);
    settings.sudden_death = table.integer("sudden_death", settings.sudden_death, 0, 10000);
    return wanted ? std::optional{settings} : std::nullopt;
}

Knockout::Knockout(std::vector<Candidate> entrants, const KnockoutSettings& settings,
                   std::uint64_t seed)
    : entrants_{std::move(entrants)},
      settings_{settings},
      seed_{seed ^ kLots},
      alive_(entrants_.size()),
      points_(entrants_.size()),
      games_(entrants_.size()) {
    std::iota(alive_.begin(), alive_.end(), 0);
    Random random{seed_, {0}};
    random.shuffle(alive_);
    draw_round(static_cast<int>(std::bit_ceil(entrants_.size()) - entrants_.size()));
}

/// The first `byes` of those who are left pass; the others meet their neighbours.
void Knockout::draw_round(int byes) {
    matches_.clear();
    for (std::size_t i = 0; i < alive_.size();) {
        if (static_cast<int>(i) < byes) {
            matches_.push_back({alive_[i], alive_[i], 0, 0, alive_[i]});
            ++i;
        } else {
            matches_.push_back({alive_[i], alive_[i + 1]});
            i += 2;
        }
    }
    ++round_;
}

Batch Knockout::ask(int generation) {
    Batch batch{.generation = generation};
    if (alive_.size() < 2) return batch;
    for (const Match& match : matches_) {
        if (match.winner) continue;
        const int a = static_cast<int>(batch.candidates.size());
        batch.candidates.push_back(entrants_[static_cast<std::size_t>(match.a)]);
        batch.candidates.push_back(entrants_[static_cast<std::size_t>(match.b)]);
        batch.encounters.push_back({a, a + 1, match.pairs == 0 ? settings_.pairs : 1, match.pairs});
    }
    return batch;
}

void Knockout::tell(std::span<const EncounterResult> results) {
    std::size_t next = 0;
    ++steps_;
    bool decided = true;
    for (std::size_t i = 0; i < matches_.size(); ++i) {
        Match& match = matches_[i];
        if (match.winner) continue;
        const EncounterResult& result = results[next++];
        for (const PairOutcome& pair : result) {
            match.points += 2 * pair.points() - 2;
            const auto a = static_cast<std::size_t>(match.a), b = static_cast<std::size_t>(match.b);
            points_[a] += pair.points();
            points_[b] += 2 - pair.points();
            games_[a] += 2;
            games_[b] += 2;
        }
        match.pairs += match.pairs == 0 ? settings_.pairs : 1;
        if (match.points != 0) {
            match.winner = match.points > 0 ? match.a : match.b;
        } else if (match.pairs >= settings_.pairs + settings_.sudden_death) {
            Random lot{seed_, {static_cast<std::uint64_t>(round_), i}};
            match.winner = lot.chance(0.5) ? match.a : match.b;
        }
        decided = decided && match.winner;
    }
    if (!decided) return;
    alive_.clear();
    for (const Match& match : matches_) alive_.push_back(*match.winner);
    if (alive_.size() > 1) draw_round(0);
}

double Knockout::winner_share() const {
    const auto winner = static_cast<std::size_t>(alive_.front());
    return games_[winner] > 0 ? points_[winner] / games_[winner] : 0.5;
}

int Knockout::most_pairs(int entrants, const std::optional<KnockoutSettings>& settings) {
    if (!settings || entrants < 2) return 0;
    return (entrants - 1) * (settings->pairs + settings->sudden_death);
}

}  // namespace sparring::tuner
