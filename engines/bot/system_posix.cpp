#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <system_error>

#include "engines/bot/system.hpp"

namespace sparring::bot {

struct WakeableInput::State {
    explicit State(int input) : descriptor{input} {
        if (pipe2(wake_ends.data(), O_CLOEXEC | O_NONBLOCK) != 0) {
            throw std::system_error{errno, std::generic_category(), "pipe2"};
        }
    }
    ~State() {
        for (const int end : wake_ends) close(end);
    }
    State(const State&) = delete;
    State& operator=(const State&) = delete;

    int descriptor;
    std::array<int, 2> wake_ends{};
};

WakeableInput::WakeableInput(int descriptor) : state_{std::make_shared<State>(descriptor)} {}

WakeableInput::~WakeableInput() = default;

void WakeableInput::wake() {
    const char byte = 0;
    // A full pipe means that a wake-up is pending already.
    [[maybe_unused]] const auto written = write(state_->wake_ends[1], &byte, 1);
}

WakeableInput::Event WakeableInput::wait(std::string& buffer) {
    for (;;) {
        std::array<pollfd, 2> polled{
            {{state_->descriptor, POLLIN, 0}, {state_->wake_ends[0], POLLIN, 0}}};
        if (poll(polled.data(), polled.size(), -1) < 0) {
            if (errno == EINTR) continue;
            return Event::end;
        }
        std::array<char, 65536> chunk;
        if (polled[1].revents != 0) {
            if (read(state_->wake_ends[0], chunk.data(), chunk.size()) > 0) return Event::woken;
        }
        if (polled[0].revents != 0) {
            const auto count = read(state_->descriptor, chunk.data(), chunk.size());
            if (count > 0) {
                buffer.append(chunk.data(), static_cast<std::size_t>(count));
                return Event::bytes;
            }
            if (count == 0 || errno != EINTR) return Event::end;
        }
    }
}

void write_output(std::string_view bytes) {
    while (!bytes.empty()) {
        const auto count = write(STDOUT_FILENO, bytes.data(), bytes.size());
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return;  // the end of the input will follow
        bytes.remove_prefix(static_cast<std::size_t>(count));
    }
}

}  // namespace sparring::bot
