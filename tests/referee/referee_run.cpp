#include "tests/referee/referee_run.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <filesystem>
#include <sstream>
#include <thread>
#include <utility>

#include "referee/play/shell_text.hpp"
#include "referee/play/system_files.hpp"
#include "tests/catch.hpp"

namespace sparring::test {
namespace {

std::string replaced(std::string text, const std::string& what, const std::string& by) {
    for (auto at = text.find(what); at != text.npos; at = text.find(what, at + by.size())) {
        text.replace(at, what.size(), by);
    }
    return text;
}

int occurrences(const std::string& text, const std::string& what) {
    int count = 0;
    for (auto at = text.find(what); at != text.npos; at = text.find(what, at + what.size()))
        ++count;
    return count;
}

std::string contents(int descriptor) {
    std::string text;
    std::array<char, 65536> chunk{};
    ssize_t got = 0;
    while ((got = ::pread(descriptor, chunk.data(), chunk.size(),
                          static_cast<off_t>(text.size()))) > 0) {
        text.append(chunk.data(), static_cast<std::size_t>(got));
    }
    return text;
}

}  // namespace

std::vector<std::string> RefereeRun::processes() const {
    std::vector<std::string> found;
    for (const pid_t process : referee::numbered_entries("/proc")) {
        const std::string environment =
            referee::file_contents("/proc/" + std::to_string(process) + "/environ");
        if (environment.find(marker_) != environment.npos) found.push_back(std::to_string(process));
    }
    return found;
}

RefereeRun::RefereeRun(const std::string& arguments, const std::string& program)
    : began_{std::chrono::steady_clock::now()} {
    static std::atomic<int> runs{0};
    marker_ =
        "SPARRING_TEST_RUN=" + std::to_string(::getpid()) + "." + std::to_string(++runs) + ".";
    std::string text = replaced(arguments, "{bot}", SPARRING_BOT);
    text = replaced(text, "{bin}", SPARRING_BIN_DIR);
    auto words = referee::shell_words(text);
    REQUIRE(words);
    words->insert(words->begin(), SPARRING_BIN_DIR "/" + program);
    out_ = ::memfd_create("out", MFD_CLOEXEC);
    err_ = ::memfd_create("err", MFD_CLOEXEC);
    REQUIRE(out_ >= 0);
    REQUIRE(err_ >= 0);
    std::vector<char*> argv;
    for (std::string& word : *words) argv.push_back(word.data());
    argv.push_back(nullptr);
    pid_ = ::fork();
    REQUIRE(pid_ >= 0);
    if (pid_ == 0) {
        ::dup2(::open("/dev/null", O_RDONLY), STDIN_FILENO);
        ::dup2(out_, STDOUT_FILENO);
        ::dup2(err_, STDERR_FILENO);
        ::putenv(marker_.data());
        ::execv(argv[0], argv.data());
        ::_exit(127);
    }
}

RefereeRun::RefereeRun(RefereeRun&& other) noexcept
    : pid_{std::exchange(other.pid_, -1)},
      out_{std::exchange(other.out_, -1)},
      err_{std::exchange(other.err_, -1)},
      marker_{other.marker_},
      began_{other.began_} {}

RefereeRun::~RefereeRun() {
    if (pid_ > 0) {
        ::kill(pid_, SIGKILL);
        ::waitpid(pid_, nullptr, 0);
    }
    if (out_ >= 0) ::close(out_);
    if (err_ >= 0) ::close(err_);
}

void RefereeRun::send_signal(int number) const {
    ::kill(pid_, number);
}

bool RefereeRun::prints(const std::string& text, int times, std::chrono::seconds limit) const {
    const auto end = std::chrono::steady_clock::now() + limit;
    while (occurrences(contents(out_), text) < times) {
        if (std::chrono::steady_clock::now() > end) return false;
        std::this_thread::sleep_for(std::chrono::milliseconds{1});
    }
    return true;
}

RefereeRun::Result RefereeRun::finish(std::chrono::seconds limit) {
    Result result;
    int status = 0;
    while (::waitpid(pid_, &status, WNOHANG) == 0) {
        if (std::chrono::steady_clock::now() - began_ > limit && !result.timed_out) {
            result.timed_out = true;
            ::kill(pid_, SIGKILL);
        }
        std::this_thread::sleep_for(std::chrono::milliseconds{2});
    }
    pid_ = -1;
    result.seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - began_).count();
    result.status = WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
    result.out = contents(out_);
    result.err = contents(err_);
    // One that was killed is gone when the system has had time for it.
    const auto patience = std::chrono::steady_clock::now() + std::chrono::seconds{10};
    while (!(result.left = processes()).empty() && std::chrono::steady_clock::now() < patience)
        std::this_thread::sleep_for(std::chrono::milliseconds{20});
    return result;
}

std::size_t open_descriptors() {
    std::size_t count = 0;
    for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator{"/proc/self/fd"})
        ++count;
    return count;
}

std::vector<std::string> lines_with(const std::string& text, const std::string& prefix) {
    std::vector<std::string> lines;
    std::istringstream stream{text};
    for (std::string line; std::getline(stream, line);) {
        if (line.starts_with(prefix)) lines.push_back(line);
    }
    return lines;
}

}  // namespace sparring::test
