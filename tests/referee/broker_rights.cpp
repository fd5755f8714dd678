// Servers on what `referee broker conf` writes: what its two users can do, and that nobody else can
// do anything.
#include "referee/broker/jetstream.hpp"
#include "referee/broker/server_conf.hpp"
#include "referee/broker/subjects.hpp"
#include "referee/queue/nats_queue.hpp"
#include "referee/queue/nats_source.hpp"
#include "tests/catch.hpp"
#include "tests/referee/configured_broker.hpp"

namespace {

using namespace sparring::test;
using namespace sparring::referee;
using namespace std::chrono_literals;
using broker::JetStream;
using Catch::Contains;

constexpr const char* kOwner = "owner";

bool no_server() {
    if (NatsServer::installed()) return false;
    WARN("skipped: no nats-server here");
    return true;
}

int free_port() {
    return NatsServer::free_port({broker::kRoutePorts, broker::kMonitorPorts});
}

struct Broker {
    Broker() : port{free_port()} {
        REQUIRE(write_conf(folder.path().string(),
                           {"-host", "localhost", "-port", std::to_string(port)}) == 0);
        server.emplace(folder.path(), "server.conf", port);
    }
    broker::Address worker() const { return address_in(folder, "worker.toml"); }
    broker::Address coordinator() const { return address_in(folder, "coordinator.toml"); }

    TemporaryFolder folder;
    int port;
    std::optional<NatsServer> server;
};

void set_up(Client& coordinator, int replicas = 1) {
    const auto problem = coordinator.wait(
        broker::set_up(JetStream{*coordinator.connection}, broker::kAnyClass, {}, replicas));
    if (problem) FAIL(*problem);
}

std::unique_ptr<NatsQueue> queue_of(Client& coordinator) {
    auto opened = coordinator.wait(NatsQueue::open(
        *coordinator.connection,
        {.owner = kOwner, .on_warning = [](const std::string& text) { FAIL_CHECK(text); }}));
    if (!opened) FAIL(opened.error());
    return *std::move(opened);
}

std::unique_ptr<NatsSource> source_of(Client& worker) {
    auto opened = worker.wait(NatsSource::open(*worker.connection, "worker-1"));
    if (!opened) FAIL(opened.error());
    return *std::move(opened);
}

void submit(NatsQueue& queue, const Job& job) {
    REQUIRE(queue.submit(std::span{&job, 1}) == 1);
}

/// As two processes do: each on its own loop.
void do_a_job(Client& coordinator, Client& worker) {
    const auto queue = queue_of(coordinator);
    const auto source = source_of(worker);
    submit(*queue, {"m.1", "run", 0, "body"});
    coordinator.context.run_for(1ms);
    std::unique_ptr<Lease> lease;
    while (!lease) {
        lease = worker.wait(source->next(50ms));
        coordinator.context.run_for(1ms);
    }
    CHECK(lease->heartbeat());
    lease->give_back(0ms);
    lease.reset();
    while (!lease) lease = worker.wait(source->next(1000ms));
    CHECK(lease->job().body == "body");
    lease->done("result");
    REQUIRE(worker.wait(source->deliver(20s)) == 0);
    std::vector<JobResult> results;
    while (results.empty()) results = coordinator.wait(queue->results(1000ms));
    CHECK(results.front().body == "result");
    CHECK(results.front().worker == "worker-1");
    queue->confirm("m.1");
    queue->cancel("run", 0);
    coordinator.context.run_for(1ms);
    worker.context.run_for(1ms);
}

struct State {
    std::uint64_t jobs, results, migrants;
    bool operator==(const State&) const = default;
};

State state_of(Client& coordinator) {
    JetStream stream{*coordinator.connection};
    const auto messages = [&](const char* name) {
        const auto state = coordinator.wait(stream.stream(name));
        if (!state) FAIL_CHECK(name << ": " << state.refusal.words);
        return state ? state->messages : 0;
    };
    return {messages(broker::kJobs), messages(broker::kResults), messages(broker::kMigrants)};
}

/// One waiting job and one result that nobody has read.
State fill(Client& coordinator) {
    set_up(coordinator);
    JetStream stream{*coordinator.connection};
    const Job job{"m.2", "run", 0, "body"};
    REQUIRE(coordinator.wait(
        stream.store(broker::job_subject(broker::kAnyClass, kOwner, job), "{}", "a")));
    REQUIRE(coordinator.wait(stream.store(broker::result_subject(kOwner), "{}", "b")));
    REQUIRE(coordinator.wait(stream.set_consumer(broker::result_consumer(kOwner))));
    return state_of(coordinator);
}

}  // namespace

TEST_CASE("a coordinator and a worker work over TLS with the rights that they are given") {
    if (no_server()) return;
    const Broker broker;
    {
        Client coordinator{broker.coordinator()}, worker{broker.worker()};
        set_up(coordinator);
        do_a_job(coordinator, worker);
    }
    CHECK_THAT(broker.server->log(), !Contains("Violation"));
}

