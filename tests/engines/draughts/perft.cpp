// Leaf counts of other generators, and the moves of positions that wrong generators get wrong.
#include <algorithm>

#include "engines/draughts/notation.hpp"
#include "protocol/text.hpp"
#include "tests/engines/rules_properties.hpp"

using namespace sparring;
using namespace sparring::draughts;
using namespace sparring::test;

namespace {

struct Row {
    Variant variant;
    std::string fen;
    std::vector<std::uint64_t> leaves;
};

std::vector<Row> rows() {
    const std::string path = SPARRING_SOURCE_DIR "/tests/data/draughts/perft.txt";
    std::ifstream file{path};
    INFO(path);
    REQUIRE(file.is_open());
    std::vector<Row> all;
    for (std::string line; std::getline(file, line);) {
        if (line.empty() || line[0] == '#') continue;
        std::istringstream fields{line};
        std::string variant, fen, counts;
        std::getline(fields, variant, '|');
        std::getline(fields, fen, '|');
        std::getline(fields, counts);
        Row row{*Rules::parse_variant(variant), fen, {}};
        for (const auto word : text::words(counts)) {
            row.leaves.push_back(*text::number<std::uint64_t>(word));
        }
        all.push_back(std::move(row));
    }
    return all;
}

/// All counts of the file that lie in [least, most].
void check_counts(std::uint64_t least, std::uint64_t most) {
    const auto all = rows();
    REQUIRE(all.size() == 26);
    for (const Row& row : all) {
        const auto position = Rules::parse_fen(row.variant, row.fen);
        if (!position) FAIL(row.fen << ": " << position.error());
        for (std::size_t i = 0; i < row.leaves.size(); ++i) {
            if (row.leaves[i] < least || row.leaves[i] > most) continue;
            INFO(Rules::variant_name(row.variant) << " " << row.fen << " depth " << i + 1);
            REQUIRE(perft<Rules>(*position, static_cast<int>(i) + 1) == row.leaves[i]);
        }
    }
}

std::vector<std::string> texts(Variant variant, std::string_view fen) {
    const Position position = *Rules::parse_fen(variant, fen);
    std::vector<std::string> all;
    for (const auto& move : legal_moves<Rules>(position))
        all.push_back(Rules::to_text(position, move));
    std::sort(all.begin(), all.end());
    return all;
}

using Texts = std::vector<std::string>;

}  // namespace

TEST_CASE("draughts: perft, up to ten million leaves") {
    check_counts(0, 10'000'000);
}

TEST_CASE("draughts: perft, more leaves", "[long]") {
    check_counts(10'000'001, 10'000'000'000);
}

TEST_CASE("draughts: captured pieces stay until the move is over") {
    CHECK(texts(Variant::international, "W:WK33:B2,9,10,29,34,35,K50") ==
          Texts{"33x13x9x10x29", "33x18x9x10x29", "33x22x9x10x29", "33x27x9x10x29", "33x31x9x10x29",
                "33x36x9x10x29"});
    CHECK(texts(Variant::international, "W:WK22:B2,6,13,21,23,24,27") ==
          Texts{"22x31x27", "22x36x27", "22x4x13", "22x9x13"});
    CHECK(texts(Variant::international, "W:WK4:B12,13,20,34,41,K47") ==
          Texts{"4x1x12x13", "4x40x13x34", "4x45x13x34", "4x7x12x13"});
    const Texts sixteen = texts(Variant::international, "W:WK16:B13,18,21,28,33");
    CHECK(sixteen.size() == 10);
    for (const auto& text : sixteen) CHECK(std::count(text.begin(), text.end(), 'x') == 4);
}

TEST_CASE("draughts: a capture may end where it began") {
    CHECK(texts(Variant::international, "W:WK3:B1,14,21,39,42,K47") ==
          Texts{"3x12x14x21x39x42", "3x17x14x21x39x42", "3x3x14x21x39x42", "3x8x14x21x39x42",
                "3x9x14x21x39x42"});
    CHECK(texts(Variant::international, "W:WK42:B10,13,27,33,35,37") ==
          Texts{"42x38x10x13x27x33x37", "42x42x10x13x27x33x37", "42x47x10x13x27x33x37",
                "42x48x10x13x27x33x37"});
}

TEST_CASE("draughts: a man promotes only where its move ends") {
    const Position position = *Rules::parse_fen(Variant::international, "W:W13:B7,8");
    const auto moves = legal_moves<Rules>(position);
    REQUIRE(moves.size() == 1);
    CHECK(Rules::to_text(position, moves[0]) == "13x11x7x8");
    Position next = position;
    next.play(moves[0]);
    CHECK(Rules::to_fen(next) == "B:W11:B");
    CHECK(next.is_over());
}

TEST_CASE("draughts: a king has no precedence, and its pieces count as one") {
    CHECK(texts(Variant::international, "W:W32,K50:B28,17,39,22") == Texts{"32x23x28", "50x33x39"});
    CHECK(texts(Variant::international, "W:W28:B22,K23") == Texts{"28x17x22", "28x19x23"});
}

TEST_CASE("draughts: a killer king stops right behind a king taken last") {
    const char* fen = "W:WK50:B6,K33";
    CHECK(texts(Variant::international, fen) ==
          Texts{"50x11x33", "50x17x33", "50x22x33", "50x28x33"});
    CHECK(texts(Variant::killer, fen) == Texts{"50x28x33"});
    // It may go on from any square behind the king, and stops where it likes behind a man.
    fen = "W:WK50:B18,K33";
    CHECK(texts(Variant::international, fen) == Texts{"50x13x18x33", "50x4x18x33", "50x9x18x33"});
    CHECK(texts(Variant::killer, fen) == texts(Variant::international, fen));
    CHECK(texts(Variant::killer, "W:WK50:B33,K18") == Texts{"50x13x18x33"});
    // A man's capture of a king ends behind it anyway.
    CHECK(texts(Variant::killer, "W:W28:BK23") == Texts{"28x19x23"});
}
