#include "tuner/run/opening_check.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "referee/play/limit_words.hpp"

namespace sparring::tuner {

int distinct_pairs(const Experiment& experiment, Role role, int pairs) {
    if (!referee::deterministic(experiment.configuration.limits)) return pairs;
    return std::min(pairs, static_cast<int>(experiment.openings_of(role).size()));
}

std::optional<std::string> opening_fault(const Experiment& experiment) {
    const Configuration& configuration = experiment.configuration;
    const auto none = [&](Role role, const std::string& otherwise) -> std::optional<std::string> {
        if (!experiment.openings_of(role).empty()) return {};
        return fmt::format("{}: none of {} is left for the {}; raise it or openings.split{}",
                           place(configuration.tree, "openings.count"), experiment.openings.size(),
                           role == Role::train ? "training" : word(role), otherwise);
    };
    if (auto problem = none(Role::train, "")) return problem;
    if (configuration.test_pairs > 0)
        if (auto problem = none(Role::test, ", or set test.pairs = 0")) return problem;
    if (configuration.check_every > 0)
        return none(Role::validation, ", or set validation.every = 0");
    return {};
}

std::vector<std::string> opening_warnings(const Experiment& experiment, const Batch& first) {
    std::vector<std::string> warnings;
    const Configuration& configuration = experiment.configuration;
    if (experiment.openings.size() == 1)
        warnings.push_back("there is one opening: the test is not held out from the training");
    if (!referee::deterministic(configuration.stages.front().limits)) return warnings;
    const auto available = experiment.openings_of(Role::train).size();
    int wanted = 0;
    for (const Encounter& encounter : first.encounters)
        wanted = std::max(wanted, encounter.opening + encounter.pairs);
    if (static_cast<std::size_t>(wanted) > available)
        warnings.push_back(fmt::format(
            "a generation wants {} openings, the training has {}: with fixed limits the same games "
            "come again and say nothing new (raise openings.count)",
            wanted, available));
    const int test = distinct_pairs(experiment, Role::test, configuration.test_pairs);
    if (test < configuration.test_pairs)
        warnings.push_back(fmt::format(
            "test.pairs is {}, but there are {} openings for the test: with fixed limits so many "
            "pairs are different, and no more are played (raise openings.count)",
            configuration.test_pairs, test));
    return warnings;
}

}  // namespace sparring::tuner
