#include "referee/view/axis.hpp"

#include <string>
#include <vector>

#include "referee/view/number_text.hpp"
#include "referee/view/text_width.hpp"
#include "tests/catch.hpp"

namespace {

using namespace sparring::referee;
using Labels = std::vector<std::string>;

Labels labels(double low, double high, int wanted, bool whole = false) {
    return tick_labels(nice_ticks(low, high, wanted, whole));
}

TEST_CASE("ticks stand at round numbers within the range") {
    CHECK(labels(0, 100, 5) == Labels{"0", "20", "40", "60", "80", "100"});
    CHECK(labels(0, 1, 5) == Labels{"0.0", "0.2", "0.4", "0.6", "0.8", "1.0"});
    CHECK(labels(0.03, 0.08, 5) == Labels{"0.03", "0.04", "0.05", "0.06", "0.07", "0.08"});
    CHECK(labels(-117, 228, 4) == Labels{"\u2212100", "0", "100", "200"});
    CHECK(labels(0, 20000, 4) == Labels{"0", "5000", "10\u202f000", "15\u202f000", "20\u202f000"});
    CHECK(labels(0, 25e6, 3) == Labels{"0", "10M", "20M"});
    CHECK(labels(0, 3e-7, 3) == Labels{"0", "1e\u22127", "2e\u22127", "3e\u22127"});
}

TEST_CASE("ticks of counts are whole numbers") {
    CHECK(labels(0, 3, 8, true) == Labels{"0", "1", "2", "3"});
    CHECK(labels(0, 3, 8, false).size() == 7);
}

TEST_CASE("a range without length has one tick") {
    CHECK(labels(5, 5, 4) == Labels{"5"});
    CHECK(nice_ticks(7, 3, 4).at == std::vector<double>{7});
    CHECK(nice_ticks(0.1, 0.2, 4, true).at.size() == 1);
}

TEST_CASE("an axis shows all values, and never nothing") {
    const auto shown = [](std::vector<double> values, const Axis& axis, double margin = 0) {
        Extent extent;
        for (const double value : values) extent.add(value);
        return extent.shown(axis, margin);
    };
    using Range = std::pair<double, double>;
    CHECK(shown({2, 6, 4}, {}) == Range{2, 6});
    CHECK(shown({2, 6}, {}, 0.25) == Range{1, 7});
    CHECK(shown({2, 6}, {"", "", 0, {}}) == Range{0, 6});
    CHECK(shown({2, 6}, {"", "", {}, 10}) == Range{2, 10});
    CHECK(shown({2, 1e9}, {"", "", {}, 10}, 0.25) == Range{0, 10});
    CHECK(shown({}, {}) == Range{0, 1});
    CHECK(shown({0}, {}) == Range{-1, 1});
    CHECK(shown({10}, {}) == Range{9, 11});
    CHECK(shown({10}, {"", "", 0, {}}) == Range{0, 10});
    CHECK(shown({5}, {"", "", 5, 5}).second > 5);
    CHECK(shown({1, 2}, {"", "", 9, 3}).second > 9);
    CHECK(shown({1, 2}, {"", "", 9, {}}).second > 9);
}

TEST_CASE("the title of an axis has its unit in brackets") {
    CHECK(axis_text({"time", "s"}) == "time (s)");
    CHECK(axis_text({"games"}) == "games");
    CHECK(axis_text({"", "s"}) == "s");
}

TEST_CASE("numbers for reading") {
    CHECK(number_text(1234) == "1234");
    CHECK(number_text(-12345.678, 1) == "\u221212\u202f345.7");
    CHECK(number_text(-0.04, 1) == "0.0");
    CHECK(signed_number(0.04, 1) == "0.0");
    CHECK(signed_number(3) == "+3");
    CHECK(signed_number(-3) == "\u22123");
    CHECK(number_text(std::numeric_limits<double>::quiet_NaN()) == "\u2013");
    CHECK(short_number(0.61254) == "0.6125");
    CHECK(short_number(0.5) == "0.5");
    CHECK(short_number(12.5e6) == "12.5M");
    CHECK(short_number(2e9) == "2G");
    CHECK(short_number(-3e-7) == "\u22123e\u22127");
    CHECK(short_number(0) == "0");
}

TEST_CASE("text is cut to the width that there is") {
    CHECK(shortened("short", 200) == "short");
    const std::string cut = shortened("a name that is far too long for the place", 100);
    CHECK(cut.ends_with("\u2026"));
    CHECK(text_width(cut) <= 100);
    CHECK(shortened("anything", 5) == "");
    CHECK(text_width("\u8a66\u5408") > text_width("ab"));
    CHECK(text_width("\xff\xfe") > 0);
    const auto lines = wrapped("one two three four five six seven eight", 70, 12, 3);
    REQUIRE(lines.size() == 3);
    for (const std::string& line : lines) CHECK(text_width(line) <= 70);
    CHECK(wrapped("", 70, 12, 3).empty());
}

}  // namespace
