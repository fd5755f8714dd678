// `referee broker conf`: the files and what is in them. tests/referee/broker_rights.cpp starts
// servers on them.
#include "referee/cli/broker_conf.hpp"

#include <openssl/pem.h>
#include <openssl/x509v3.h>

#include <ctime>
#include <set>

#include "referee/broker/certificates.hpp"
#include "referee/broker/server_conf.hpp"
#include "tests/catch.hpp"
#include "tests/referee/configured_broker.hpp"

namespace {

using namespace sparring::test;
using namespace sparring::referee;
namespace fs = std::filesystem;

std::set<std::string> names(const fs::path& folder) {
    std::set<std::string> all;
    for (const fs::directory_entry& each : fs::directory_iterator{folder})
        all.insert(each.path().filename());
    return all;
}

std::shared_ptr<X509> certificate(const std::string& pem) {
    BIO* const source = BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size()));
    X509* const read = PEM_read_bio_X509(source, nullptr, nullptr, nullptr);
    BIO_free(source);
    REQUIRE(read != nullptr);
    return {read, X509_free};
}

std::string text_of(const std::vector<broker::TextFile>& files, const std::string& name) {
    for (const broker::TextFile& each : files)
        if (each.name == name) return each.text;
    FAIL("no file " << name);
    return {};
}

}  // namespace

TEST_CASE("a broker's files are there, and secrets are for their owner only") {
    const TemporaryFolder folder;
    REQUIRE(write_conf(folder.file("new/broker"), {"-host", "lab-server,10.0.0.7"}) == 0);
    const fs::path broker = folder.path() / "new" / "broker";
    CHECK(names(broker) == std::set<std::string>{"server.conf", "ca.pem", "server.pem",
                                                 "server-key.pem", "coordinator.toml",
                                                 "worker.toml"});
    for (const char* secret : {"server.conf", "server-key.pem", "coordinator.toml", "worker.toml"})
        CHECK(fs::status(broker / secret).permissions() ==
              (fs::perms::owner_read | fs::perms::owner_write));

    const auto worker = broker::read_address((broker / "worker.toml").string());
    const auto coordinator = broker::read_address((broker / "coordinator.toml").string());
    REQUIRE((worker && coordinator));
    CHECK(worker->urls == std::vector<std::string>{"tls://lab-server:4222"});
    CHECK(worker->certificates == (broker / "ca.pem").string());
    CHECK(worker->inbox == "_INBOX_worker");
    CHECK(coordinator->inbox == "_INBOX_coordinator");
    CHECK(worker->password.size() == 48);
    CHECK(worker->password != coordinator->password);
}

TEST_CASE("nothing is written over what is there") {
    const TemporaryFolder folder;
    std::ofstream{folder.file("worker.toml")} << "mine";
    CHECK(write_conf(folder.path().string(), {"-host", "localhost"}) == 3);
    CHECK(names(folder.path()) == std::set<std::string>{"worker.toml"});
    CHECK(folder.text("worker.toml") == "mine");
    CHECK(write_conf(folder.file("worker.toml"), {"-host", "localhost"}) == 3);
}

TEST_CASE("a broker's configuration that makes no sense is refused as wrong usage") {
    const TemporaryFolder folder;
    const std::string path = folder.file("broker");
    const std::vector<std::vector<std::string>> wrong{{},
                                                      {"-host", ""},
                                                      {"-host", "lab server"},
                                                      {"-host", "a,,b"},
                                                      {"-host", "10.0.0.256"},
                                                      {"-host", "x,DNS:evil"},
                                                      {"-host", "a\"; }"},
                                                      {"-host", "localhost", "-port", "0"},
                                                      {"-host", "localhost", "-port", "61001"},
                                                      {"-host", "localhost", "-port", "http"},
                                                      {"-host", "localhost", "-cluster", "2"},
                                                      {"-host", "a,b", "-cluster", "3"},
                                                      {"-host", "localhost", "-host", "a"},
                                                      {"-hosts", "localhost"}};
    for (const auto& options : wrong) {
        CAPTURE(options);
        CHECK(write_conf(path, options) == 2);
    }
    CHECK(broker_conf({}) == 2);
    CHECK_FALSE(fs::exists(path));
}

TEST_CASE("the certificate names all hosts, lasts ten years, and its authority signs no other") {
    const auto now = std::chrono::system_clock::now();
    const std::vector<std::string> hosts{"lab-server.example.org", "10.0.0.7", "fd00::7"};
    const auto made = broker::make_certificates(hosts, now);
    REQUIRE(made);
    const auto authority = certificate(made->authority), server = certificate(made->certificate);

    for (const char* name : {"lab-server.example.org", "localhost"})
        CHECK(X509_check_host(server.get(), name, 0, 0, nullptr) == 1);
    CHECK(X509_check_host(server.get(), "other.example.org", 0, 0, nullptr) == 0);
    for (const char* address : {"10.0.0.7", "fd00::7", "127.0.0.1"})
        CHECK(X509_check_ip_asc(server.get(), address, 0) == 1);
    CHECK(X509_check_ip_asc(server.get(), "10.0.0.8", 0) == 0);

    const std::time_t time = std::chrono::system_clock::to_time_t(now);
    for (const auto& each : {authority, server}) {
        std::time_t late = time + std::time_t{3651} * 24 * 3600, soon = time - 3600;
        CHECK(X509_cmp_time(X509_get0_notBefore(each.get()), &soon) < 0);
        CHECK(X509_cmp_time(X509_get0_notAfter(each.get()), &late) > 0);
    }
    CHECK(X509_verify(server.get(), X509_get0_pubkey(authority.get())) == 1);
    CHECK(X509_check_ca(authority.get()) == 1);
    CHECK(X509_check_ca(server.get()) == 0);
    CHECK(made->authority.find("PRIVATE") == std::string::npos);
    CHECK_FALSE(broker::make_certificates(std::vector<std::string>{"a,DNS:b"}, now));
}

TEST_CASE("a cluster's servers call each other, on one machine or on several") {
    const broker::Passwords passwords{"coordinators", "workers", "servers"};
    const auto here = broker::configurations({{"localhost"}, 4222, 3}, passwords);
    const std::string second = text_of(here, "server-2.conf");
    for (const char* part :
         {"server_name: \"sparring-2\"", "listen: \"127.0.0.1:4223\"", "listen: \"127.0.0.1:6223\"",
          "http: \"127.0.0.1:8223\"", "store_dir: \"store-2\"",
          "\"nats-route://server:servers@127.0.0.1:6222\"",
          "\"nats-route://server:servers@127.0.0.1:6224\""})
        CHECK(second.find(part) != std::string::npos);
    CHECK(second.find("@127.0.0.1:6223") == std::string::npos);

    const auto there = broker::configurations({{"a", "10.0.0.2", "fd00::3"}, 4222, 3}, passwords);
    CHECK(text_of(there, "server-1.conf").find("listen: \"[::]:4222\"") != std::string::npos);
    CHECK(text_of(there, "server-1.conf").find("server:servers@[fd00::3]:6222") !=
          std::string::npos);
    const auto address =
        broker::parse_address(text_of(there, "coordinator.toml"), "coordinator.toml", ".");
    REQUIRE(address);
    CHECK(address->urls ==
          std::vector<std::string>{"tls://a:4222", "tls://10.0.0.2:4222", "tls://[fd00::3]:4222"});
    CHECK(address->replicas == 3);
    CHECK(text_of(there, "worker.toml").find("replicas") == std::string::npos);
}
