#include "referee/queue/remote_jobs.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace sparring::referee {

namespace {

std::size_t hash_of(std::string_view id) {
    return std::hash<std::string_view>{}(id);
}

}  // namespace

// ---- the coordinator ---------------------------------------------------------------------------

std::size_t RemoteJobs::submit(std::span<const Job> jobs) {
    std::size_t taken = 0;
    for (const Job& job : jobs) {
        const bool known = open_.contains(job.id) || finished_.contains(job.id);
        if (!known && open_.size() >= settings_.capacity) break;
        ++taken;
        if (known) continue;
        const auto forgotten = forgotten_.find(hash_of(job.id));
        const std::uint64_t number = next_number_++;
        Entry& entry =
            open_.emplace(job.id, Entry{std::make_shared<const Job>(job), number}).first->second;
        entry.attempt = forgotten == forgotten_.end() ? 0 : forgotten->second;
        ids_.emplace(number, job.id);
        if (const auto orphan = orphans_.extract(job.id)) {
            finish(entry, std::move(orphan.mapped().result),
                   std::move(orphan.mapped().acknowledge));
        } else {
            unstored_.push_back(number);
        }
    }
    return taken;
}

void RemoteJobs::confirm(std::string_view id) {
    const auto found = finished_.find(id);
    if (found == finished_.end() || found->second.stage != Finished::Stage::handed_on) return;
    found->second.stage = Finished::Stage::confirmed;
    leave(std::move(found->second.acknowledge));
    --unconfirmed_;
}

void RemoteJobs::forget(std::string_view id) {
    if (const auto found = open_.find(id); found != open_.end()) {
        remove(found->second);
        ++forgotten_[hash_of(id)];
        drop(found->second);
    }
    const auto found = finished_.find(id);
    if (found == finished_.end()) return;
    if (found->second.stage != Finished::Stage::confirmed) {
        leave(std::move(found->second.acknowledge));
        --unconfirmed_;
        std::erase_if(ready_, [id](const JobResult& result) { return result.id == id; });
    }
    ++forgotten_[hash_of(id)];
    finished_.erase(found);
}

Cancellation RemoteJobs::cancel(std::string_view run, int generation) {
    Cancellation result{std::string{run}, generation};
    for (auto at = open_.begin(); at != open_.end();) {
        const Entry& entry = at++->second;
        if (entry.job->run != run || entry.job->generation > generation) continue;
        result.message = std::max(result.message, entry.message);
        if (entry.place != Place::unstored && entry.message == 0)
            cancelled_.emplace(entry.number, Cancellation{result.run, generation});
        remove(entry);
        ++forgotten_[hash_of(entry.job->id)];
        drop(entry);
    }
    return result;
}

QueueState RemoteJobs::state() const {
    return {open_.size() - leased_,
            leased_,
            unconfirmed_,
            redelivered_,
            duplicates_,
            abandoned_,
            done_};
}

std::vector<JobResult> RemoteJobs::results() {
    for (const JobResult& result : ready_)
        finished_.find(result.id)->second.stage = Finished::Stage::handed_on;
    return std::exchange(ready_, {});
}

// ---- the broker --------------------------------------------------------------------------------

std::optional<RemoteJobs::Order> RemoteJobs::next_order() {
    while (!unstored_.empty()) {
        const std::uint64_t number = unstored_.front();
        unstored_.pop_front();
        Entry* entry = find(number);
        if (entry == nullptr || entry->place != Place::unstored) continue;
        put(*entry, Place::storing);
        std::string message = entry->job->run + '/' + entry->job->id;
        if (entry->attempt > 0) message += fmt::format("/{}", entry->attempt);
        return Order{entry->job, number, std::move(message)};
    }
    return {};
}

std::optional<Cancellation> RemoteJobs::stored(std::uint64_t number, std::uint64_t message,
                                               Instant now) {
    if (auto cancelled = cancelled_.extract(number)) {
        cancelled.mapped().message = message;
        return std::move(cancelled.mapped());
    }
    Entry* entry = find(number);
    if (entry == nullptr) return {};
    entry->message = message;
    if (entry->place != Place::storing) return {};  // a worker was quicker
    put(*entry, Place::waiting);
    entry->heard = now;
    return {};
}

void RemoteJobs::not_stored(std::uint64_t number) {
    cancelled_.erase(number);
    Entry* entry = find(number);
    if (entry == nullptr || entry->place != Place::storing) return;
    put(*entry, Place::unstored);
    // In the order of submission, though several were on their way.
    const auto at = std::ranges::lower_bound(unstored_, number);
    unstored_.insert(at, number);
}

