// What a host may send, and how it is cut into lines.
#include "engines/bot/lines.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <system_error>
#include <thread>

#include "tests/catch.hpp"

using sparring::bot::LineReader;

namespace {

class Pipe {
  public:
    Pipe() { REQUIRE(pipe2(ends_.data(), O_CLOEXEC) == 0); }
    ~Pipe() {
        close(ends_[0]);
        end();
    }
    Pipe(const Pipe&) = delete;
    Pipe& operator=(const Pipe&) = delete;

    int reading() const { return ends_[0]; }
    void send(std::string_view text) {
        while (!text.empty()) {
            const auto count = write(ends_[1], text.data(), text.size());
            if (count <= 0)
                throw std::system_error{errno, std::generic_category(), "write"};  // any thread's
            text.remove_prefix(static_cast<std::size_t>(count));
        }
    }
    void end() {
        if (ends_[1] >= 0) close(ends_[1]);
        ends_[1] = -1;
    }

  private:
    std::array<int, 2> ends_{};
};

std::string line_of(LineReader& reader) {
    std::string line;
    REQUIRE(reader.next(line) == LineReader::Event::line);
    return line;
}

}  // namespace

TEST_CASE("lines end with LF or CR LF, the last one with neither") {
    Pipe pipe;
    LineReader reader{pipe.reading()};
    pipe.send("a\nb\r\n\r\n\nc\rd\r\r\n");
    CHECK(line_of(reader) == "a");
    CHECK(line_of(reader) == "b");
    CHECK(line_of(reader).empty());
    CHECK(line_of(reader).empty());
    CHECK(line_of(reader) == "c\rd\r");
    const std::string last = GENERATE("e", "e\r");
    pipe.send(last);
    pipe.end();
    CHECK(line_of(reader) == "e");
    std::string line;
    CHECK(reader.next(line) == LineReader::Event::end);
    CHECK(reader.next(line) == LineReader::Event::end);
}

TEST_CASE("a line may arrive in pieces") {
    Pipe pipe;
    LineReader reader{pipe.reading()};
    pipe.send("go de");
    reader.wake();
    std::string line;
    REQUIRE(reader.next(line) == LineReader::Event::woken);
    pipe.send("pth 3\r");
    reader.wake();
    REQUIRE(reader.next(line) == LineReader::Event::woken);
    pipe.send("\n");
    CHECK(line_of(reader) == "go depth 3");
}

TEST_CASE("an overlong line is cut, the next one is whole") {
    Pipe pipe;
    LineReader reader{pipe.reading()};
    std::thread host{[&pipe] { pipe.send(std::string(3 << 20, 'x') + "\nnext\n"); }};
    CHECK(line_of(reader) == std::string(LineReader::kLongestLine, 'x'));
    CHECK(line_of(reader) == "next");
    host.join();
}

TEST_CASE("waiting for a line can be interrupted from another thread") {
    Pipe pipe;
    LineReader reader{pipe.reading()};
    std::thread other{[&reader] { reader.wake(); }};
    std::string line;
    CHECK(reader.next(line) == LineReader::Event::woken);
    other.join();
    pipe.send("still here\n");
    CHECK(line_of(reader) == "still here");
}
