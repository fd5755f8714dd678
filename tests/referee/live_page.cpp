#include "referee/live/live_page.hpp"

#include <fmt/format.h>
#include <sys/socket.h>
#include <sys/time.h>

#include <atomic>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/write.hpp>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <utility>

#include "referee/live/live_request.hpp"
#include "referee/live/live_state.hpp"
#include "tests/catch.hpp"

namespace {

using namespace sparring;
using namespace sparring::referee;
using namespace std::chrono_literals;
using Json = nlohmann::json;
using boost::asio::ip::tcp;

std::string move_event(int game, int ply, const std::string& more = "") {
    return Json{{"event", "move"}, {"game", game}, {"ply", ply}, {"more", more}}.dump();
}

std::string game_event(const char* name, int game) {
    Json event{{"event", name}, {"game", game}};
    if (std::string_view{name} == "start") event["round"] = 7;
    return event.dump();
}

/// A browser, as far as the server can tell.
class Client {
  public:
    explicit Client(const LivePage& page, int receive_buffer = 0) {
        socket_.open(tcp::v4());
        if (receive_buffer > 0) {
            socket_.set_option(boost::asio::socket_base::receive_buffer_size(receive_buffer));
        }
        timeval limit{20, 0};
        ::setsockopt(socket_.native_handle(), SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
        socket_.connect({boost::asio::ip::make_address("127.0.0.1"), page.port()});
    }

    void send(const std::string& text) {
        boost::system::error_code ignored;
        boost::asio::write(socket_, boost::asio::buffer(text), ignored);
    }

    /// Everything up to and with `mark`; what came if the other side closes or is silent.
    std::string read_to(std::string_view mark) {
        while (true) {
            if (const auto at = unread_.find(mark); at != std::string::npos) {
                std::string result = unread_.substr(0, at + mark.size());
                unread_.erase(0, result.size());
                return result;
            }
            char block[4096];
            const ssize_t size = ::recv(socket_.native_handle(), block, sizeof block, 0);
            if (size <= 0) {
                closed_ = size == 0 || errno == ECONNRESET;
                return std::exchange(unread_, {});
            }
            unread_.append(block, static_cast<std::size_t>(size));
        }
    }
    std::string read_all() { return read_to("\x01 never"); }
    bool closed() const { return closed_; }  ///< by the other side

    Json next_event() {
        while (true) {
            const std::string text = read_to("\n\n");
            if (const auto at = text.find("data: "); at != std::string::npos) {
                return Json::parse(text.substr(at + 6), nullptr, false);
            }
            if (text.empty()) return {};
        }
    }

  private:
    std::unique_ptr<boost::asio::io_context> context_ = std::make_unique<boost::asio::io_context>();
    tcp::socket socket_{*context_};
    std::string unread_;
    bool closed_ = false;
};

std::unique_ptr<LivePage> open_page(LiveSettings settings = {}, LivePage::GameLookup lookup = {}) {
    settings.beat = 1ms;
    auto page = LivePage::open(settings, std::move(lookup), [](const std::string&) {});
    REQUIRE(page);
    return std::move(*page);
}

std::string get(const LivePage& page, const std::string& path, const std::string& method = "GET",
                const std::string& headers = "Host: localhost\r\n") {
    Client client{page};
    client.send(
        fmt::format("{} {} HTTP/1.1\r\n{}Connection: close\r\n\r\n", method, path, headers));
    return client.read_all();
}

std::string body(const std::string& answer) {
    return answer.substr(answer.find("\r\n\r\n") + 4);
}

Client watch(const LivePage& page, int receive_buffer = 0) {
    Client client{page, receive_buffer};
    client.send("GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n");
    CHECK(client.read_to("\r\n\r\n").starts_with("HTTP/1.1 200 OK\r\n"));
    return client;
}

template <class Condition>
bool soon(Condition condition) {
    for (int i = 0; i < 2000 && !condition(); ++i) std::this_thread::sleep_for(10ms);
    return condition();
}

TEST_CASE("the live page and its two files are served with a strict policy") {
    const auto page = open_page();
    for (const auto& [path, type] : {std::pair{"/", "text/html"},
                                     {"/page.js", "text/javascript"},
                                     {"/page.css?x=1", "text/css"}}) {
        CAPTURE(path);
        const std::string answer = get(*page, path);
        CHECK(answer.starts_with("HTTP/1.1 200 OK\r\n"));
        CHECK(answer.find(fmt::format("Content-Type: {}", type)) != std::string::npos);
        CHECK(answer.find("Content-Security-Policy: default-src 'none'") != std::string::npos);
        CHECK(answer.find("unsafe") == std::string::npos);
        CHECK(answer.find("nosniff") != std::string::npos);
        const std::string head = get(*page, path, "HEAD");
        CHECK(body(head).empty());
        CHECK(answer.starts_with(head.substr(0, head.find("\r\n\r\n"))));
    }
}

TEST_CASE("a viewer first gets a snapshot and then what happens") {
    const auto page = open_page();
    page->publish(R"({"event":"run","game":"reversi/othello"})");
    page->publish(game_event("start", 1));
    page->publish(move_event(1, 1));
    page->publish(game_event("end", 1));
    page->publish(game_event("start", 2));
    page->publish(move_event(2, 1));
    page->publish(R"({"event":"warning","text":"</script>"})");
    CHECK(soon([&] { return Json::parse(body(get(*page, "/state")))["running"].size() == 1; }));
    Client viewer = watch(*page);
    const Json snapshot = viewer.next_event();
    CHECK(snapshot["event"] == "snapshot");
    CHECK(snapshot["run"]["game"] == "reversi/othello");
    CHECK(snapshot["running"][0]["start"]["game"] == 2);
    CHECK(snapshot["running"][0]["moves"].size() == 1);
    CHECK(snapshot["finished"][0]["game"] == 1);
    CHECK(snapshot["finished"][0]["round"] == 7);
    CHECK(snapshot["warnings"][0] == "</script>");
    CHECK(snapshot["standings"].is_null());
    page->publish(move_event(2, 2));
    CHECK(viewer.next_event()["ply"] == 2);
    page->publish(R"({"event":"standings","played":1})");
    CHECK(viewer.next_event()["played"] == 1);
}

TEST_CASE("viewers are told the last words before the page goes away") {
    auto page = open_page();
    Client viewer = watch(*page);
    CHECK(viewer.next_event()["event"] == "snapshot");
    page->publish(R"({"event":"stop","kind":"complete"})");
    page.reset();
    CHECK(viewer.next_event()["kind"] == "complete");
    viewer.read_all();
    CHECK(viewer.closed());
}

TEST_CASE("a dead viewer does not hold up publishing, and is dropped") {
    LiveSettings settings;
    settings.lag = 32 << 10;
    settings.backlog = 256 << 10;
    const auto page = open_page(settings);
    Client dead = watch(*page, 4096);
    Client alive = watch(*page);
    CHECK(alive.next_event()["event"] == "snapshot");
    CHECK(soon([&] { return page->viewers() == 2; }));
    const std::string more(1000, 'x');
    int last = 0;
    // The warnings are what every viewer must get; nobody reads `dead`.
    for (int i = 1; i <= 4000; ++i) {
        page->publish(move_event(1, i, more));
        page->publish(Json{{"event", "warning"}, {"text", more}, {"number", i}}.dump());
        if (i % 200 != 0) continue;
        while (last < i) {
            const Json event = alive.next_event();
            REQUIRE(!event.is_null());
            if (event["event"] == "warning") last = event["number"];
        }
    }
    CHECK(soon([&] { return page->viewers() == 1; }));
    CHECK(last == 4000);
}

TEST_CASE("single moves are left out for a viewer who is behind, nothing else is") {
    LiveSettings settings;
    settings.lag = 1;  // behind as soon as anything waits
    const auto page = open_page(settings);
    Client slow = watch(*page, 4096);
    const std::string more(2000, 'x');
    for (int i = 1; i <= 500; ++i) {
        page->publish(game_event("start", i));
        page->publish(move_event(i, 1, more));
        std::this_thread::sleep_for(1ms);
    }
    page->publish(R"({"event":"stop","kind":"complete"})");
    int starts = 0, moves = 0;
    for (Json event = slow.next_event(); event["event"] != "stop"; event = slow.next_event()) {
        REQUIRE(!event.is_null());
        starts += event["event"] == "start" ? 1 : 0;
        starts += event["event"] == "snapshot" ? static_cast<int>(event["running"].size()) : 0;
        moves += event["event"] == "move" ? 1 : 0;
    }
    CHECK(starts == 500);
    CHECK(moves < 500);
}

TEST_CASE("a silent viewer is told now and then that the page is alive") {
    LiveSettings settings;
    settings.keep_alive = 5ms;
    const auto page = open_page(settings);
    Client viewer = watch(*page);
    CHECK(viewer.next_event()["event"] == "snapshot");
    CHECK(viewer.read_to(":\n\n") == ":\n\n");
    CHECK(viewer.read_to(":\n\n") == ":\n\n");
}

TEST_CASE("more viewers than allowed are told to come back") {
    LiveSettings settings;
    settings.viewers = 1;
    const auto page = open_page(settings);
    {
        const Client first = watch(*page);
        CHECK(soon([&] { return page->viewers() == 1; }));
        const std::string answer = get(*page, "/events");
        CHECK(answer.starts_with("HTTP/1.1 503"));
        CHECK(answer.find("Retry-After:") != std::string::npos);
    }
    CHECK(soon([&] {
        page->publish(R"({"event":"standings"})");  // writing shows that nobody is there
        return page->viewers() == 0;
    }));
    watch(*page);
}

TEST_CASE("only GET and HEAD are answered") {
    const auto page = open_page();
    for (const char* method : {"POST", "PUT", "DELETE", "OPTIONS", "CONNECT", "PATCH", "BREW"}) {
        CAPTURE(method);
        const std::string answer =
            get(*page, "/", method, "Host: localhost\r\nContent-Length: 0\r\n");
        CHECK(answer.starts_with("HTTP/1.1 405"));
        CHECK(answer.find("Allow: GET, HEAD") != std::string::npos);
    }
    Client client{*page};
    client.send("POST /events HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\nhello");
    CHECK(client.read_all().starts_with("HTTP/1.1 405"));
    CHECK(client.closed());
}

TEST_CASE("requests that are wrong get the right refusal") {
    const auto page = open_page();
    CHECK(get(*page, "/nothing").starts_with("HTTP/1.1 404"));
    CHECK(get(*page, "/../../etc/passwd").starts_with("HTTP/1.1 404"));
    CHECK(get(*page, "/game/0").starts_with("HTTP/1.1 404"));
    CHECK(get(*page, "/game/99999999999999999999").starts_with("HTTP/1.1 404"));
    CHECK(get(*page, "http://localhost/").starts_with("HTTP/1.1 400"));
    CHECK(get(*page, "/", "GET", "").starts_with("HTTP/1.1 400"));
    CHECK(get(*page, "/", "GET", "Host: localhost\r\nHost: localhost\r\n")
              .starts_with("HTTP/1.1 400"));
    CHECK(get(*page, "/", "GET", "Host: localhost\r\nContent-Length: 3\r\n")
              .starts_with("HTTP/1.1 400"));
    CHECK(get(*page, "/", "GET", "Host: localhost\r\nTransfer-Encoding: chunked\r\n")
              .starts_with("HTTP/1.1 400"));
    const std::string large = "Host: localhost\r\nX: " + std::string(20'000, 'x') + "\r\n";
    CHECK(get(*page, "/", "GET", large).starts_with("HTTP/1.1 431"));
    CHECK(get(*page, "/" + std::string(9'000, 'x')).starts_with("HTTP/1.1 431"));
    for (const std::string bytes :
         {"\r\n\r\n\r\n", "GET\r\n\r\n", "\x16\x03\x01\x02 hello\r\n\r\n",
          "GET / HTTP/3.0\r\nHost: localhost\r\n\r\n", "GET / HTTP/1.1\r\nno colon\r\n\r\n"}) {
        CAPTURE(bytes);
        Client client{*page};
        client.send(bytes);
        CHECK(client.read_all().starts_with("HTTP/1.1 400"));
        CHECK(client.closed());
    }
    CHECK(get(*page, "/").starts_with("HTTP/1.1 200"));
}

TEST_CASE("on loopback the page answers to loopback's names only") {
    const auto page = open_page();
    CHECK(get(*page, "/", "GET", "Host: attacker.example\r\n").starts_with("HTTP/1.1 403"));
    CHECK(get(*page, "/", "GET", "Host: 127.0.0.1:8080\r\n").starts_with("HTTP/1.1 200"));
    for (const char* name :
         {"localhost", "LOCALHOST:80", "127.0.0.1", "127.1.2.3:9", "[::1]", "[::1]:80"}) {
        CAPTURE(name);
        CHECK(names_loopback(name));
    }
    for (const char* name : {"", "localhost.example", "localhost:x", "10.0.0.1", "[::2]", "::1",
                             "127.0.0.1.example:80", "[", "[]", ":80"}) {
        CAPTURE(name);
        CHECK(!names_loopback(name));
    }
}

TEST_CASE("a head that comes byte by byte is not waited for") {
    LiveSettings settings;
    settings.head_limit = 300ms;
    const auto page = open_page(settings);
    Client slow{*page};
    std::atomic<bool> done = false;
    std::thread dripping{[&] {
        slow.send("GET / HTTP/1.1\r\nHost: localhost\r\nX: ");
        for (int i = 0; i < 500 && !done; ++i) {
            slow.send("x");
            std::this_thread::sleep_for(20ms);
        }
    }};
    CHECK(get(*page, "/").starts_with("HTTP/1.1 200"));  // others are served meanwhile
    CHECK(slow.read_all().empty());
    CHECK(slow.closed());
    done = true;
    dripping.join();
}

TEST_CASE("several requests may come on one connection, even at once") {
    const auto page = open_page();
    Client client{*page};
    client.send(
        "GET /state HTTP/1.1\r\nHost: localhost\r\n\r\nHEAD /nothing HTTP/1.1\r\nHost: "
        "localhost\r\n\r\nGET /page.css HTTP/1.0\r\nHost: localhost\r\n\r\n");
    const std::string answers = client.read_all();
    CHECK(answers.starts_with("HTTP/1.1 200"));
    CHECK(answers.find("HTTP/1.1 404") != std::string::npos);
    CHECK(answers.find("text/css") != std::string::npos);
}

TEST_CASE("a finished game is looked up, and a lookup that fails is no harm") {
    const auto page = open_page({}, [](int game) -> std::optional<std::string> {
        if (game == 3) throw std::runtime_error{"gone"};
        if (game == 2) return {};
        return fmt::format(R"({{"number":{}}})", game);
    });
    CHECK(body(get(*page, "/game/1")) == "{\"number\":1}");
    CHECK(get(*page, "/game/2").starts_with("HTTP/1.1 404"));
    CHECK(get(*page, "/game/3").starts_with("HTTP/1.1 404"));
    CHECK(get(*page, "/game/1").starts_with("HTTP/1.1 200"));
}

TEST_CASE("without an archive the games that ended last can be looked at") {
    const auto page = open_page();
    for (int game = 1; game <= 101; ++game) {
        page->publish(game_event("start", game));
        page->publish(move_event(game, 1));
        page->publish(game_event("end", game));
    }
    CHECK(get(*page, "/game/1").starts_with("HTTP/1.1 404"));
    const Json game = Json::parse(body(get(*page, "/game/101")));
    CHECK(game["start"]["round"] == 7);
    CHECK(game["moves"].size() == 1);
}

TEST_CASE("an address that is taken or unknown is an error that names it") {
    const auto page = open_page();
    LiveSettings settings;
    settings.port = page->port();
    const auto taken = LivePage::open(settings, {}, {});
    REQUIRE(!taken);
    CHECK(taken.error().find(fmt::format("127.0.0.1 port {}", page->port())) != std::string::npos);
    settings.host = "no such host";
    const auto unknown = LivePage::open(settings, {}, {});
    REQUIRE(!unknown);
    CHECK(unknown.error().find("'no such host'") != std::string::npos);
}

TEST_CASE("where the page is to be is read as people write it") {
    const auto host_port = [](std::string_view text) -> std::string {
        const auto settings = parse_web_address(text);
        return settings ? fmt::format("{} {}", settings->host, settings->port) : "error";
    };
    CHECK(host_port("8080") == "127.0.0.1 8080");
    CHECK(host_port("0.0.0.0:80") == "0.0.0.0 80");
    CHECK(host_port("[::1]:80") == "::1 80");
    CHECK(host_port("localhost:0") == "localhost 0");
    for (const char* wrong : {"", ":", ":80", "host", "host:", "1.2.3.4", "host:65536", "host:-1",
                              "::1:80", "[::1]", "[]:80"}) {
        CAPTURE(wrong);
        CHECK(host_port(wrong) == "error");
    }
}

TEST_CASE("what the page remembers has bounds") {
    LiveState state;
    const auto apply = [&](const std::string& text) { state.apply(LiveEvent::read(text)); };
    for (int game = 1; game <= 2999; ++game) {
        apply(game_event("start", game));
        apply(move_event(game, 1));
        if (game % 2 == 0) apply(game_event("end", game));
        apply(R"({"event":"warning","text":"again"})");
    }
    for (int ply = 1; ply <= 5000; ++ply) apply(move_event(2999, ply));
    const Json snapshot = Json::parse(state.snapshot("now"));
    CHECK(snapshot["finished"].size() == LiveState::kFinished);
    CHECK(snapshot["finished"].back()["game"] == 2998);
    CHECK(snapshot["running"].size() == LiveState::kRunning);
    CHECK(snapshot["running"].back()["moves"].size() == LiveState::kMoves);
    CHECK(snapshot["running"].back()["moves"].back()["ply"] == 5000);
    CHECK(snapshot["warnings"].size() == LiveState::kWarnings);
}

TEST_CASE("of what happens within a beat only what still matters is sent") {
    LiveBatch batch;
    const auto add = [&](const std::string& text) { batch.add(LiveEvent::read(text)); };
    add(game_event("start", 1));
    add(move_event(1, 1));
    add(move_event(1, 2));
    add(R"({"event":"standings","played":1})");
    add(game_event("start", 2));
    add(move_event(2, 1));
    add(game_event("end", 2));
    add(R"({"event":"standings","played":2})");
    add("no json");
    const auto texts = batch.take();
    CHECK(texts.sure == "data: " + game_event("start", 1) + "\n\ndata: " + game_event("end", 2) +
                            "\n\ndata: {\"event\":\"standings\",\"played\":2}\n\n");
    CHECK(texts.moves == "data: " + move_event(1, 2) + "\n\n");
    CHECK(batch.size() == 0);
}

TEST_CASE("an event cannot end its own line") {
    const LiveEvent event = LiveEvent::read("{\"event\":\"warning\",\n\"text\":\"a\\nb\"}");
    CHECK(event.kind == LiveEvent::Kind::warning);
    CHECK(event.text->find('\n') == std::string::npos);
    CHECK(Json::parse(*event.text)["text"] == "a\nb");
}

}  // namespace
