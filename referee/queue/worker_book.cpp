#include "referee/queue/worker_book.hpp"

namespace sparring::referee {

using namespace std::chrono_literals;

void WorkerBook::sign(const WorkerSign& sign, Instant now) {
    Entry& entry = workers_[sign.worker];
    entry.heard = now;
    const auto held = holders_.find(sign.id);
    const bool own = held != holders_.end() && held->second == sign.worker;
    if (sign.kind == WorkerSign::Kind::back) {
        if (own) drop(sign.id);
        return;
    }
    // Signs of one whose lease has lapsed come beside those of the next.
    if (!own && sign.kind != WorkerSign::Kind::taken && held != holders_.end()) return;
    if (!own) {
        drop(sign.id);
        holders_.emplace(sign.id, sign.worker);
    }
    entry.jobs.insert_or_assign(sign.id, now);
}

void WorkerBook::arrived(const JobResult& result, Instant now) {
    drop(result.id);
    if (result.worker.empty()) return;
    Entry& entry = workers_[result.worker];
    entry.heard = now;
    ++entry.done;
}

std::vector<WorkerState> WorkerBook::workers(Instant now) {
    const auto gone = std::max<std::chrono::milliseconds>(10 * lease_, 1min);
    std::vector<WorkerState> result;
    for (auto at = workers_.begin(); at != workers_.end();) {
        auto& [name, entry] = *at;
        std::erase_if(entry.jobs, [&](const auto& job) {
            const bool lapsed = now - job.second > lease_;
            if (lapsed) holders_.erase(job.first);
            return lapsed;
        });
        if (now - entry.heard > gone) {
            at = workers_.erase(at);
            continue;
        }
        result.push_back(
            {name, entry.jobs.size(), entry.done,
             std::chrono::duration_cast<std::chrono::milliseconds>(now - entry.heard)});
        ++at;
    }
    return result;
}

void WorkerBook::drop(std::string_view id) {
    const auto held = holders_.find(id);
    if (held == holders_.end()) return;
    auto& jobs = workers_.find(held->second)->second.jobs;
    jobs.erase(jobs.find(id));
    holders_.erase(held);
}

}  // namespace sparring::referee
