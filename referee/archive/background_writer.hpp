// A thread that writes to a database: a commit waits for the disk, and no game's clock may be
// charged for that.
#pragma once

#include <boost/asio/io_context.hpp>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace sparring::referee {

class BackgroundWriter {
  public:
    /// What is done around all that is written at a time: one transaction, or nothing.
    struct Group {
        std::function<void()> begin{}, commit{};
    };

    /// `done` of push() and `failed` are called on the context's loop. After a failure nothing more
    /// is written, and every later `done` gets false.
    BackgroundWriter(boost::asio::io_context& context, std::function<void(std::string)> failed,
                     Group group);
    BackgroundWriter(boost::asio::io_context& context, std::function<void(std::string)> failed);
    ~BackgroundWriter();  ///< writes what is left

    /// `write` is called on the thread, in the order of push(), and may throw.
    void push(std::function<void()> write, std::function<void(bool kept)> done);

    /// Writes what is left and ends the thread.
    void close();

  private:
    struct Job {
        std::function<void()> write;
        std::function<void(bool)> done;
    };

    void work();
    bool written(std::vector<Job>& jobs);

    boost::asio::io_context& context_;
    std::function<void(std::string)> failed_;
    Group group_;
    std::mutex mutex_;
    std::condition_variable wake_;
    std::vector<Job> jobs_;
    bool closing_ = false;
    std::thread thread_;
};

}  // namespace sparring::referee
