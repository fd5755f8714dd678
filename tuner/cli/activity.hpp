// What a run's workers are doing now: a small file beside the run, written anew every second while
// a process plays it. `tuner status` shows it. Nothing depends on it.
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "referee/queue/job_queue.hpp"

namespace sparring::tuner {

struct Activity {
    std::string time;  ///< UTC, when it was written
    int process = 0;
    referee::QueueState queue;
    double per_minute = 0;  ///< jobs done, over the last minute or since the process has begun
    std::vector<referee::WorkerState> workers;
};

std::string to_json(const Activity& activity);

/// Nothing if the text is not one.
std::optional<Activity> parse_activity(std::string_view json);

/// For people: two lines and a table of the workers, at most `most` of them.
std::string activity_text(const Activity& activity, std::size_t most = 40);

/// The rate over a window, of a number that grows.
class Rate {
  public:
    using Instant = std::chrono::steady_clock::time_point;

    void add(Instant now, std::uint64_t count);
    double per_minute() const;

  private:
    std::deque<std::pair<Instant, std::uint64_t>> seen_;
};

/// The file of a run in a folder; one that is removed when the object goes.
class ActivityFile {
  public:
    explicit ActivityFile(const std::string& run_file);
    ActivityFile(const ActivityFile&) = delete;
    ActivityFile& operator=(const ActivityFile&) = delete;
    ~ActivityFile();

    /// Where it cannot be written, there is none.
    void write(const referee::JobQueue& queue);

    static std::string path(const std::string& run_file);

  private:
    std::string path_;
    Rate rate_;
};

/// Of a run file; nothing if no process has left one.
std::optional<Activity> read_activity(const std::string& run_file);

}  // namespace sparring::tuner
