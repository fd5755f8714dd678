// Commands that exchange parameters with other programs: `export`, `import`.
#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>

#include "protocol/text.hpp"
#include "tuner/cli/command_line.hpp"
#include "tuner/cli/commands.hpp"
#include "tuner/cli/run_files.hpp"
#include "tuner/config/point_text.hpp"
#include "tuner/config/spsa_lines.hpp"

namespace sparring::tuner {
namespace {

/// How the engine of a run spells its arguments.
std::string pattern_of(const StoredRun& run) {
    const auto tree = parse_toml(run.configuration, "run file");
    const Node* engine = tree ? tree->find("engine") : nullptr;
    const Node* pattern = engine != nullptr ? engine->find("pattern") : nullptr;
    const auto* text = pattern != nullptr ? std::get_if<std::string>(&pattern->value) : nullptr;
    return text != nullptr ? *text : "--{name}={value}";
}

constexpr int kLast = -1;  // generations count from 0

/// The last answer of a generation, or the last of all.
Expected<StoredAnswer> answer_of(const RunStore& store, int generation) {
    const auto answers = store.answers();
    if (answers.empty()) return Error{"no generation of the run has ended yet"};
    if (generation == kLast) return answers.back();
    std::map<int, int> generations;  // by batch
    for (const StoredBatch& batch : store.batches(false))
        generations[batch.number] = batch.batch.generation;
    for (auto answer = answers.rbegin(); answer != answers.rend(); ++answer)
        if (generations[answer->batch] == generation) return *answer;
    return Error{fmt::format("--generation: the run has no answer of generation {}; its last is {}",
                             generation, generations[answers.back().batch])};
}

}  // namespace

int export_command(std::span<const std::string> words) {
    const auto formats = point_formats();
    auto line = CommandLine::parse(
        words, "tuner export DIR [OPTIONS]\nThe values that a run has found, for other programs.",
        {{"as", "FORMAT", "setoption (default), toml, json, header, openbench, args or referee"},
         {"subject", "WHO", "champion (default), mean or start"},
         {"generation", "N", "the answer of that generation (the last)"}},
        1, 1);
    if (!line) return fail(kWrongUsage, "export: " + line.error());
    if (line->helped()) return kDone;
    const auto generation = line->integer("generation", kLast, 0, 1'000'000'000);
    if (!generation) return fail(kWrongUsage, "export: " + generation.error());
    const std::string format = line->text("as", formats.front());
    if (std::find(formats.begin(), formats.end(), format) == formats.end())
        return fail(kWrongUsage, fmt::format("export: --as: '{}' is none of {}",
                                             text::printable(format), fmt::join(formats, ", ")));
    const auto store = open_run(line->operands().front());
    if (!store) return fail(kWrongUsage, store.error());
    const StoredRun run = (*store)->run();
    const Parameters parameters{run.parameters, {}};
    const std::string subject = line->text("subject", "champion");
    Point point = parameters.space().start();
    if (subject == "champion" || subject == "mean") {
        const auto answer = answer_of(**store, *generation);
        if (!answer) return fail(kFailed, "export: " + answer.error());
        point = subject == "mean" ? answer->mean_point : answer->champion_point;
    } else if (subject != "start") {
        return fail(kWrongUsage, fmt::format("export: --subject: '{}' is none of champion, mean, "
                                             "start",
                                             text::printable(subject)));
    }
    fmt::print("{}", point_text(parameters, point, format, pattern_of(run)));
    return kDone;
}

int import_command(std::span<const std::string> words) {
    auto line = CommandLine::parse(
        words,
        "tuner import FILE\nParameters of OpenBench (name, int, start, min, max, C_end, R_end) or "
        "fishtest\n(name,start,min,max,c_end,r_end) as tables of a configuration; FILE may be -.",
        {}, 1, 1);
    if (!line) return fail(kWrongUsage, "import: " + line.error());
    if (line->helped()) return kDone;
    const std::string& path = line->operands().front();
    std::ifstream file{path == "-" ? "/dev/stdin" : path, std::ios::binary};
    const std::string text{std::istreambuf_iterator<char>{file}, {}};
    if (!file)
        return fail(kWrongUsage,
                    fmt::format("import: cannot read '{}'", text::printable(path, 200)));
    const auto lines = parse_spsa_lines(text);
    if (!lines)
        return fail(kWrongUsage,
                    fmt::format("import: {}: {}", text::printable(path, 200), lines.error()));
    fmt::print("{}", to_toml(*lines));
    return kDone;
}

}  // namespace sparring::tuner
