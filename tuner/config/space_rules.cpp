#include "tuner/config/space_rules.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "protocol/text.hpp"
#include "tuner/config/pattern.hpp"

namespace sparring::tuner {
namespace {

/// Options that are about a search or a process, not about an evaluation.
constexpr std::array kNotWeights{"hash",      "threads", "move overhead", "variant", "search",
                                 "selective", "weights", "solve",         "exact",   "log file",
                                 "ponder",    "multipv", "seed"};

bool is_named(const Parameter& parameter, const std::string& name) {
    return text::equals_ignoring_case(parameter.name, name);
}

std::vector<std::string> tunable_names(const std::vector<Option>& options) {
    std::vector<std::string> names;
    for (const Option& option : options)
        if (may_be_weight(option)) names.push_back(option.name);
    return names;
}

/// A name means its option, a pattern only those that may be weights: `*` is not the hash table.
bool names_it(const std::string& pattern, const Option& option) {
    if (pattern.find_first_of("*?") != pattern.npos && !may_be_weight(option)) return false;
    return matches(pattern, option.name);
}

std::optional<std::string> refine(Parameter& parameter, const ParameterRule& rule,
                                  bool engine_has_it) {
    const auto wrong = [&](const std::string& what) {
        return std::optional{fmt::format("{}: param {}: {}", rule.where, rule.name, what)};
    };
    if (engine_has_it) {
        if ((rule.min && *rule.min < parameter.min) || (rule.max && *rule.max > parameter.max))
            return wrong(fmt::format(
                "{}..{} is outside the engine's range {}..{}", rule.min.value_or(parameter.min),
                rule.max.value_or(parameter.max), parameter.min, parameter.max));
    } else if (!rule.min || !rule.max || !rule.start) {
        return wrong("no engine lists such an option, so min, max and default must be given");
    }
    parameter.min = rule.min.value_or(parameter.min);
    parameter.max = rule.max.value_or(parameter.max);
    parameter.start = rule.start.value_or(parameter.start);
    parameter.step = rule.step.value_or(parameter.step);
    parameter.codec = rule.codec.value_or(parameter.codec);
    parameter.fixed = rule.fixed;
    parameter.bits = rule.bits.value_or(parameter.min < parameter.max ? bits_for(parameter) : 1);
    return {};
}

/// Where the file says something about it.
std::string origin(const Parameter& parameter, const Configuration& configuration) {
    for (const ParameterRule& rule : configuration.rules)
        if (is_named(parameter, rule.name)) return rule.where;
    return place(configuration.tree, "params.tune");
}

}  // namespace

bool may_be_weight(const Option& option) {
    const std::string lower = text::lower(option.name);
    return std::find(kNotWeights.begin(), kNotWeights.end(), lower) == kNotWeights.end() &&
           parameter_of(option);
}

Space Parameters::space() const {
    std::vector<Parameter> free;
    for (const Parameter& parameter : all)
        if (!parameter.fixed) free.push_back(parameter);
    return Space{std::move(free)};
}

Options Parameters::options(const Point& point) const {
    Options options;
    std::size_t next = 0;
    for (const Parameter& parameter : all) {
        const double value = parameter.fixed ? parameter.snapped(parameter.start) : point[next++];
        options.emplace_back(parameter.name, parameter.text(value));
    }
    return options;
}

Expected<Parameters> choose_parameters(const std::vector<Option>& options,
                                       const Configuration& configuration) {
    Parameters parameters;
    const auto* engine = configuration.engines.find(configuration.engine);
    const bool by_options = engine != nullptr && engine->carry == referee::Carry::setoption;
    if (options.empty() && by_options)
        return Error{fmt::format(
            "engine {} lists no options, so none can be set; carry = \"args\", \"env\" or \"file\" "
            "gives it parameters when it is started",
            configuration.engine)};
    for (const Option& option : options) {
        const bool wanted =
            std::any_of(configuration.tuned.begin(), configuration.tuned.end(),
                        [&](const auto& pattern) { return names_it(pattern, option); }) ||
            std::any_of(configuration.rules.begin(), configuration.rules.end(),
                        [&](const auto& rule) {
                            return text::equals_ignoring_case(rule.name, option.name);
                        });
        if (!wanted) continue;
        auto parameter = parameter_of(option);
        if (!parameter) return Error{parameter.error()};
        if (configuration.codec) parameter->codec = *configuration.codec;
        parameters.all.push_back(*std::move(parameter));
    }
    for (const std::string& pattern : configuration.tuned) {
        if (std::any_of(parameters.all.begin(), parameters.all.end(),
                        [&](const Parameter& p) { return matches(pattern, p.name); }))
            continue;
        const auto names = tunable_names(options);
        const auto near = text::nearest(pattern, names);
        return Error{fmt::format("{}: the engine has no option '{}'{}",
                                 place(configuration.tree, "params.tune"), text::printable(pattern),
                                 near ? fmt::format("; the nearest is '{}'", *near)
                                      : fmt::format("; it has {}", fmt::join(names, ", ")))};
    }
    for (const ParameterRule& rule : configuration.rules) {
        auto parameter = std::find_if(parameters.all.begin(), parameters.all.end(),
                                      [&](const Parameter& p) { return is_named(p, rule.name); });
        const bool listed = parameter != parameters.all.end();
        if (!listed && by_options) {
            const auto names = tunable_names(options);
            const auto near = text::nearest(rule.name, names);
            return Error{fmt::format("{}: param {}: the engine has no such option{}", rule.where,
                                     text::printable(rule.name),
                                     near ? fmt::format("; the nearest is '{}'", *near) : "")};
        }
        if (!listed) {
            parameters.all.push_back(
                {.name = rule.name, .codec = configuration.codec.value_or(Codec::gray)});
            parameter = parameters.all.end() - 1;
        }
        if (auto problem = refine(*parameter, rule, listed)) return Error{*problem};
    }
    for (const auto& [pattern, text] : configuration.start) {
        bool used = false;
        for (Parameter& parameter : parameters.all) {
            if (!matches(pattern, parameter.name)) continue;
            used = true;
            const auto value = parameter.value(text);
            if (!value)
                return Error{place(configuration.tree, "params.start") + ": " + value.error()};
            parameter.start = *value;
        }
        if (!used)
            return Error{fmt::format("{}: no parameter is called '{}'",
                                     place(configuration.tree, "params.start"),
                                     text::printable(pattern))};
    }
    for (const Parameter& parameter : parameters.all)
        if (const auto problem = fault(parameter))
            return Error{fmt::format("{}: {}", origin(parameter, configuration), *problem)};
    if (parameters.space().size() == 0) {
        return Error{fmt::format(
            "{}: nothing to tune: name options here or in [[param]]; the engine has {}",
            place(configuration.tree, "params.tune"), fmt::join(tunable_names(options), ", "))};
    }
    const bool anchored = std::any_of(parameters.all.begin(), parameters.all.end(),
                                      [](const Parameter& p) { return p.fixed; });
    if (!anchored && parameters.all.size() > 1)
        parameters.warnings.push_back(
            "no parameter is fixed: if the evaluation is linear in all of them, their common scale "
            "means nothing and wastes a dimension (fixed = true for one of them)");
    return parameters;
}

}  // namespace sparring::tuner
