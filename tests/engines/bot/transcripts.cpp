// docs/protocol.md and docs/platforms.md show transcripts; here they are replayed.
//
// A block starts with ```transcript ENGINE ARGUMENTS. Lines "> text" are sent; lines "< text" must
// come, in this order, with nothing between but lines that match "< ..." (any number of lines). In
// expected lines `*` stands for one word that may differ between runs and machines (times, speeds),
// and
// `...` at the end for any words.
#include <fstream>

#include "protocol/text.hpp"
#include "tests/engines/engine_under_test.hpp"

using namespace sparring;
using namespace sparring::test;

namespace {

bool matches(std::string_view expected, std::string_view actual) {
    auto wanted = text::words(expected), got = text::words(actual);
    if (!wanted.empty() && wanted.back() == "...") {
        wanted.pop_back();
        got.resize(std::min(got.size(), wanted.size()));
    }
    if (wanted.size() != got.size()) return false;
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        if (wanted[i] != "*" && wanted[i] != got[i]) return false;
    }
    return true;
}

void replay(const std::string& command, const std::vector<std::string>& lines) {
    const auto words = text::words(command);
    EngineUnderTest engine{std::string{words[0]}, {words.begin() + 1, words.end()}};
    bool skipping = false;
    for (const std::string& line : lines) {
        INFO(command << ": " << line);
        if (line.starts_with("> ")) {
            engine.send(line.substr(2));
        } else if (line == "< ...") {
            skipping = true;
        } else {
            REQUIRE(line.starts_with("<"));
            const std::string expected = line.substr(std::min<std::size_t>(2, line.size()));
            for (;;) {
                const auto actual = engine.line();
                REQUIRE(actual);
                if (matches(expected, *actual)) break;
                if (!skipping) REQUIRE(*actual == expected);
            }
            skipping = false;
        }
    }
}

int replay_all(const std::string& page) {
    std::ifstream file{SPARRING_SOURCE_DIR "/" + page};
    REQUIRE(file.is_open());
    constexpr std::string_view opening = "```transcript ";
    int replayed = 0;
    std::string engine;
    std::vector<std::string> lines;
    for (std::string line; std::getline(file, line);) {
        if (line.starts_with(opening)) {
            engine = line.substr(opening.size());
            lines.clear();
        } else if (line == "```" && !engine.empty()) {
            replay(engine, lines);
            engine.clear();
            ++replayed;
        } else if (!engine.empty()) {
            lines.push_back(line);
        }
    }
    return replayed;
}

}  // namespace

TEST_CASE("docs/protocol.md: the transcripts are what the engines say") {
    CHECK(replay_all("docs/protocol.md") >= 4);
}

TEST_CASE("docs/platforms.md: the transcripts are what the engines say") {
    CHECK(replay_all("docs/platforms.md") >= 1);
}
