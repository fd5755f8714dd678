#include "tuner/cli/activity.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "referee/archive/utc.hpp"
#include "referee/view/table.hpp"

namespace sparring::tuner {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

namespace {

constexpr std::chrono::minutes kWindow{1};

std::string seconds(std::chrono::milliseconds time) {
    return fmt::format("{:.1f} s", static_cast<double>(time.count()) / 1000);
}

}  // namespace

std::string to_json(const Activity& activity) {
    const referee::QueueState& queue = activity.queue;
    Json workers = Json::array();
    for (const referee::WorkerState& worker : activity.workers)
        workers.push_back({{"name", worker.name},
                           {"jobs", worker.jobs},
                           {"done", worker.done},
                           {"silent_ms", worker.silent.count()}});
    const Json json{{"v", 1},
                    {"time", activity.time},
                    {"process", activity.process},
                    {"waiting", queue.waiting},
                    {"leased", queue.leased},
                    {"unconfirmed", queue.unconfirmed},
                    {"done", queue.done},
                    {"per_minute", activity.per_minute},
                    {"redelivered", queue.redelivered},
                    {"duplicates", queue.duplicates},
                    {"abandoned", queue.abandoned},
                    {"workers", workers}};
    return json.dump(-1, ' ', true, Json::error_handler_t::replace);
}

std::optional<Activity> parse_activity(std::string_view text) {
    const Json json = Json::parse(text, nullptr, false);
    try {
        Activity activity;
        json.at("time").get_to(activity.time);
        json.at("process").get_to(activity.process);
        json.at("waiting").get_to(activity.queue.waiting);
        json.at("leased").get_to(activity.queue.leased);
        json.at("unconfirmed").get_to(activity.queue.unconfirmed);
        json.at("done").get_to(activity.queue.done);
        json.at("per_minute").get_to(activity.per_minute);
        json.at("redelivered").get_to(activity.queue.redelivered);
        json.at("duplicates").get_to(activity.queue.duplicates);
        json.at("abandoned").get_to(activity.queue.abandoned);
        for (const Json& worker : json.at("workers"))
            activity.workers.push_back(
                {worker.at("name").get<std::string>(), worker.at("jobs").get<std::size_t>(),
                 worker.at("done").get<std::uint64_t>(),
                 std::chrono::milliseconds{worker.at("silent_ms").get<std::int64_t>()}});
        return activity;
    } catch (const Json::exception&) {
        return {};
    }
}

std::string activity_text(const Activity& activity, std::size_t most) {
    const referee::QueueState& queue = activity.queue;
    const auto now = std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
    const auto written = referee::parse_utc(activity.time);
    const auto age = written ? now - std::chrono::floor<std::chrono::seconds>(*written)
                             : std::chrono::seconds{0};
    constexpr std::chrono::seconds kFresh{10};
    std::string text = age <= kFresh ? fmt::format("process {} plays:", activity.process)
                                     : fmt::format("process {} was last heard of {} s ago; then:",
                                                   activity.process, age.count());
    text += fmt::format(
        " {} jobs wait, {} are being played, {} results to write down\n"
        "{} jobs done, {:.1f} a minute; {} handed out again, {} came twice, {} given up\n",
        queue.waiting, queue.leased, queue.unconfirmed, queue.done, activity.per_minute,
        queue.redelivered, queue.duplicates, queue.abandoned);
    referee::Table table;
    table.column("worker", referee::Table::Align::left);
    table.column("has");
    table.column("done");
    table.column("silent for");
    for (std::size_t i = 0; i < std::min(most, activity.workers.size()); ++i) {
        const referee::WorkerState& worker = activity.workers[i];
        table.row({worker.name, fmt::format("{}", worker.jobs), fmt::format("{}", worker.done),
                   seconds(worker.silent)});
    }
    if (!activity.workers.empty()) text += table.text();
    if (activity.workers.size() > most)
        text += fmt::format("and {} more\n", activity.workers.size() - most);
    return text;
}

void Rate::add(Instant now, std::uint64_t count) {
    seen_.emplace_back(now, count);
    while (seen_.size() > 2 && now - seen_[1].first >= kWindow) seen_.pop_front();
}

double Rate::per_minute() const {
    if (seen_.size() < 2) return 0;
    const std::chrono::duration<double, std::ratio<60>> time =
        seen_.back().first - seen_.front().first;
    const auto count = static_cast<double>(seen_.back().second - seen_.front().second);
    return time.count() > 0 ? count / time.count() : 0;
}

ActivityFile::ActivityFile(const std::string& run_file) : path_{path(run_file)} {}

ActivityFile::~ActivityFile() {
    std::error_code ignored;
    fs::remove(path_, ignored);
}

std::string ActivityFile::path(const std::string& run_file) {
    return (fs::path{run_file}.parent_path() / "activity.json").string();
}

void ActivityFile::write(const referee::JobQueue& queue) {
    const referee::QueueState state = queue.state();
    rate_.add(std::chrono::steady_clock::now(), state.done);
    const Activity activity{referee::utc_now(), ::getpid(), state, rate_.per_minute(),
                            queue.workers()};
    const std::string half = path_ + ".part";
    std::ofstream{half} << to_json(activity) << '\n';
    std::error_code ignored;
    fs::rename(half, path_, ignored);
}

std::optional<Activity> read_activity(const std::string& run_file) {
    std::ifstream file{ActivityFile::path(run_file)};
    if (!file) return {};
    return parse_activity(std::string{std::istreambuf_iterator<char>{file}, {}});
}

}  // namespace sparring::tuner
