#include "referee/archive/writer.hpp"

#include <boost/asio/post.hpp>
#include <csignal>
#include <utility>

namespace sparring::referee {

namespace asio = boost::asio;

ArchiveWriter::ArchiveWriter(asio::io_context& context, Archive& archive,
                             std::function<void(std::string)> failed)
    : context_{context}, archive_{archive}, failed_{std::move(failed)} {
    // Signals are the loop's business; a thread inherits what is blocked when it starts.
    sigset_t all, before;
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, &before);
    thread_ = std::thread{[this] { work(); }};
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

ArchiveWriter::~ArchiveWriter() {
    close();
}

void ArchiveWriter::close() {
    {
        const std::lock_guard lock{mutex_};
        closing_ = true;
    }
    wake_.notify_one();
    if (thread_.joinable()) thread_.join();
}

void ArchiveWriter::push(Job job) {
    {
        const std::lock_guard lock{mutex_};
        jobs_.push(std::move(job));
    }
    wake_.notify_one();
}

void ArchiveWriter::add(StoredGame game, StoredOpening opening,
                        std::function<void(bool kept)> done) {
    push({[game = std::move(game), opening = std::move(opening)](Archive& archive) {
              archive.add(game, opening);
          },
          std::move(done)});
}

void ArchiveWriter::add(StoredEvent event) {
    run([event = std::move(event)](Archive& archive) { archive.add(event); });
}

void ArchiveWriter::run(std::function<void(Archive&)> job) {
    push({std::move(job), {}});
}

void ArchiveWriter::work() {
    bool broken = false;
    for (;;) {
        Job job;
        {
            std::unique_lock lock{mutex_};
            wake_.wait(lock, [&] { return closing_ || !jobs_.empty(); });
            if (jobs_.empty()) return;
            job = std::move(jobs_.front());
            jobs_.pop();
        }
        if (!broken) {
            try {
                job.write(archive_);
            } catch (const std::exception& error) {
                broken = true;
                asio::post(context_, [this, why = std::string{error.what()}] { failed_(why); });
            }
        }
        if (job.done) {
            asio::post(context_, [done = std::move(job.done), broken] { done(!broken); });
        }
    }
}

}  // namespace sparring::referee
