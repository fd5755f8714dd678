#include "referee/archive/background_writer.hpp"

#include <boost/asio/post.hpp>
#include <csignal>
#include <utility>

namespace sparring::referee {

namespace asio = boost::asio;

BackgroundWriter::BackgroundWriter(asio::io_context& context,
                                   std::function<void(std::string)> failed)
    : BackgroundWriter{context, std::move(failed), Group{}} {}

BackgroundWriter::BackgroundWriter(asio::io_context& context,
                                   std::function<void(std::string)> failed, Group group)
    : context_{context}, failed_{std::move(failed)}, group_{std::move(group)} {
    // Signals are the loop's business; a thread inherits what is blocked when it starts.
    sigset_t all, before;
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, &before);
    thread_ = std::thread{[this] { work(); }};
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

BackgroundWriter::~BackgroundWriter() {
    close();
}

void BackgroundWriter::close() {
    {
        const std::lock_guard lock{mutex_};
        closing_ = true;
    }
    wake_.notify_one();
    if (thread_.joinable()) thread_.join();
}

void BackgroundWriter::push(std::function<void()> write, std::function<void(bool kept)> done) {
    {
        const std::lock_guard lock{mutex_};
        jobs_.push_back({std::move(write), std::move(done)});
    }
    wake_.notify_one();
}

bool BackgroundWriter::written(std::vector<Job>& jobs) {
    try {
        if (group_.begin) group_.begin();
        for (Job& job : jobs) job.write();
        if (group_.commit) group_.commit();
        return true;
    } catch (const std::exception& error) {
        asio::post(context_, [this, why = std::string{error.what()}] { failed_(why); });
        return false;
    }
}

void BackgroundWriter::work() {
    bool broken = false;
    for (;;) {
        std::vector<Job> jobs;
        {
            std::unique_lock lock{mutex_};
            wake_.wait(lock, [&] { return closing_ || !jobs_.empty(); });
            if (jobs_.empty()) return;
            // Without a group each is for itself, and is reported as soon as it is written.
            const std::size_t most = group_.begin ? jobs_.size() : 1;
            const auto end = jobs_.begin() + static_cast<std::ptrdiff_t>(most);
            jobs.assign(std::make_move_iterator(jobs_.begin()), std::make_move_iterator(end));
            jobs_.erase(jobs_.begin(), end);
        }
        broken = broken || !written(jobs);
        for (Job& job : jobs) {
            if (job.done)
                asio::post(context_, [done = std::move(job.done), broken] { done(!broken); });
        }
    }
}

}  // namespace sparring::referee