TEST_CASE("a worker's credential does nothing but a worker's work") {
    if (no_server()) return;
    const Broker broker;
    Client coordinator{broker.coordinator()}, worker{broker.worker()};
    const State before = fill(coordinator);
    const char* const attempts[][2]{
        {"$JS.API.STREAM.CREATE.MINE", R"({"name":"MINE","subjects":["mine.>"]})"},
        {"$JS.API.STREAM.UPDATE.SPARRING_JOBS", R"({"name":"SPARRING_JOBS","max_msgs":1})"},
        {"$JS.API.STREAM.DELETE.SPARRING_JOBS", ""},
        {"$JS.API.STREAM.DELETE.SPARRING_RESULTS", ""},
        {"$JS.API.STREAM.PURGE.SPARRING_JOBS", ""},
        {"$JS.API.STREAM.PURGE.SPARRING_RESULTS", ""},
        {"$JS.API.STREAM.MSG.GET.SPARRING_JOBS", R"({"seq":1})"},
        {"$JS.API.STREAM.MSG.GET.SPARRING_RESULTS", R"({"seq":1})"},
        {"$JS.API.STREAM.MSG.DELETE.SPARRING_JOBS", R"({"seq":1})"},
        {"$JS.API.STREAM.MSG.DELETE.SPARRING_RESULTS", R"({"seq":1})"},
        {"$JS.API.STREAM.SNAPSHOT.SPARRING_RESULTS", R"({"deliver_subject":"_INBOX_worker.x"})"},
        {"$JS.API.DIRECT.GET.SPARRING_RESULTS", R"({"seq":1})"},
        {"$JS.API.STREAM.LIST", ""},
        {"$JS.API.INFO", ""},
        {"$JS.API.CONSUMER.DURABLE.CREATE.SPARRING_RESULTS.mine",
         R"({"stream_name":"SPARRING_RESULTS","config":{"durable_name":"mine"}})"},
        {"$JS.API.CONSUMER.CREATE.SPARRING_RESULTS",
         R"({"stream_name":"SPARRING_RESULTS","config":{"deliver_subject":"_INBOX_worker.x"}})"},
        {"$JS.API.CONSUMER.DELETE.SPARRING_JOBS.workers_any", ""},
        {"$JS.API.CONSUMER.MSG.NEXT.SPARRING_RESULTS.coordinator_owner", R"({"no_wait":true})"},
        {"$JS.ACK.SPARRING_RESULTS.coordinator_owner.1.1.1.1.0", "+ACK"},
        {"sparring.job.any.owner.run.0.mine", "{}"},
        {"sparring.migrants.run.1", "{}"},
        {"sparring.control.owner", R"({"run":"run","generation":9,"message":9})"},
        {"_INBOX_coordinator.x", "{}"},
    };
    for (const auto& [subject, body] : attempts) {
        CAPTURE(subject);
        CHECK_THAT(worker.ask(subject, body),
                   Contains("refused: ") && Contains("Permissions") && Contains(subject));
    }
    CHECK(state_of(coordinator) == before);
    // The coordinator may, so the attempts were real ones.
    CHECK_THAT(coordinator.ask("$JS.API.STREAM.MSG.GET.SPARRING_RESULTS", R"({"seq":1})"),
               Contains("\"message\""));
}

TEST_CASE("a worker hears nothing of what others say to the coordinator") {
    if (no_server()) return;
    const Broker broker;
    Client coordinator{broker.coordinator()}, worker{broker.worker()};
    set_up(coordinator);
    std::vector<std::string> heard;
    const auto note = [&heard](const broker::Message& message) {
        heard.push_back(message.subject);
    };
    const std::vector<std::string> subjects{
        "sparring.result.>", "sparring.job.>", "sparring.sign.>",      "sparring.migrants.>",
        "$JS.API.>",         "$JS.EVENT.>",    "_INBOX_coordinator.>", ">"};
    for (const std::string& each : subjects) worker.connection->subscribe(each, note);
    worker.connection->subscribe("sparring.control.*", note);
    REQUIRE(worker.connection->flush(20s));
    for (const std::string& each :
         {std::string{"sparring.result.owner"}, std::string{"sparring.sign.owner"},
          std::string{"sparring.job.a"}, std::string{"sparring.control.owner"}})
        coordinator.connection->publish(each, "{}");
    const auto end = std::chrono::steady_clock::now() + 20s;
    while (heard.empty() && std::chrono::steady_clock::now() < end) worker.rest(5ms);
    CHECK(heard == std::vector<std::string>{"sparring.control.owner"});
    const std::string log = broker.server->log();
    for (const std::string& each : subjects) CHECK_THAT(log, Contains("\"" + each + "\""));
}

