#include "engines/bot/lines.hpp"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <system_error>
#include <utility>

namespace sparring::bot {

LineReader::LineReader(int descriptor) : descriptor_{descriptor} {
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC | O_NONBLOCK) != 0) {
        throw std::system_error{errno, std::generic_category(), "pipe2"};
    }
    wake_read_ = ends[0];
    wake_write_ = ends[1];
}

LineReader::~LineReader() {
    close(wake_read_);
    close(wake_write_);
}

void LineReader::wake() {
    const char byte = 0;
    // A full pipe means that a wake-up is pending already.
    [[maybe_unused]] const auto written = write(wake_write_, &byte, 1);
}

std::optional<std::string> LineReader::take_line() {
    for (;;) {
        const std::size_t end = buffer_.find('\n', scanned_);
        if (end == buffer_.npos) {
            if (buffer_.size() > kLongestLine && !overlong_) {
                overlong_ = true;
                std::string line = buffer_.substr(0, kLongestLine);
                buffer_.clear();
                scanned_ = 0;
                return line;
            }
            if (overlong_) buffer_.clear();
            scanned_ = buffer_.size();
            return {};
        }
        std::string line = buffer_.substr(0, end);
        buffer_.erase(0, end + 1);
        scanned_ = 0;
        if (!std::exchange(overlong_, false)) return line;
    }
}

LineReader::Event LineReader::next(std::string& line) {
    for (;;) {
        if (auto taken = take_line()) {
            line = std::move(*taken);
            return Event::line;
        }
        if (ended_) {
            if (buffer_.empty()) return Event::end;
            line = std::exchange(buffer_, {});
            return Event::line;
        }
        std::array<pollfd, 2> polled{{{descriptor_, POLLIN, 0}, {wake_read_, POLLIN, 0}}};
        if (poll(polled.data(), polled.size(), -1) < 0) {
            if (errno == EINTR) continue;
            return Event::end;
        }
        std::array<char, 65536> chunk;
        if (polled[1].revents != 0) {
            if (read(wake_read_, chunk.data(), chunk.size()) > 0) return Event::woken;
        }
        if (polled[0].revents != 0) {
            const auto count = read(descriptor_, chunk.data(), chunk.size());
            if (count > 0) {
                buffer_.append(chunk.data(), static_cast<std::size_t>(count));
            } else if (count == 0 || errno != EINTR) {
                ended_ = true;
            }
        }
    }
}

void Output::line(std::string_view text) {
    const std::lock_guard lock{mutex_};
    std::string full{text};
    full += '\n';
    for (std::string_view rest = full; !rest.empty();) {
        const auto count = write(STDOUT_FILENO, rest.data(), rest.size());
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) break;  // nobody listens; the end of the input will follow
        rest.remove_prefix(static_cast<std::size_t>(count));
    }
    log("<", text);
}

bool Output::log_to(const std::string& file) {
    const std::lock_guard lock{mutex_};
    log_ = std::ofstream{};
    if (file.empty()) return true;
    log_.open(file, std::ios::app);
    return log_.is_open();
}

void Output::log_input(std::string_view text) {
    const std::lock_guard lock{mutex_};
    log(">", text);
}

void Output::log(std::string_view mark, std::string_view text) {
    if (log_.is_open()) log_ << mark << ' ' << text << std::endl;
}

}  // namespace sparring::bot
