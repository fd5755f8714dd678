// `tuner doctor`: is this machine, this configuration, this run in order?
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "protocol/text.hpp"
#include "tuner/cli/command_line.hpp"
#include "tuner/cli/commands.hpp"
#include "tuner/cli/doctor.hpp"
#include "tuner/cli/load.hpp"
#include "tuner/cli/run_files.hpp"

namespace sparring::tuner {
namespace {

namespace fs = std::filesystem;

class Report {
  public:
    void add(const std::vector<Finding>& findings) {
        for (const Finding& finding : findings) add(finding);
    }

    void add(const Finding& finding) {
        constexpr const char* kWords[] = {"ok", "warning", "problem"};
        fmt::print("{:<8} {:<12} {}\n", kWords[static_cast<std::size_t>(finding.health)],
                   finding.subject, finding.text);
        std::fflush(stdout);
        sound_ = sound_ && finding.health != Health::problem;
    }

    int status() const { return sound_ ? kDone : kFailed; }

  private:
    bool sound_ = true;
};

int examine_file(Report& report, const CommandLine& line) {
    auto configuration = load_configuration(line);
    if (!configuration) {
        report.add({Health::problem, "settings", configuration.error()});
        return report.status();
    }
    report.add(examine_machine(configuration->processors(), configuration->directory));
    const auto engine = introduce(*configuration);
    if (!engine) {
        report.add({Health::problem, "engine", engine.error()});
        return report.status();
    }
    auto experiment = make_experiment(*std::move(configuration), *engine);
    if (!experiment) {
        report.add({Health::problem, "settings", experiment.error()});
        return report.status();
    }
    report.add({Health::ok, "settings",
                fmt::format("{} parameters, {} openings; tuner check lists them",
                            experiment->space().size(), experiment->openings.size())});
    for (const std::string& warning : experiment->parameters.warnings)
        report.add({Health::warning, "settings", warning});
    report.add(examine_engines(*experiment));
    return report.status();
}

int examine_run(Report& report, const std::string& path) {
    report.add(examine_run_file(path));
    const std::string folder = fs::path{path}.parent_path().string();
    const auto store = report.status() == kDone ? RunStore::open_to_read(path)
                                                : Expected<std::unique_ptr<RunStore>>{Error{""}};
    if (!store) return report.status();
    const StoredRun run = (*store)->run();
    const auto tree = parse_toml(run.configuration, "run file");
    const Node* table = tree ? tree->find("run") : nullptr;
    if (table != nullptr && table->find("served") != nullptr) {
        report.add(examine_machine(1, folder));
        report.add({Health::ok, "engine", "none here: the games of this run are played elsewhere"});
        return report.status();
    }
    auto experiment = restored(run, program_folder(), false);
    if (!experiment) {
        report.add({Health::problem, "engine", experiment.error()});
        experiment = restored(run, program_folder(), true);
    }
    if (!experiment) {
        report.add(examine_machine(1, folder));
        return report.status();
    }
    report.add(examine_machine(experiment->configuration.processors(), folder));
    report.add(examine_engines(*experiment));
    return report.status();
}

}  // namespace

int doctor_command(std::span<const std::string> words) {
    auto line = CommandLine::parse(
        words,
        "tuner doctor [DIR|FILE] [OPTIONS]\nLooks at this machine, and at a run or a configuration "
        "and its engines.",
        {{"short", "", "the file's short form"}, {"set,s", "KEY=VALUE", "a key of the file"}}, 0,
        1);
    if (!line) return fail(kWrongUsage, "doctor: " + line.error());
    if (line->helped()) return kDone;
    Report report;
    if (line->operands().empty()) {
        report.add(examine_machine(Configuration{}.processors(), "runs"));
        return report.status();
    }
    const std::string& path = line->operands().front();
    std::error_code error;
    if (fs::is_directory(path, error) || path.ends_with(".db")) {
        const std::string file = run_file(path);
        if (!fs::exists(file, error))
            return fail(kWrongUsage,
                        fmt::format("doctor: there is no run in '{}'", text::printable(path, 200)));
        if (line->has("short") || line->has("set"))
            return fail(kWrongUsage, "doctor: --short and --set are for a configuration");
        return examine_run(report, file);
    }
    const auto found = find_configuration(path);
    if (!found || !fs::exists(*found, error))
        return fail(kWrongUsage, "doctor: " + (found ? fmt::format("cannot read '{}'",
                                                                   text::printable(path, 200))
                                                     : found.error()));
    return examine_file(report, *line);
}

}  // namespace sparring::tuner
