#include "referee/queue/job_table.hpp"

namespace sparring::referee {

std::size_t JobTable::submit(std::span<const Job> jobs) {
    std::size_t taken = 0;
    for (const Job& job : jobs) {
        if (!open_.contains(job.id) && !finished_.contains(job.id)) {
            if (open_.size() >= settings_.capacity) break;
            auto own = std::make_shared<const Job>(job);
            const std::string_view id = own->id;
            put(open_.emplace(id, Entry{std::move(own), next_number_++}).first->second,
                Place::waiting);
        }
        ++taken;
    }
    return taken;
}

void JobTable::confirm(std::string_view id) {
    const auto found = finished_.find(id);
    if (found == finished_.end() || found->second.stage == Finished::Stage::confirmed) return;
    found->second.stage = Finished::Stage::confirmed;
    --unconfirmed_;
}

void JobTable::forget(std::string_view id) {
    if (const auto open = open_.find(id); open != open_.end()) drop(open->second);
    if (const auto found = finished_.find(id); found != finished_.end()) {
        if (found->second.stage != Finished::Stage::confirmed) --unconfirmed_;
        finished_.erase(found);
    }
}

void JobTable::cancel(std::string_view run, int generation) {
    std::vector<Entry*> dropped;
    const auto look = [&](Entry* entry) {
        if (entry->job->run == run && entry->job->generation <= generation)
            dropped.push_back(entry);
    };
    for (const auto& [number, entry] : waiting_) look(entry);
    for (const auto& [when, entry] : timed_) look(entry);
    for (Entry* entry : dropped) drop(*entry);
}

QueueState JobTable::state() const {
    return {open_.size() - leased_,
            leased_,
            unconfirmed_,
            redelivered_,
            duplicates_,
            abandoned_,
            done_};
}

std::vector<JobResult> JobTable::results() {
    std::vector<JobResult> results;
    results.reserve(ready_.size());
    for (auto& [number, result] : ready_) {
        const auto found = finished_.find(result.id);
        if (found == finished_.end() || found->second.number != number ||
            found->second.stage != Finished::Stage::ready) {
            continue;
        }
        found->second.stage = Finished::Stage::handed_on;
        results.push_back(std::move(result));
    }
    ready_.clear();
    return results;
}

std::optional<JobTable::Delivery> JobTable::take(Instant now) {
    if (waiting_.empty()) return {};
    Entry& entry = *waiting_.begin()->second;
    unlink(entry);
    put(entry, Place::leased, now + settings_.lease);
    if (++entry.deliveries > 1) ++redelivered_;
    return Delivery{entry.job, entry.number, entry.deliveries};
}

bool JobTable::heartbeat(const Delivery& delivery, Instant now) {
    Entry* entry = entry_of(delivery);
    if (entry == nullptr || !holds(*entry, delivery)) return false;
    auto node = timed_.extract({entry->until, entry->number});
    entry->until = now + settings_.lease;
    node.key().first = entry->until;
    timed_.insert(std::move(node));
    return true;
}

void JobTable::done(const Delivery& delivery, std::string body, std::string worker) {
    const std::string& id = delivery.job->id;
    if (Entry* entry = entry_of(delivery)) {
        finish(*entry, {id, std::move(body), std::move(worker), entry->deliveries, false});
    } else if (const auto found = finished_.find(id);
               found != finished_.end() && found->second.number == delivery.number) {
        ++duplicates_;
    }
}

void JobTable::give_back(const Delivery& delivery, Instant ripe, Instant now) {
    Entry* entry = entry_of(delivery);
    if (entry != nullptr && holds(*entry, delivery)) come_back(*entry, ripe, now);
}

void JobTable::settle(Instant now) {
    while (!timed_.empty() && timed_.begin()->first.first <= now) {
        Entry& entry = *timed_.begin()->second;
        if (entry.place == Place::leased) {
            come_back(entry, now, now);
        } else {
            unlink(entry);
            put(entry, Place::waiting);
        }
    }
}

std::optional<JobTable::Instant> JobTable::next_change() const {
    if (timed_.empty()) return {};
    return timed_.begin()->first.first;
}

JobTable::Entry* JobTable::entry_of(const Delivery& delivery) {
    const auto found = open_.find(delivery.job->id);
    if (found == open_.end() || found->second.number != delivery.number) return nullptr;
    return &found->second;
}

bool JobTable::holds(const Entry& entry, const Delivery& delivery) const {
    return entry.place == Place::leased && entry.deliveries == delivery.count;
}

void JobTable::put(Entry& entry, Place place, Instant until) {
    entry.place = place;
    entry.until = until;
    if (place == Place::waiting) {
        waiting_.emplace(entry.number, &entry);
    } else {
        timed_.emplace(std::pair{until, entry.number}, &entry);
    }
    if (place == Place::leased) ++leased_;
}

void JobTable::unlink(const Entry& entry) {
    if (entry.place == Place::waiting) {
        waiting_.erase(entry.number);
    } else {
        timed_.erase({entry.until, entry.number});
    }
    if (entry.place == Place::leased) --leased_;
}

void JobTable::drop(const Entry& entry) {
    unlink(entry);
    open_.erase(open_.find(entry.job->id));
}

void JobTable::finish(const Entry& entry, JobResult result) {
    done_ += result.abandoned ? 0 : 1;
    finished_.emplace(result.id, Finished{entry.number, Finished::Stage::ready});
    ++unconfirmed_;
    ready_.emplace_back(entry.number, std::move(result));
    drop(entry);
}

void JobTable::come_back(Entry& entry, Instant ripe, Instant now) {
    if (entry.deliveries >= settings_.most_deliveries) {
        ++abandoned_;
        finish(entry, {entry.job->id, {}, {}, entry.deliveries, true});
        return;
    }
    unlink(entry);
    if (ripe > now) {
        put(entry, Place::delayed, ripe);
    } else {
        put(entry, Place::waiting);
    }
}

}  // namespace sparring::referee
