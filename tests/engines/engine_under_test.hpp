// An engine's executable as a child process, for tests of its protocol.
#pragma once

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tests/catch.hpp"

namespace sparring::test {

class EngineUnderTest {
  public:
    explicit EngineUnderTest(const std::string& name, std::vector<std::string> arguments = {}) {
        const std::string path = std::string{SPARRING_BIN_DIR} + "/" + name;
        std::array<int, 2> in{}, out{};
        REQUIRE(pipe2(in.data(), O_CLOEXEC) == 0);
        REQUIRE(pipe2(out.data(), O_CLOEXEC) == 0);
        pid_ = fork();
        REQUIRE(pid_ >= 0);
        if (pid_ == 0) {
            dup2(in[0], STDIN_FILENO);
            dup2(out[1], STDOUT_FILENO);
            std::vector<char*> words{const_cast<char*>(path.c_str())};
            for (std::string& argument : arguments) words.push_back(argument.data());
            words.push_back(nullptr);
            execv(path.c_str(), words.data());
            _exit(127);
        }
        close(in[0]);
        close(out[1]);
        to_ = in[1];
        from_ = out[0];
    }

    ~EngineUnderTest() {
        close_input();
        close(from_);
        if (pid_ > 0) {
            kill(pid_, SIGKILL);
            waitpid(pid_, nullptr, 0);
        }
    }
    EngineUnderTest(const EngineUnderTest&) = delete;
    EngineUnderTest& operator=(const EngineUnderTest&) = delete;

    void send(std::string_view text) {
        std::string rest{text};
        rest += '\n';
        while (!rest.empty()) {
            const auto count = write(to_, rest.data(), rest.size());
            REQUIRE(count > 0);
            rest.erase(0, static_cast<std::size_t>(count));
        }
    }

    void close_input() {
        if (to_ >= 0) close(to_);
        to_ = -1;
    }

    /// The next line, or nothing at the end of the output or after `ms` milliseconds.
    std::optional<std::string> line(int ms = 60'000) {
        const auto deadline = std::chrono::steady_clock::now() + std::chrono::milliseconds{ms};
        for (;;) {
            if (const auto end = buffer_.find('\n'); end != buffer_.npos) {
                std::string line = buffer_.substr(0, end);
                buffer_.erase(0, end + 1);
                return line;
            }
            const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
                                  deadline - std::chrono::steady_clock::now())
                                  .count();
            pollfd polled{from_, POLLIN, 0};
            if (left <= 0 || poll(&polled, 1, static_cast<int>(left)) <= 0) return {};
            std::array<char, 4096> chunk;
            const auto count = read(from_, chunk.data(), chunk.size());
            if (count <= 0) return {};
            buffer_.append(chunk.data(), static_cast<std::size_t>(count));
        }
    }

    /// Lines up to and including the first that starts with `prefix`; fails the test without one.
    std::vector<std::string> until(std::string_view prefix) {
        std::vector<std::string> lines;
        for (;;) {
            auto next = line();
            if (!next)
                FAIL("no line starting with '" << prefix << "' after " << lines.size() << " lines");
            lines.push_back(*next);
            if (next->starts_with(prefix)) return lines;
        }
    }

    /// The exit status once the process has ended, -1 if a signal or the time-out ended the wait.
    int exit_status(int ms = 10'000) {
        for (int waited = 0; waited < ms; waited += 5) {
            int status = 0;
            if (waitpid(pid_, &status, WNOHANG) == pid_) {
                pid_ = -1;
                return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
            }
            usleep(5000);
        }
        return -1;
    }

  private:
    pid_t pid_ = -1;
    int to_ = -1, from_ = -1;
    std::string buffer_;
};

}  // namespace sparring::test
