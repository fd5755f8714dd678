#include "tests/tuner/conversation.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <fstream>

#include "tests/catch.hpp"

namespace sparring::test {

Conversation::Conversation(std::vector<std::string> command) {
    ::signal(SIGPIPE, SIG_IGN);
    std::array<int, 2> in{}, out{};
    REQUIRE(::pipe2(in.data(), O_CLOEXEC) == 0);
    REQUIRE(::pipe2(out.data(), O_CLOEXEC) == 0);
    std::vector<char*> argv;
    for (std::string& word : command) argv.push_back(word.data());
    argv.push_back(nullptr);
    pid_ = ::fork();
    REQUIRE(pid_ >= 0);
    if (pid_ == 0) {
        ::dup2(in[0], STDIN_FILENO);
        ::dup2(out[1], STDOUT_FILENO);
        ::execvp(argv[0], argv.data());
        ::_exit(127);
    }
    ::close(in[0]);
    ::close(out[1]);
    in_ = in[1];
    out_ = out[0];
    ::fcntl(in_, F_SETFL, O_NONBLOCK);
}

Conversation::~Conversation() {
    kill();
    if (pid_ > 0) ::waitpid(pid_, nullptr, 0);
    end_input();
    ::close(out_);
}

/// One step of reading, and of writing where there is something; false: nothing happened for a
/// minute.
bool Conversation::pump(bool writing) {
    std::array<pollfd, 2> wanted{{{out_, POLLIN, 0}, {in_, POLLOUT, 0}}};
    if (::poll(wanted.data(), writing ? 2 : 1, 60'000) <= 0) return false;
    if (wanted[0].revents != 0) {
        std::array<char, 65536> chunk{};
        const ssize_t got = ::read(out_, chunk.data(), chunk.size());
        if (got > 0) received_.append(chunk.data(), static_cast<std::size_t>(got));
        if (got == 0) ended_ = true;
    }
    if (writing && wanted[1].revents != 0) {
        const ssize_t put = ::write(in_, unsent_.data(), unsent_.size());
        if (put > 0) unsent_.erase(0, static_cast<std::size_t>(put));
        if (put < 0 && errno != EAGAIN) unsent_.clear();  // it is gone
    }
    return true;
}

void Conversation::send_text(const std::string& text) {
    unsent_ += text;
    while (!unsent_.empty() && !ended_) REQUIRE(pump(true));
}

std::optional<std::string> Conversation::line() {
    for (;;) {
        if (const auto end = received_.find('\n'); end != received_.npos) {
            std::string line = received_.substr(0, end);
            received_.erase(0, end + 1);
            return line;
        }
        if (ended_) return {};
        REQUIRE(pump(false));
    }
}

Conversation::Json Conversation::message() {
    const auto text = line();
    return text ? Json::parse(*text) : Json{};
}

void Conversation::end_input() {
    if (in_ >= 0) ::close(in_);
    in_ = -1;
}

void Conversation::signal(int number) {
    if (pid_ > 0) ::kill(pid_, number);
}

void Conversation::kill() {
    signal(SIGKILL);
}

int Conversation::finish() {
    end_input();
    while (line()) {
    }
    int status = 0;
    ::waitpid(pid_, &status, 0);
    pid_ = -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
}

Ran ran(std::vector<std::string> command) {
    Conversation program{std::move(command)};
    program.end_input();
    Ran result;
    while (const auto line = program.line()) result.out += *line + '\n';
    result.status = program.finish();
    return result;
}

std::vector<std::string> documented(const std::string& role, const std::string& direction) {
    std::ifstream file{SPARRING_SOURCE_DIR "/docs/tune-protocol.md"};
    std::vector<std::string> lines;
    std::string section;
    for (std::string line; std::getline(file, line);) {
        if (line.starts_with("## ")) section = line.substr(3);
        if (line.starts_with(direction + " ") && section.starts_with(role))
            lines.push_back(line.substr(direction.size() + 1));
    }
    return lines;
}

std::vector<std::string> fields(const Conversation::Json& message) {
    std::vector<std::string> names;
    for (const auto& [name, value] : message.items()) names.push_back(name);
    return names;
}

std::vector<std::string> documented_fields(const std::string& role, const std::string& type) {
    for (const std::string& line : documented(role, "<-"))
        if (const auto json = Conversation::Json::parse(line); json.at("type") == type)
            return fields(json);
    return {};
}

}  // namespace sparring::test
