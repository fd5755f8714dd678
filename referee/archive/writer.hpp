// Writes to an archive on a thread of its own: a commit waits for the disk, and no game's clock may
// be charged for that.
#pragma once

#include <boost/asio/io_context.hpp>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <queue>
#include <string>
#include <thread>

#include "referee/archive/archive.hpp"

namespace sparring::referee {

class ArchiveWriter {
  public:
    /// `done` and `failed` are called on the context's loop. After a failure nothing more is
    /// written, and every later `done` gets false. The archive outlives the writer, and nobody else
    /// uses it meanwhile.
    ArchiveWriter(boost::asio::io_context& context, Archive& archive,
                  std::function<void(std::string)> failed);
    ~ArchiveWriter();  ///< writes what is left

    void add(StoredGame game, StoredOpening opening, std::function<void(bool kept)> done);
    void add(StoredEvent event);

    /// Anything else that belongs between two games.
    void run(std::function<void(Archive&)> job);

    /// Writes what is left and ends the thread.
    void close();

  private:
    struct Job {
        std::function<void(Archive&)> write;
        std::function<void(bool)> done;
    };

    void push(Job job);
    void work();

    boost::asio::io_context& context_;
    Archive& archive_;
    std::function<void(std::string)> failed_;
    std::mutex mutex_;
    std::condition_variable wake_;
    std::queue<Job> jobs_;
    bool closing_ = false;
    std::thread thread_;
};

}  // namespace sparring::referee
