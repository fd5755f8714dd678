#include "tuner/cli/line_pipe.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <boost/asio/buffer.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <utility>

namespace sparring::tuner {

namespace asio = boost::asio;

namespace {

/// Bytes that wait to be written; beyond, nothing is read.
constexpr std::size_t kMostUnwritten = 4 * 1024 * 1024;

/// A descriptor that is ours; /dev/null where there is none.
int copy_of(int descriptor) {
    const int copy = ::fcntl(descriptor, F_DUPFD_CLOEXEC, 3);
    return copy >= 0 ? copy : ::open("/dev/null", O_RDWR | O_CLOEXEC);
}

}  // namespace

LinePipe::LinePipe(asio::io_context& context, int in, int out, std::size_t longest)
    : in_{context, copy_of(in)}, out_{context, copy_of(out)}, splitter_{longest}, change_{context} {
    in_flags_ = ::fcntl(in_.native_handle(), F_GETFL);
    out_flags_ = ::fcntl(out_.native_handle(), F_GETFL);
    struct stat status {};
    reads_file_ = ::fstat(in_.native_handle(), &status) == 0 && S_ISREG(status.st_mode);
    watch();
}

LinePipe::~LinePipe() {
    ::fcntl(in_.native_handle(), F_SETFL, in_flags_);
    ::fcntl(out_.native_handle(), F_SETFL, out_flags_);
}

/// A pipe whose reader has gone is an error that nothing has to be written for. Files cannot be
/// watched, and need not be.
void LinePipe::watch() {
    out_.async_wait(asio::posix::stream_descriptor::wait_error,
                    [this](boost::system::error_code error) {
                        if (error) return;
                        broken_ = true;
                        change_.give();
                    });
}

asio::awaitable<std::optional<Line>> LinePipe::next() {
    std::array<char, 16384> chunk{};
    while (!closed_ && !broken_) {
        if (auto line = splitter_.take()) co_return line;
        if (input_over_) {
            if (std::exchange(rest_given_, true)) break;
            co_return splitter_.rest();
        }
        if (unwritten_.size() > kMostUnwritten) {
            co_await change_.wait();
            continue;
        }
        boost::system::error_code error;
        const std::size_t got = co_await in_.async_read_some(
            asio::buffer(chunk), asio::redirect_error(asio::use_awaitable, error));
        splitter_.add({chunk.data(), got});
        input_over_ = static_cast<bool>(error);
    }
    co_return std::nullopt;
}

void LinePipe::write(std::string_view line) {
    unwritten_ += line;
    unwritten_ += '\n';
    change_.give();
}

asio::awaitable<void> LinePipe::run() {
    while (!broken_) {
        if (unwritten_.empty()) {
            if (closed_) break;
            co_await change_.wait();
            continue;
        }
        const std::string text = std::exchange(unwritten_, {});
        boost::system::error_code error;
        co_await asio::async_write(out_, asio::buffer(text),
                                   asio::redirect_error(asio::use_awaitable, error));
        if (error) broken_ = true;
        change_.give();
    }
    boost::system::error_code ignored;
    out_.cancel(ignored);
}

void LinePipe::stop_reading() {
    input_over_ = rest_given_ = true;
    boost::system::error_code ignored;
    in_.cancel(ignored);
    change_.give();
}

void LinePipe::close() {
    closed_ = true;
    stop_reading();
}

void LinePipe::abandon() {
    broken_ = true;
    boost::system::error_code ignored;
    out_.cancel(ignored);
    stop_reading();
}

}  // namespace sparring::tuner
