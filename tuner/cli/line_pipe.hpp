// Standard input and output as lines, on a loop, whatever they are: pipes, files, terminals,
// /dev/null. Reading stops while too much that was written has not been taken.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "referee/play/notice.hpp"
#include "tuner/protocol/line_splitter.hpp"

namespace sparring::tuner {

class LinePipe {
  public:
    /// Owns copies of the descriptors; how they block is put back at the end.
    LinePipe(boost::asio::io_context& context, int in, int out, std::size_t longest);
    LinePipe(const LinePipe&) = delete;
    LinePipe& operator=(const LinePipe&) = delete;
    ~LinePipe();

    bool reads_file() const { return reads_file_; }  ///< a regular file: nobody waits for answers

    /// The next line; nothing at the end of the input, and after close().
    boost::asio::awaitable<std::optional<Line>> next();

    /// To be written when there is room.
    void write(std::string_view line);

    /// Writes what it is given until close(), or until nobody takes it any more: broken().
    boost::asio::awaitable<void> run();

    /// run() returns when nobody reads the output any more, even if nothing is written.
    bool broken() const { return broken_; }

    void stop_reading();
    void close();    ///< what is to be written still is
    void abandon();  ///< nothing is read or written any more: broken()

  private:
    void watch();

    boost::asio::posix::stream_descriptor in_, out_;
    int in_flags_ = 0, out_flags_ = 0;
    bool reads_file_ = false;
    LineSplitter splitter_;
    std::string unwritten_;
    bool input_over_ = false, rest_given_ = false, closed_ = false, broken_ = false;
    referee::Notice change_;
};

}  // namespace sparring::tuner
