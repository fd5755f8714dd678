#include "tuner/protocol/told_result.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace sparring::tuner {
namespace {

using Penta = std::array<std::int64_t, 5>;

/// Adds pairs of a better and a worse game; who had the better one as first alternates.
class Pairs {
  public:
    void add(double better, double worse, std::int64_t times = 1) {
        for (; times > 0; --times) {
            const bool a_better_first = result_.size() % 2 == 0;
            const GameOutcome high{better, 0, 0}, low{worse, 0, 0};
            result_.push_back(a_better_first ? PairOutcome{high, low} : PairOutcome{low, high});
        }
    }
    EncounterResult take() { return std::move(result_); }

  private:
    EncounterResult result_;
};

/// `decisive`: pairs of one point that are a win and a loss.
EncounterResult from_penta(const Penta& penta, std::int64_t decisive) {
    Pairs pairs;
    pairs.add(1, 1, penta[4]);
    pairs.add(1, 0.5, penta[3]);
    pairs.add(1, 0, decisive);
    pairs.add(0.5, 0.5, penta[2] - decisive);
    pairs.add(0.5, 0, penta[1]);
    pairs.add(0, 0, penta[0]);
    return pairs.take();
}

EncounterResult from_wdl(const std::array<std::int64_t, 3>& wdl) {
    std::vector<double> games;
    for (std::size_t i = 0; i < 3; ++i)
        games.insert(games.end(), static_cast<std::size_t>(wdl[i]), 1 - static_cast<double>(i) / 2);
    Pairs pairs;
    for (std::size_t i = 0; 2 * i + 1 < games.size(); ++i)
        pairs.add(games[i], games[games.size() - 1 - i]);
    return pairs.take();
}

EncounterResult from_score(double score, int n) {
    const auto halves = static_cast<std::int64_t>(std::floor(4 * n * score + 0.5));
    Penta penta{};
    for (std::int64_t i = 0; i < n; ++i)
        ++penta[static_cast<std::size_t>((i + 1) * halves / n - i * halves / n)];
    return from_penta(penta, 0);
}

Expected<EncounterResult> from_detail(const std::vector<ToldGame>& games) {
    if (games.size() % 2 != 0) return Error{"detail: expected pairs of games"};
    EncounterResult result;
    for (std::size_t i = 0; i < games.size(); i += 2) {
        const ToldGame &one = games[i], &other = games[i + 1];
        if (one.a_first == other.a_first)
            return Error{
                fmt::format("detail: games {} and {} are no pair, as the same side moves "
                            "first in both",
                            i + 1, i + 2)};
        result.push_back(one.a_first ? PairOutcome{one.outcome, other.outcome}
                                     : PairOutcome{other.outcome, one.outcome});
    }
    return result;
}

std::optional<std::string> too_many(std::int64_t told, int pairs) {
    if (told >= 1 && told <= pairs) return {};
    return fmt::format("{} pairs are told of, expected 1 to {}", told, pairs);
}

}  // namespace

ToldResult read_told(Fields& fields) {
    ToldResult told;
    if (const auto wdl = fields.counts("wdl", 3)) told.wdl = {(*wdl)[0], (*wdl)[1], (*wdl)[2]};
    if (const auto penta = fields.counts("penta", 5)) {
        told.penta.emplace();
        std::copy(penta->begin(), penta->end(), told.penta->begin());
    }
    if (fields.has("score")) told.score = fields.number("score", 0, 0, 1);
    if (fields.has("cost")) {
        if (told.score) fields.refuse("cost", "is given beside score");
        told.score = 1 - fields.number("cost", 0, 0, 1);
    }
    if (fields.has("n")) told.n = fields.integer("n", 1, 1, 1'000'000);
    if (const Json* detail = fields.find("detail")) {
        if (!detail->is_array() || detail->empty())
            fields.refuse("detail", "expected a list of games");
        else
            for (const Json& each : *detail) {
                Fields game{each, "detail"};
                const std::string first = game.text("first"), res = game.text("res");
                if (first != "a" && first != "b") game.refuse("first", "expected a or b");
                if (res != "a" && res != "b" && res != "draw")
                    game.refuse("res", "expected a, b or draw");
                told.detail.push_back({first == "a",
                                       {res == "a"   ? 1
                                        : res == "b" ? 0
                                                     : 0.5,
                                        game.integer("plies", 0, 0, 1'000'000),
                                        game.integer("decided", 0, 0, 1'000'000)}});
                fields.take(game);
            }
    }
    if (!told.wdl && !told.penta && !told.score && told.detail.empty())
        fields.refuse("wdl", "is missing, and so are penta, score, cost and detail");
    return told;
}

Expected<EncounterResult> outcomes_of(const ToldResult& told, int pairs) {
    if (!told.detail.empty()) {
        if (auto problem = too_many(static_cast<std::int64_t>(told.detail.size() + 1) / 2, pairs))
            return Error{*problem};
        return from_detail(told.detail);
    }
    if (told.wdl) {
        const auto [won, drawn, lost] = *told.wdl;
        const std::int64_t games = won + drawn + lost;
        if (games % 2 != 0) return Error{"wdl: expected pairs of games, so an even number"};
        if (auto problem = too_many(games / 2, pairs)) return Error{*problem};
        if (!told.penta) return from_wdl(*told.wdl);
    }
    if (told.penta) {
        const Penta& penta = *told.penta;
        std::int64_t sum = 0;
        for (const std::int64_t count : penta) sum += count;
        if (auto problem = too_many(sum, pairs)) return Error{*problem};
        if (!told.wdl) return from_penta(penta, 0);
        const auto [won, drawn, lost] = *told.wdl;
        const std::int64_t decisive = won - 2 * penta[4] - penta[3];
        if (decisive < 0 || decisive > penta[2] || lost != 2 * penta[0] + penta[1] + decisive ||
            drawn != penta[1] + penta[3] + 2 * (penta[2] - decisive))
            return Error{"wdl and penta cannot be of the same games"};
        return from_penta(penta, decisive);
    }
    const int n = told.n.value_or(pairs);
    if (auto problem = too_many(n, pairs)) return Error{*problem};
    return from_score(*told.score, n);
}

}  // namespace sparring::tuner
