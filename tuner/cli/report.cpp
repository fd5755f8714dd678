// `tuner report` and `tuner plot`: a run as documents and charts in files.
#include <fmt/format.h>

#include <filesystem>
#include <set>

#include "protocol/text.hpp"
#include "referee/cli/output_file.hpp"
#include "tuner/cli/command_line.hpp"
#include "tuner/cli/commands.hpp"
#include "tuner/cli/run_files.hpp"
#include "tuner/view/plots.hpp"
#include "tuner/view/report.hpp"

namespace sparring::tuner {
namespace {

namespace fs = std::filesystem;
using referee::DocumentFile;

const OptionRow kOut{"out,o", "FOLDER", "where it goes (DIR/report)"};

/// The folder of a run, also where its file was named.
fs::path folder_of(const std::string& run) {
    const fs::path file{run_file(run)};
    return file.has_parent_path() ? file.parent_path() : fs::path{"."};
}

/// Writes all, or says what could not be written. Folders are made.
std::optional<std::string> write(const fs::path& folder, const std::vector<DocumentFile>& files,
                                 const std::string& run) {
    for (const DocumentFile& file : files) {
        const fs::path path = folder / file.name;
        std::error_code error;
        fs::create_directories(path.parent_path(), error);
        if (error)
            return fmt::format("cannot make '{}': {}", path.parent_path().string(),
                               error.message());
        auto out = referee::OutputFile::open(path.string(), run);
        if (!out) return out.error();
        out->write(file.content);
        if (auto problem = out->close()) return problem;
    }
    return {};
}

/// What both commands write: with the documents, or only charts.
int write_and_say(const fs::path& folder, const std::vector<DocumentFile>& files,
                  const std::string& run) {
    if (const auto problem = write(folder, files, run)) return fail(kFailed, *problem);
    std::size_t charts = 0;
    for (const DocumentFile& file : files) {
        if (file.name.starts_with("plots/")) {
            charts += file.name.ends_with(".svg") ? 1 : 0;
        } else {
            fmt::print("{}\n", (folder / file.name).string());
        }
    }
    fmt::print("{}/ ({} charts as SVG, their data as CSV)\n", (folder / "plots").string(), charts);
    return kDone;
}

}  // namespace

int report_command(std::span<const std::string> words) {
    auto line = CommandLine::parse(
        words, "tuner report DIR [OPTIONS]\nWrites report.html, report.md and their charts.",
        {kOut}, 1, 1);
    if (!line) return fail(kWrongUsage, "report: " + line.error());
    if (line->helped()) return kDone;
    const std::string& run = line->operands().front();
    const auto store = open_run(run);
    if (!store) return fail(kWrongUsage, "report: " + store.error());
    (*store)->freeze();
    const History history = read_history(**store);
    const referee::Document document = run_report(history, run, digest(**store));
    std::vector<DocumentFile> files{{"report.html", html(document)},
                                    {"report.md", markdown(document)},
                                    {"configuration.toml", history.run.configuration}};
    files.insert(files.end(), document.files().begin(), document.files().end());
    files.push_back({"plots/individuals.csv", individuals_csv(history)});
    return write_and_say(line->text("out", (folder_of(run) / "report").string()), files,
                         run_file(run));
}

int plot_command(std::span<const std::string> words) {
    const auto names = chart_names();
    auto line =
        CommandLine::parse(words,
                           fmt::format("tuner plot DIR [NAME...] [OPTIONS]\nCharts by name: {}.",
                                       fmt::join(names, ", ")),
                           {kOut}, 1, 1 + names.size());
    if (!line) return fail(kWrongUsage, "plot: " + line.error());
    if (line->helped()) return kDone;
    const std::string& run = line->operands().front();
    const std::set<std::string> wanted(line->operands().begin() + 1, line->operands().end());
    for (const std::string& name : wanted) {
        if (std::find(names.begin(), names.end(), name) != names.end()) continue;
        const auto near = text::nearest(name, names);
        return fail(kWrongUsage,
                    fmt::format("plot: there is no chart '{}'{}", text::printable(name),
                                near ? fmt::format("; did you mean {}?", *near)
                                     : fmt::format("; there are {}", fmt::join(names, ", "))));
    }
    const auto store = open_run(run);
    if (!store) return fail(kWrongUsage, "plot: " + store.error());
    (*store)->freeze();
    const History history = read_history(**store);
    std::vector<DocumentFile> files;
    std::set<std::string> missing = wanted;
    for (const NamedChart& chart : charts(history)) {
        if (!wanted.empty() && !wanted.contains(chart.name)) continue;
        missing.erase(chart.name);
        for (DocumentFile& file : files_of(chart, "plots")) files.push_back(std::move(file));
    }
    if (!missing.empty())
        return fail(kFailed,
                    fmt::format("plot: the run has no data for {}", fmt::join(missing, ", ")));
    if (wanted.empty()) files.push_back({"plots/individuals.csv", individuals_csv(history)});
    return write_and_say(line->text("out", (folder_of(run) / "report").string()), files,
                         run_file(run));
}

}  // namespace sparring::tuner
