#include "tuner/run/pair_jobs.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "referee/archive/sha256.hpp"

namespace sparring::tuner {
namespace {

/// Pairs in one job, at most.
constexpr std::size_t kMostInJob = 16;

}  // namespace

std::vector<referee::Job> PairJobs::cut(const std::vector<int>& pairs, std::size_t most) {
    const auto planned = [&](int number) -> const PlannedPair& {
        return plan_.pairs[static_cast<std::size_t>(number)];
    };
    std::vector<referee::Job> jobs;
    for (std::size_t i = 0; i < pairs.size();) {
        const PlannedPair& first = planned(pairs[i]);
        Out out{{}, attempts_[pairs[i]] + 1};
        referee::MatchJob job{games::full_name(experiment_.configuration.choice),
                              experiment_.sent(plan_.sides[static_cast<std::size_t>(first.a)]),
                              experiment_.sent(plan_.sides[static_cast<std::size_t>(first.b)]),
                              {},
                              experiment_.configuration.match.max_moves};
        for (; i < pairs.size() && out.pairs.size() < most; ++i) {
            const PlannedPair& pair = planned(pairs[i]);
            if (pair.a != first.a || pair.b != first.b) break;
            attempts_[pairs[i]] = out.attempt;
            job.openings.push_back(experiment_.openings[pair.opening].opening);
            out.pairs.push_back(pairs[i]);
        }
        std::string body = to_json(job);
        referee::Sha256 sum;
        sum.add(body);
        std::string id = fmt::format("{}.{}.{}.{}", name_, out.pairs.front(), out.attempt,
                                     sum.finish().substr(0, 16));
        jobs.push_back({id, run_, generation_, std::move(body)});
        out_.emplace(std::move(id), std::move(out));
    }
    return jobs;
}

std::optional<Expected<PairJobs::Result>> PairJobs::take(const referee::JobResult& result) {
    const auto out = out_.extract(result.id);
    if (out.empty()) return {};
    referee::MatchResult played;
    if (!result.abandoned) {
        auto parsed = referee::parse_match_result(result.body);
        if (!parsed) return Error{parsed.error()};
        if (!parsed->refused.empty()) return Error{parsed->refused};
        played = *std::move(parsed);
    }
    Result read;
    std::size_t next = 0;
    for (const int number : out.mapped().pairs) {
        Played& pair = read.pairs.emplace_back(Played{number, out.mapped().attempt});
        for (referee::JobGame& game : pair.games) {
            game = {Outcome::none, referee::Reason::void_game};
            if (next == played.games.size()) continue;
            game = std::move(played.games[next++]);
            ++read.games;
        }
    }
    return read;
}

std::vector<std::string> PairJobs::out() const {
    std::vector<std::string> ids;
    for (const auto& [id, job] : out_) ids.push_back(id);
    return ids;
}

std::size_t pairs_in_job(std::size_t pairs, std::size_t jobs_each, int workers) {
    return std::clamp<std::size_t>(pairs / (jobs_each * static_cast<std::size_t>(workers)), 1,
                                   kMostInJob);
}

}  // namespace sparring::tuner
