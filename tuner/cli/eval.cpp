// `tuner eval`: somebody else's optimiser has its candidates play here.
#include "tuner/cli/eval.hpp"

#include <algorithm>

#include "tuner/cli/commands.hpp"
#include "tuner/cli/load.hpp"

namespace sparring::tuner {
namespace {

constexpr std::string_view kUsage =
    "tuner eval --stdio FILE\n"
    "tuner eval --once [--format irace|smac|json|value] FILE PARAMS...\n\n"
    "--stdio serves tune/1 on standard input and output (docs/tune-protocol.md).\n"
    "--once plays one evaluation; PARAMS are what the tool appends, or NAME=VALUE ...";

const std::vector<OptionRow>& options() {
    static const std::vector<OptionRow> rows{
        {"stdio", "", "messages, one JSON object a line"},
        {"once", "", "one evaluation"},
        {"set,s", "KEY=VALUE", "a key of the file; may be given again"},
        {"workers,w", "N", "games at a time (the file's queue.concurrency, else processors)"},
        {"format,f", "FORMAT", "of --once: irace, smac, json (the default), value"},
        {"pairs,p", "N", "of --once: pairs of games against each opponent (8)"},
        {"against,a", "NAME", "of --once: an opponent of the file, or start; may be given again"},
        {"openings", "SET", "of --once: train (the default) or validation"},
        {"seed", "TEXT", "of --once: chooses the openings, with the instance"},
        {"instance", "TEXT", "of --once: the same"},
        {"deadline", "SECONDS", "of --once: then it is given up"},
    };
    return rows;
}

/// How many of the words are ours: up to FILE, which is the first that is neither an option nor
/// its value. What follows belongs to the tool.
std::size_t own_words(std::span<const std::string> words) {
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string& word = words[i];
        if (!word.starts_with("-")) return i + 1;
        const bool takes_value =
            std::any_of(options().begin(), options().end(), [&](const OptionRow& row) {
                const auto comma = row.name.find(',');
                const std::string name = "--" + std::string{row.name.substr(0, comma)};
                const bool is_short =
                    comma != row.name.npos && word == "-" + std::string{row.name.substr(comma + 1)};
                return !row.value.empty() && (word == name || is_short);
            });
        if (takes_value) ++i;
    }
    return words.size();
}

}  // namespace

int eval_command(std::span<const std::string> words) {
    const std::size_t own = own_words(words);
    auto line = CommandLine::parse(words.first(own), kUsage, options(), 1, 1);
    if (!line) return fail(kWrongUsage, "eval: " + line.error());
    if (line->helped()) return kDone;
    if (line->has("stdio") == line->has("once"))
        return fail(kWrongUsage, "eval: expected either --stdio or --once");
    if (line->has("stdio") && own < words.size())
        return fail(kWrongUsage, "eval: --stdio takes nothing after FILE");
    auto configuration = load_configuration(*line, Purpose::evaluate);
    if (!configuration) return fail(kWrongUsage, configuration.error());
    const auto workers = line->integer("workers", configuration->concurrency, 0, kMostWorkers);
    if (!workers) return fail(kWrongUsage, "eval: " + workers.error());
    configuration->concurrency = *workers;
    const auto engine = introduce(*configuration);
    if (!engine) return fail(kNoStart, engine.error());
    auto experiment = make_experiment(*std::move(configuration), *engine, Purpose::evaluate);
    if (!experiment) return fail(kWrongUsage, experiment.error());
    return line->has("stdio") ? eval_stdio(*experiment)
                              : eval_once(*experiment, *line, words.subspan(own));
}

}  // namespace sparring::tuner