TEST_CASE("answers that a worker has sent elsewhere do nothing there") {
    if (no_server()) return;
    const Broker broker;
    Client coordinator{broker.coordinator()}, worker{broker.worker()};
    State expected = fill(coordinator);
    const std::string next = "$JS.API.CONSUMER.MSG.NEXT.SPARRING_JOBS.workers_any",
                      info = "$JS.API.CONSUMER.INFO.SPARRING_JOBS.workers_any";
    // The server sends the worker's answer: no job now, what the consumer is like, it is stored.
    for (const char* there :
         {"$JS.API.STREAM.DELETE.SPARRING_RESULTS", "$JS.API.STREAM.PURGE.SPARRING_JOBS",
          "$JS.API.STREAM.PURGE.SPARRING_RESULTS",
          "$JS.API.CONSUMER.DELETE.SPARRING_JOBS.workers_any", "sparring.job.any.owner.run.0.mine",
          "sparring.migrants.run.1"}) {
        CAPTURE(there);
        for (int count = 0; count < 3; ++count)
            worker.connection->publish(next, R"({"batch":1,"no_wait":true})", {}, there);
        worker.connection->publish(info, "", {}, there);
        worker.connection->publish("sparring.result.owner", "{}", {}, there);
        ++expected.results;
        // It has passed the server when this is answered.
        CHECK_THAT(worker.ask(info), Contains("workers_any"));
        CHECK(state_of(coordinator) == expected);
    }
    // The server knows this trick for acknowledgements.
    worker.connection->publish(next, "", {},
                               "$JS.ACK.SPARRING_RESULTS.coordinator_owner.1.1.1.1.0");
    CHECK_THAT(worker.ask(info), Contains("workers_any"));
    CHECK(state_of(coordinator) == expected);
}

TEST_CASE("who has no credential of this broker is told what is wrong") {
    if (no_server()) return;
    const Broker broker;
    const broker::Address worker = broker.worker();
    CHECK(refusal_of(worker).empty());

    broker::Address nobody = worker;
    nobody.user.clear();
    nobody.password.clear();
    CHECK_THAT(refusal_of(nobody), Contains("it wants a user and a password"));
    broker::Address wrong = worker;
    wrong.password = "guess";
    CHECK_THAT(refusal_of(wrong), Contains("wrong password for user 'worker'"));
    wrong = worker;
    wrong.user = "coordinator";
    CHECK_THAT(refusal_of(wrong), Contains("wrong password for user 'coordinator'"));

    broker::Address plain = worker;
    plain.urls = {fmt::format("nats://localhost:{}", broker.port)};
    plain.certificates.clear();
    CHECK_THAT(refusal_of(plain), Contains("it requires TLS (tls:// instead of nats://)"));
    broker::Address trusting = worker;
    trusting.certificates.clear();
    CHECK_THAT(refusal_of(trusting), Contains("not trusted") && Contains("ca.pem"));

    const TemporaryFolder other;
    REQUIRE(write_conf(other.file("broker"), {"-host", "localhost"}) == 0);
    broker::Address foreign = worker;
    foreign.certificates = other.file("broker/ca.pem");
    CHECK_THAT(refusal_of(foreign),
               Contains("certificate is not trusted") && Contains(foreign.certificates));
    foreign.certificates = other.file("nothing.pem");
    CHECK_THAT(refusal_of(foreign),
               Contains("cannot read certificates") && Contains(foreign.certificates));

    broker::Address nowhere = worker;
    const int port = NatsServer::free_port();
    nowhere.urls = {fmt::format("tls://localhost:{}", port)};
    CHECK_THAT(refusal_of(nowhere),
               Contains(nowhere.urls.front()) && Contains("nobody listens there"));
    const NatsServer open;
    broker::Address secure = open.address();
    secure.urls.front().replace(0, 4, "tls");
    CHECK_THAT(refusal_of(secure), Contains("it does not offer TLS"));
}

TEST_CASE("a cluster carries jobs with the rights that its users are given") {
    if (no_server()) return;
    const TemporaryFolder folder;
    const int port = NatsServer::free_port({1, 2, broker::kRoutePorts, broker::kRoutePorts + 1,
                                            broker::kRoutePorts + 2, broker::kMonitorPorts,
                                            broker::kMonitorPorts + 1, broker::kMonitorPorts + 2});
    REQUIRE(write_conf(folder.path().string(), {"-host", "localhost", "-cluster", "3", "-port",
                                                std::to_string(port)}) == 0);
    const NatsServer first{folder.path(), "server-1.conf", port},
        second{folder.path(), "server-2.conf", port + 1},
        third{folder.path(), "server-3.conf", port + 2};
    {
        // Not one and the same server for both.
        broker::Address there = address_in(folder, "coordinator.toml"),
                        here = address_in(folder, "worker.toml");
        CHECK(there.urls.size() == 3);
        CHECK(there.replicas == 3);
        there.urls.resize(1);
        here.urls.erase(here.urls.begin());
        Client coordinator{there}, worker{here};
        const auto end = std::chrono::steady_clock::now() + 60s;
        std::optional<std::string> problem;
        do {
            problem = coordinator.wait(broker::set_up(JetStream{*coordinator.connection},
                                                      broker::kAnyClass, {}, there.replicas));
        } while (problem && std::chrono::steady_clock::now() < end);
        if (problem) FAIL(*problem);
        do_a_job(coordinator, worker);
    }
    for (const NatsServer* each : {&first, &second, &third})
        CHECK_THAT(each->log(), !Contains("Violation"));
}
