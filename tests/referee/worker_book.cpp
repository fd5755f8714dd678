// Who works on a queue, as its coordinator sees it.
#include "referee/queue/worker_book.hpp"

#include "tests/catch.hpp"

namespace {

using namespace sparring::referee;
using namespace std::chrono_literals;
using Kind = WorkerSign::Kind;

WorkerBook::Instant at(std::chrono::milliseconds time) {
    return WorkerBook::Instant{} + time;
}

WorkerSign sign(Kind kind, const std::string& id, const std::string& worker, int deliveries = 1) {
    return {kind, id, deliveries, worker};
}

JobResult result(const std::string& id, const std::string& worker) {
    return {id, "body", worker};
}

}  // namespace

TEST_CASE("a worker has the jobs that it took, and has done those that it brought") {
    WorkerBook book{10s};
    book.sign(sign(Kind::taken, "1", "b"), at(0s));
    book.sign(sign(Kind::taken, "2", "b"), at(1s));
    book.sign(sign(Kind::taken, "3", "a"), at(1s));
    book.sign(sign(Kind::back, "3", "a"), at(2s));
    book.arrived(result("1", "b"), at(3s));
    CHECK(book.workers(at(4s)) == std::vector<WorkerState>{{"a", 0, 0, 2s}, {"b", 1, 1, 1s}});
}

TEST_CASE("a job whose lease has lapsed is nobody's, and then the next worker's") {
    WorkerBook book{10s};
    book.sign(sign(Kind::taken, "1", "a"), at(0s));
    book.sign(sign(Kind::alive, "1", "a"), at(5s));
    CHECK(book.workers(at(14s))[0].jobs == 1);
    CHECK(book.workers(at(16s))[0].jobs == 0);
    book.sign(sign(Kind::taken, "1", "b", 2), at(20s));
    book.sign(sign(Kind::alive, "1", "a"), at(21s));
    CHECK(book.workers(at(22s)) == std::vector<WorkerState>{{"a", 0, 0, 1s}, {"b", 1, 0, 2s}});
    book.arrived(result("1", "a"), at(23s));
    CHECK(book.workers(at(23s)) == std::vector<WorkerState>{{"a", 0, 1, 0s}, {"b", 0, 0, 3s}});
}

TEST_CASE("workers that have gone are forgotten, with all that they had") {
    WorkerBook book{10s};
    book.sign(sign(Kind::taken, "1", "a"), at(0s));
    book.arrived({"2", {}, {}}, at(0s));
    CHECK(book.workers(at(100s)).size() == 1);
    CHECK(book.workers(at(101s)).empty());
    book.sign(sign(Kind::taken, "1", "b"), at(102s));
    CHECK(book.workers(at(102s)) == std::vector<WorkerState>{{"b", 1, 0, 0s}});
}
