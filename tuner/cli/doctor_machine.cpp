// What a doctor sees without starting anything: the machine and the run file.
#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <thread>

#include "protocol/text.hpp"
#include "tuner/cli/doctor.hpp"
#include "tuner/store/run_store.hpp"

namespace sparring::tuner {
namespace {

namespace fs = std::filesystem;

Finding examine_processors(int games_at_a_time) {
    const int count = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
    std::array<double, 1> load{};
    const bool known = ::getloadavg(load.data(), 1) == 1;
    const std::string text = fmt::format("{}, {} games at a time, load {}", count, games_at_a_time,
                                         known ? fmt::format("{:.1f}", load[0]) : "unknown");
    if (games_at_a_time > count)
        return {Health::warning, "processors",
                text +
                    ": more games than processors; with limits of time they are unfair "
                    "(queue.concurrency)"};
    if (known && load[0] > 0.5 * count)
        return {Health::warning, "processors",
                text +
                    ": others are using them; with limits of time games are unfair, and the "
                    "speed below is too low"};
    return {Health::ok, "processors", text};
}

/// Two engines with three pipes and what watches them, and files of our own.
Finding examine_descriptors(int games_at_a_time) {
    const rlim_t needed = 64 + 2 * 8 * static_cast<rlim_t>(games_at_a_time);
    rlimit limit{};
    if (::getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return {Health::warning, "descriptors", "nobody knows how many files may be open"};
    if (limit.rlim_cur == RLIM_INFINITY) return {Health::ok, "descriptors", "as many as it takes"};
    if (limit.rlim_cur >= needed)
        return {Health::ok, "descriptors", fmt::format("{}, {} do", limit.rlim_cur, needed)};
    return {Health::problem, "descriptors",
            fmt::format("{}, but {} games at a time need {}: ulimit -n {}", limit.rlim_cur,
                        games_at_a_time, needed, needed)};
}

Finding examine_folder(const std::string& folder) {
    const std::string shown = text::printable(folder.empty() ? "." : folder, 200);
    std::error_code error;
    fs::path there = fs::absolute(folder.empty() ? "." : folder, error);
    while (!fs::exists(there, error) && there.has_relative_path()) there = there.parent_path();
    if (!fs::is_directory(there, error))
        return {
            Health::problem, "disk",
            fmt::format("{} cannot be made: {} is no folder (output.dir)", shown, there.string())};
    if (::access(there.c_str(), W_OK | X_OK) != 0)
        return {Health::problem, "disk",
                fmt::format("{} cannot be written: no permission in {} (output.dir, or --dir)",
                            shown, there.string())};
    const auto space = fs::space(there, error);
    if (error) return {Health::warning, "disk", fmt::format("{}: {}", shown, error.message())};
    const double gigabytes = static_cast<double>(space.available) / 1e9;
    constexpr double kFew = 1;
    return {gigabytes < kFew ? Health::warning : Health::ok, "disk",
            fmt::format("{:.1f} GB free for {}{}", gigabytes, shown,
                        gigabytes < kFew ? ": a run of a million games takes about 0.1" : "")};
}

/// Batches whose stored sum is not that of what stands in the file.
std::vector<int> changed_batches(const RunStore& store, SQLite::Database& database) {
    std::vector<int> changed;
    SQLite::Statement query{database, "SELECT hash FROM batches WHERE number = ?"};
    for (const StoredBatch& batch : store.batches(true)) {
        query.reset();
        query.bind(1, batch.number);
        if (!query.executeStep() || query.getColumn(0).getString() != hash_of(batch))
            changed.push_back(batch.number);
    }
    return changed;
}

}  // namespace

std::vector<Finding> examine_machine(int games_at_a_time, const std::string& folder) {
    return {examine_processors(games_at_a_time), examine_descriptors(games_at_a_time),
            examine_folder(folder)};
}

std::vector<Finding> examine_run_file(const std::string& path) {
    const std::string copy = "; go back to a copy";
    const auto store = RunStore::open_to_read(path);
    if (!store) return {{Health::problem, "run file", store.error() + copy}};
    try {
        SQLite::Database database{path, SQLite::OPEN_READONLY, 5000};
        const std::string found = database.execAndGet("PRAGMA integrity_check(1)").getString();
        if (found != "ok") return {{Health::problem, "run file", found + copy}};
        SQLite::Statement orphans{database, "PRAGMA foreign_key_check"};
        if (orphans.executeStep())
            return {{Health::problem, "run file",
                     fmt::format("rows of {} belong to nothing{}", orphans.getColumn(0).getString(),
                                 copy)}};
        const auto changed = changed_batches(**store, database);
        if (!changed.empty())
            return {{Health::problem, "run file",
                     fmt::format("what batch {} was to play has been changed since{}",
                                 changed.front(), copy)}};
        const auto games = database.execAndGet("SELECT count(*) FROM games").getInt64();
        return {{Health::ok, "run file",
                 fmt::format("whole, schema {}; the sums of {} batches agree; {} games",
                             RunStore::version, (*store)->batches(false).size(), games)}};
    } catch (const std::exception& error) {
        return {{Health::problem, "run file", error.what() + copy}};
    }
}

}  // namespace sparring::tuner
