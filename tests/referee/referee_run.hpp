// An executable of ours as a child process, for tests from end to end.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <string>
#include <vector>

namespace sparring::test {

/// One run of `referee`, or of another program beside it. It begins at once, so that several can
/// run side by side.
class RefereeRun {
  public:
    /// `arguments` as in a shell, single and double quotes allowed; {bot} stands for the
    /// misbehaving bot's path, {bin} for the folder of the executables.
    explicit RefereeRun(const std::string& arguments, const std::string& program = "referee");
    RefereeRun(RefereeRun&& other) noexcept;
    RefereeRun& operator=(RefereeRun&&) = delete;
    ~RefereeRun();

    struct Result {
        int status = -1;  ///< exit status; 1000 + number of the signal that killed it
        std::string out, err;
        double seconds = 0;
        std::vector<std::string> left;  ///< of processes(), at the end
        bool timed_out = false;
    };

    /// Waits for the end; kills it after `limit`.
    Result finish(std::chrono::seconds limit = std::chrono::seconds{60});

    /// Processes that carry the run's marker in their environment.
    std::vector<std::string> processes() const;

    void send_signal(int number) const;

    /// Waits until the run has printed `text` on standard output, that many times.
    bool prints(const std::string& text, int times = 1,
                std::chrono::seconds limit = std::chrono::seconds{20}) const;

  private:
    pid_t pid_ = -1;
    int out_ = -1, err_ = -1;
    std::string marker_;
    std::chrono::steady_clock::time_point began_;
};

inline RefereeRun::Result run_referee(const std::string& arguments) {
    return RefereeRun{arguments}.finish();
}

/// Of this process.
std::size_t open_descriptors();

/// The lines of a text that begin with `prefix`.
std::vector<std::string> lines_with(const std::string& text, const std::string& prefix);

}  // namespace sparring::test
