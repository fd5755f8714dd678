// Parameter lists of OpenBench and fishtest.
#include "tuner/config/spsa_lines.hpp"
#include "tests/catch.hpp"
#include "tuner/config/configuration.hpp"

namespace {

using namespace sparring;
using namespace sparring::tuner;

TEST_CASE("OpenBench's and fishtest's lines say the same") {
    const auto open_bench = parse_spsa_lines(
        "# weights\n\nPieces, int, 100, 0, 400, 20.0, 0.002\r\nScale, float, 0.5, -1, 1, 0.1, "
        "0.01");
    REQUIRE(open_bench);
    CHECK(*open_bench == std::vector<SpsaLine>{{"Pieces", true, 100, 0, 400, 20, 0.002},
                                               {"Scale", false, 0.5, -1, 1, 0.1, 0.01}});
    const auto fishtest = parse_spsa_lines("Pieces,100,0,400,20,0.002\n");
    REQUIRE(fishtest);
    CHECK(fishtest->front() == open_bench->front());
}

TEST_CASE("an imported list is a configuration with c_end as a share of the range") {
    const auto lines = parse_spsa_lines(
        "Pieces, int, 100, 0, 400, 20, 0.002\nScale, float, 0, -1, 1, 0.1, 0.01\n");
    REQUIRE(lines);
    const auto tree = parse_toml(to_toml(*lines), "x.toml");
    REQUIRE(tree);
    const auto& parameters = std::get<Node::List>(tree->find("param")->value);
    REQUIRE(parameters.size() == 2);
    CHECK(std::get<std::string>(parameters[0].find("name")->value) == "Pieces");
    CHECK(std::get<std::int64_t>(parameters[0].find("default")->value) == 100);
    CHECK(std::get<std::int64_t>(parameters[0].find("max")->value) == 400);
    CHECK(parameters[0].find("codec") == nullptr);
    CHECK(std::get<std::string>(parameters[1].find("codec")->value) == "real");
    CHECK(std::get<double>(parameters[1].find("step")->value) == Approx(0.01));
    const Node* own = tree->find("strategy")->find("parameters");
    REQUIRE(own != nullptr);
    CHECK(std::get<double>(own->find("Pieces")->find("c_end")->value) == Approx(0.05));
    CHECK(std::get<double>(own->find("Scale")->find("c_end")->value) == Approx(0.05));
    CHECK(std::get<double>(own->find("Pieces")->find("r_end")->value) == Approx(0.002));
}

TEST_CASE("a list with a mistake says in which line it is") {
    const std::string shape =
        "expected name, int, start, min, max, C_end, R_end (OpenBench) or "
        "name,start,min,max,c_end,r_end (fishtest)";
    const std::pair<std::string, std::string> table[]{
        {"", "there are no parameters in it"},
        {"# only a remark\n", "there are no parameters in it"},
        {"A,1,0,10", "line 1: " + shape},
        {",1,0,10,1,0.1", "line 1: " + shape},
        {"A, word, 1, 0, 10, 1, 0.1", "line 1: 'word' is neither int nor float"},
        {"A,1,0,10,1,0.1\n\nB,x,0,10,1,0.1", "line 3: 'x' is not a number"},
        {"A,nan,0,10,1,0.1", "line 1: 'nan' is not a number"},
        {"A,1,10,10,1,0.1", "line 1: 10 is not below 10"},
        {"A,11,0,10,1,0.1", "line 1: 11 is outside 0..10"},
        {"A,1,0,10,6,0.1", "line 1: c_end 6 is not in 0..5, half the range"},
        {"A,1,0,10,1,-1", "line 1: r_end -1 is not in 0..10"},
        {"A,0.5,0.3,0.7,0.1,0.1", "line 1: there is no whole number to choose in its range"},
        {"A,1,0,10,1,0.1\na,1,0,10,1,0.1", "line 2: a stands here twice"},
    };
    for (const auto& [text, message] : table) {
        INFO(text);
        const auto lines = parse_spsa_lines(text);
        REQUIRE_FALSE(lines);
        CHECK(lines.error() == message);
    }
}

}  // namespace