void RemoteJobs::sign(const WorkerSign& sign, Instant now) {
    const auto found = open_.find(sign.id);
    if (found == open_.end()) return;
    Entry& entry = found->second;
    if (sign.deliveries < entry.deliveries) return;  // of one whose lease has lapsed
    if (sign.deliveries > entry.deliveries) {
        redelivered_ += static_cast<std::uint64_t>(sign.deliveries - std::max(1, entry.deliveries));
        entry.deliveries = sign.deliveries;
    }
    entry.heard = now;
    if (sign.kind != WorkerSign::Kind::back) return put(entry, Place::leased);
    put(entry, Place::waiting);
    if (entry.deliveries >= settings_.most_deliveries) give_up(entry);
}

void RemoteJobs::arrived(JobResult result, std::string acknowledge) {
    if (const auto found = open_.find(result.id); found != open_.end()) {
        Entry& entry = found->second;
        if (result.deliveries > entry.deliveries)
            redelivered_ +=
                static_cast<std::uint64_t>(result.deliveries - std::max(1, entry.deliveries));
        // Another copy may wait, or be in a slower worker's hands.
        if (entry.place != Place::leased || result.deliveries != entry.deliveries) remove(entry);
        return finish(entry, std::move(result), std::move(acknowledge));
    }
    const auto finished = finished_.find(result.id);
    if (finished == finished_.end() && !forgotten_.contains(hash_of(result.id))) {
        std::string id = result.id;
        const bool first =
            orphans_.try_emplace(std::move(id), Orphan{std::move(result), acknowledge}).second;
        if (first) return;
    } else if (finished != finished_.end() && finished->second.acknowledge == acknowledge &&
               finished->second.stage != Finished::Stage::confirmed) {
        return;  // the same message once more
    }
    ++duplicates_;
    leave(std::move(acknowledge));
}

void RemoteJobs::settle(Instant now) {
    std::vector<Entry*> lapsed;
    for (auto& [id, entry] : open_)
        if (entry.place == Place::leased && now - entry.heard > settings_.lease)
            lapsed.push_back(&entry);
    for (Entry* entry : lapsed) {
        if (entry->deliveries >= settings_.most_deliveries) {
            give_up(*entry);
        } else {
            put(*entry, Place::waiting);
            entry->heard = now;
        }
    }
}

std::vector<RemoteJobs::Silent> RemoteJobs::silent(Instant now,
                                                   std::chrono::milliseconds time) const {
    std::vector<Silent> result;
    for (const auto& [id, entry] : open_)
        if (entry.place == Place::waiting && now - entry.heard > time)
            result.push_back({entry.number, entry.message});
    return result;
}

void RemoteJobs::store_again(std::uint64_t number) {
    Entry* entry = find(number);
    if (entry == nullptr || entry->place != Place::waiting) return;
    remove(*entry);
    entry->message = 0;
    entry->attempt = ++forgotten_[hash_of(entry->job->id)];
    entry->deliveries = 0;
    put(*entry, Place::unstored);
    unstored_.insert(std::ranges::lower_bound(unstored_, number), number);
}

// ---- entries -----------------------------------------------------------------------------------

RemoteJobs::Entry* RemoteJobs::find(std::uint64_t number) {
    const auto id = ids_.find(number);
    return id == ids_.end() ? nullptr : &open_.find(id->second)->second;
}

void RemoteJobs::put(Entry& entry, Place place) {
    leased_ += place == Place::leased;
    leased_ -= entry.place == Place::leased;
    entry.place = place;
}

void RemoteJobs::drop(const Entry& entry) {
    leased_ -= entry.place == Place::leased;
    ids_.erase(entry.number);
    open_.erase(open_.find(entry.job->id));
}

void RemoteJobs::finish(Entry& entry, JobResult result, std::string acknowledge) {
    done_ += result.abandoned ? 0 : 1;
    finished_.insert_or_assign(result.id, Finished{Finished::Stage::ready, std::move(acknowledge)});
    ready_.push_back(std::move(result));
    ++unconfirmed_;
    drop(entry);
}

void RemoteJobs::give_up(Entry& entry) {
    ++abandoned_;
    remove(entry);
    JobResult result{entry.job->id, {}};
    result.deliveries = entry.deliveries;
    result.abandoned = true;
    finish(entry, std::move(result), {});
}

void RemoteJobs::remove(const Entry& entry) {
    if (entry.place != Place::unstored) removed_.push_back({entry.job, entry.message});
}

void RemoteJobs::leave(std::string acknowledge) {
    if (!acknowledge.empty()) acknowledged_.push_back(std::move(acknowledge));
}

}  // namespace sparring::referee
