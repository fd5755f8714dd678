#include "tests/referee/stored_games.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <limits>

#include "tests/engines/random.hpp"

namespace sparring::test {

using namespace sparring::referee;

Folder::Folder() {
    static int folders = 0;
    path_ = std::filesystem::temp_directory_path() /
            fmt::format("sparring-archive-{}-{}", ::getpid(), ++folders);
    std::filesystem::create_directory(path_);
}

std::string Folder::write(const std::string& name, const std::string& text) const {
    write_file(*this / name, text);
    return *this / name;
}

std::size_t Folder::files() const {
    return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator{path_}, {}));
}

std::string contents(const std::string& path) {
    std::ifstream file{path, std::ios::binary};
    return {std::istreambuf_iterator<char>{file}, {}};
}

void write_file(const std::string& path, const std::string& text) {
    std::ofstream{path, std::ios::binary} << text;
}

StoredRun run_of_two() {
    return {"game = \"reversi\"\nrounds = 100\n",
            "reversi/othello",
            "1.2.3",
            {{"A", "bin/reversi", std::string(64, 'a'), "depth=3", "", "", "{}"},
             {"B", "'my engine' x", std::string(64, 'b'), "5+0.05", "", "", "{\"Hash\":\"8\"}"}}};
}

StoredOpening opening_number(std::size_t number) {
    return {number, "", number % 2 == 0 ? "d3 c3" : "c4 e3"};
}

namespace {

std::string any_bytes(Random& random, std::size_t most) {
    std::string text;
    for (std::size_t size = random.below(most); text.size() < size;)
        text += static_cast<char>(random.next());
    return text;
}

/// As the referee accepts moves: printable, without blanks.
std::string any_move(Random& random) {
    std::string move;
    for (std::size_t size = 1 + random.below(12); move.size() < size;)
        move += static_cast<char>('!' + random.below('~' - '!' + 1));
    return move;
}

/// Small or large, the ends of the range too.
template <class Integer>
Integer any_number(Random& random) {
    using Range = std::numeric_limits<Integer>;
    switch (random.below(4)) {
        case 0:
            return Range::min();
        case 1:
            return Range::max();
        case 2:
            return static_cast<Integer>(random.below(1000));
        default:
            return static_cast<Integer>(random.next());
    }
}

template <class Make>
auto perhaps(Random& random, const Make& make) -> std::optional<decltype(make(random))> {
    if (random.below(3) == 0) return {};
    return make(random);
}

}  // namespace

StoredGame random_game(int number, std::uint64_t seed) {
    Random random{mix64(seed) + static_cast<std::uint64_t>(number)};
    const int pair = (number + 1) / 2, first = (number + 1) % 2;
    StoredGame game;
    game.scheduled = {number, pair, first, 1 - first, pair, static_cast<std::size_t>(pair - 1)};
    game.outcome = static_cast<Outcome>(random.below(4));
    game.reason = static_cast<Reason>(random.below(kReasons));
    game.detail = any_bytes(random, 40);
    game.offender = perhaps(random, [](Random& r) { return static_cast<Side>(r.below(2)); });
    game.margin = perhaps(random, any_number<int>);
    game.start = "2026-11-21T03:06:05.123Z";
    game.end = "2026-11-21T03:06:06.456Z";
    for (Duration& cpu : game.cpu) cpu = Duration{any_number<std::int64_t>(random)};
    game.plies = random.below(30);
    for (std::size_t i = 0; i < game.plies; ++i) {
        PlyRecord ply;
        ply.move = any_move(random);
        ply.side = static_cast<Side>(random.below(2));
        ply.elapsed = Duration{any_number<std::int64_t>(random)};
        ply.clock =
            perhaps(random, [](Random& r) { return Duration{any_number<std::int64_t>(r)}; });
        ply.report.depth = perhaps(random, any_number<int>);
        ply.report.score = perhaps(random, [](Random& r) {
            return ugi::Score{static_cast<ugi::Score::Kind>(r.below(2)), any_number<int>(r)};
        });
        ply.report.nodes = perhaps(random, any_number<std::uint64_t>);
        ply.report.time_ms = perhaps(random, any_number<std::int64_t>);
        game.record.push_back(ply);
    }
    return game;
}

std::string difference(const StoredGame& a, const StoredGame& b) {
    if (a.scheduled != b.scheduled) return "scheduled";
    if (a.outcome != b.outcome) return "outcome";
    if (a.reason != b.reason) return "reason";
    if (a.detail != b.detail) return "detail";
    if (a.offender != b.offender) return "offender";
    if (a.margin != b.margin) return "margin";
    if (a.start != b.start || a.end != b.end) return "times";
    if (a.plies != b.plies) return "plies";
    if (a.cpu != b.cpu) return "cpu";
    if (a.record.size() != b.record.size()) return "length of the record";
    for (std::size_t i = 0; i < a.record.size(); ++i) {
        if (a.record[i] != b.record[i]) return fmt::format("ply {}", i + 1);
    }
    return {};
}

}  // namespace sparring::test
