#include "tuner/run/evaluation.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "protocol/text.hpp"
#include "tuner/genome/random.hpp"
#include "tuner/run/streams.hpp"

namespace sparring::tuner {
namespace {

/// Faults that are told of, at most.
constexpr std::size_t kMostFaults = 20;

/// The side of an opponent; the error lists who there is.
Expected<referee::JobSide> side_of(const Experiment& experiment, const Against& against,
                                   const std::string& limits) {
    const Configuration& configuration = experiment.configuration;
    const std::string& own = against.limits.empty() ? limits : against.limits;
    if (against.opponent == "start")
        return experiment.side(experiment.space().start(),
                               own.empty() ? configuration.limits : own);
    for (const Opponent& opponent : configuration.opponents)
        if (opponent.name == against.opponent && opponent.role != Role::test)
            return referee::JobSide{opponent.name, {}, own.empty() ? opponent.limits : own};
    return Error{fmt::format("there is no opponent '{}'; there are {}",
                             text::printable(against.opponent),
                             fmt::join(opponents_of(experiment), ", "))};
}

}  // namespace

Expected<Point> point_of(const Parameters& parameters, const Assignment& assignment) {
    const Space space = parameters.space();
    Point point = space.start();
    std::vector<bool> given(space.size());
    for (const auto& [name, text] : assignment) {
        std::size_t i = 0;
        while (i < space.size() && !text::equals_ignoring_case(space[i].name, name)) ++i;
        if (i == space.size()) {
            std::vector<std::string> names;
            for (const Parameter& parameter : parameters.all) {
                if (text::equals_ignoring_case(parameter.name, name))
                    return Error{fmt::format("{} is fixed", parameter.name)};
                if (!parameter.fixed) names.push_back(parameter.name);
            }
            const auto near = text::nearest(name, names);
            return Error{fmt::format("there is no parameter '{}'{}", text::printable(name),
                                     near ? fmt::format("; did you mean {}?", *near)
                                          : fmt::format("; there are {}", fmt::join(names, ", ")))};
        }
        if (given[i]) return Error{fmt::format("{} is given twice", space[i].name)};
        given[i] = true;
        const auto value = space[i].value(text);
        if (!value) return Error{value.error()};
        point[i] = *value;
    }
    return point;
}

std::vector<std::string> opponents_of(const Experiment& experiment) {
    std::vector<std::string> names{"start"};
    for (const Opponent& opponent : experiment.configuration.opponents)
        if (opponent.role != Role::test) names.push_back(opponent.name);
    return names;
}

std::variant<Refusal, EvalPlan> plan_of(const Experiment& experiment, const EvalRequest& request) {
    const Configuration& configuration = experiment.configuration;
    const auto refusal = [&](const char* code, const std::string& text) {
        return Refusal{code, text, request.id};
    };
    EvalPlan result;
    std::vector<std::string> limits{request.limits};
    for (const Against& against : request.against) limits.push_back(against.limits);
    for (const std::string& words : limits)
        if (!words.empty())
            if (const auto read = referee::parse_limits(words); !read)
                return refusal("bad_limit", read.error());
    const auto add = [&](const Assignment& assignment) -> std::optional<Refusal> {
        const auto point = point_of(experiment.parameters, assignment);
        if (!point) return refusal("bad_param", point.error());
        result.plan.sides.push_back(experiment.side(
            *point, request.limits.empty() ? configuration.limits : request.limits));
        return {};
    };
    if (auto problem = add(request.a)) return *problem;
    if (request.b)
        if (auto problem = add(*request.b)) return *problem;
    for (const Against& against : request.against) {
        auto side = side_of(experiment, against, request.limits);
        if (!side) return refusal("unknown_opponent", side.error());
        result.plan.sides.push_back(*std::move(side));
        result.names.push_back(against.opponent);
    }
    if (request.set != "train" && request.set != "validation")
        return refusal("unknown_openings",
                       fmt::format("there are no openings '{}' to choose from; there are train and "
                                   "validation",
                                   text::printable(request.set)));
    const auto openings =
        experiment.openings_of(request.set == "train" ? Role::train : Role::validation);
    if (openings.empty())
        return refusal("unknown_openings",
                       fmt::format("the file keeps no openings for {}", request.set));
    const std::size_t start =
        request.start
            ? static_cast<std::size_t>(*request.start) % openings.size()
            : Random{configuration.seed, {kRequestedOpening, request.seed}}.below(openings.size());
    for (int b = 1; b < static_cast<int>(result.plan.sides.size()); ++b) {
        for (int number = 0; number < request.pairs; ++number) {
            const std::size_t place = (start + static_cast<std::size_t>(number)) % openings.size();
            result.plan.pairs.push_back({b - 1, number, 0, b, openings[place]});
            result.numbers.push_back(place);
        }
    }
    result.cacheable =
        configuration.match.cache &&
        std::all_of(result.plan.sides.begin(), result.plan.sides.end(),
                    [](const auto& side) { return referee::deterministic(side.limits); });
    return result;
}

Evaluation::Evaluation(const Experiment& experiment, GameCache& cache, EvalRequest request,
                       EvalPlan plan, std::string name)
    : experiment_{experiment},
      cache_{cache},
      request_{std::move(request)},
      name_{std::move(name)},
      names_{std::move(plan.names)},
      numbers_{std::move(plan.numbers)},
      wanted_(plan.plan.sides.size() - 1, request_.pairs),
      log_{std::move(plan.plan), static_cast<int>(wanted_.size()), plan.cacheable},
      jobs_{experiment_, log_.plan(), name_, name_, 0} {}

std::vector<referee::Job> Evaluation::begin() {
    std::vector<int> looked_up;
    return cut(log_.take(wanted_, cache_, looked_up));
}

std::vector<referee::Job> Evaluation::cut(const std::vector<int>& pairs) {
    std::size_t most = pairs_in_job(pairs.size(), 4, experiment_.configuration.processors());
    if (request_.progress_every > 0)
        most = std::min(most, static_cast<std::size_t>(request_.progress_every));
    return jobs_.cut(pairs, most);
}

std::vector<referee::Job> Evaluation::take(const referee::JobResult& result) {
    const auto note = [&](const std::string& fault) {
        if (faults_.size() < kMostFaults) faults_.push_back(fault);
    };
    const auto played = jobs_.take(result);
    if (!played) return {};
    if (!*played) {
        note(played->error());
        failed_ = true;
        return {};
    }
    const MatchRules& rules = experiment_.configuration.match;
    std::vector<int> again;
    for (const PairJobs::Played& each : (*played)->pairs) {
        const int number = each.pair;
        const Verdict verdict = judge(
            each.games, log_.plan().pairs[static_cast<std::size_t>(number)], each.attempt, rules);
        for (const std::string& fault : verdict.faults) note(fault);
        if (verdict.again) {
            again.push_back(number);
            continue;
        }
        log_.settle(number, *verdict.games, cache_);
        // A share of what was asked for is no answer, unless the file says that it is.
        const bool counts = verdict.games->front().score.has_value();
        failed_ = failed_ || (!counts && rules.on_fault != OnFault::drop);
    }
    return failed_ ? std::vector<referee::Job>{} : cut(again);
}

bool Evaluation::over() const {
    return failed_ || log_.complete(wanted_);
}

EvalResult Evaluation::result() const {
    EvalResult result;
    result.id = request_.id;
    result.faults = faults_;
    for (const EncounterResult& encounter : log_.results(wanted_)) {
        for (const PairOutcome& pair : encounter) {
            ++result.pairs[static_cast<std::size_t>(2 * pair.points())];
            for (const GameOutcome& game : {pair.as_first, pair.as_second})
                ++result.games[static_cast<std::size_t>(2 * game.score)];
        }
    }
    if (request_.detail) {
        for (std::size_t i = 0; i < log_.plan().pairs.size(); ++i) {
            const auto* games = log_.find(static_cast<int>(i));
            if (games == nullptr || !games->front().score || !games->back().score) continue;
            const auto encounter = static_cast<std::size_t>(log_.plan().pairs[i].encounter);
            for (const StoredGame& game : *games)
                result.detail.push_back({names_.empty() ? "" : names_[encounter], numbers_[i],
                                         game.first, *game.score, game.decided, game.plies});
        }
    }
    if (failed_ || (over() && result.games_played() == 0)) {
        result.status = EvalResult::Status::failed;
        result.reason = "engine";
    }
    return result;
}

}  // namespace sparring::tuner
