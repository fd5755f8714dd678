#include "referee/view/svg_chart.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <locale>
#include <string>

#include "referee/view/bar_chart.hpp"
#include "referee/view/chart_style.hpp"
#include "referee/view/heat_map.hpp"
#include "referee/view/interval_chart.hpp"
#include "referee/view/line_chart.hpp"
#include "referee/view/scatter_chart.hpp"
#include "referee/view/small_multiples.hpp"
#include "tests/catch.hpp"
#include "tests/referee/well_formed.hpp"

namespace {

using namespace sparring::referee;
using sparring::test::xml_fault;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

std::size_t count(std::string_view text, std::string_view part) {
    std::size_t result = 0;
    for (auto at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++result;
    return result;
}

bool has(std::string_view text, std::string_view part) {
    return text.find(part) != text.npos;
}

/// An engine may call itself what it likes.
const std::string kHostile =
    "</text><script>alert(1)</script> & \"it's\" <!-- ]]> \x01\xff\xc0\xaf\xed\xa0\x80 {{x}}";

LineChart line_chart(const std::string& name) {
    LineChart chart;
    chart.title = name;
    chart.description = name;
    chart.x = {name, name, {}, {}, true};
    chart.y.title = name;
    chart.series = {{name,
                     {{0, 1, 0.5, 1.5}, {1, kNoValue}, {2, 3, 2, 4}, {3, 4, 3, 5}},
                     LineSeries::Form::steps}};
    chart.stages = {{0, 2, name}, {2, kInfinity, name}};
    chart.rules = {{2, name}, {1, name, true}};
    return chart;
}

SmallMultiples multiples(const std::string& name) {
    SmallMultiples chart;
    chart.title = name;
    for (int i = 0; i < 5; ++i) {
        Panel panel;
        panel.y.title = name;
        panel.series = line_chart(name).series;
        panel.rules = {{0, name, true}};
        chart.panels.push_back(panel);
    }
    return chart;
}

HeatMap heat_map(const std::string& name) {
    HeatMap chart;
    chart.title = name;
    chart.row_title = name;
    chart.rows = {name, "b"};
    chart.columns = {name, "b", "c"};
    chart.values = {{kNoValue, 55.5, 40}, {44.5}};
    chart.middle = 50;
    chart.decimals = 1;
    return chart;
}

BarChart bar_chart(const std::string& name) {
    BarChart chart;
    chart.title = name;
    chart.bars = {{name, 3, 1, 5, Bar::Tone::below}, {"b", kNoValue}, {"c", -2}};
    return chart;
}

ScatterChart scatter_chart(const std::string& name) {
    ScatterChart chart;
    chart.title = name;
    chart.points_name = name;
    chart.points = {{1, 2, 1, 3}, {2, 4}, {3, 5}, {kNoValue, 1}, {4, kInfinity}};
    chart.fit = regression(chart.points);
    chart.fit_name = name;
    return chart;
}

IntervalChart interval_chart(const std::string& name) {
    IntervalChart chart;
    chart.title = name;
    chart.rows = {{name, 40, 12, 68}, {"b", -3, -kInfinity, 20}, {"c"}};
    return chart;
}

/// Every kind of chart, as a file and in a page.
std::vector<std::string> all_kinds(const std::string& name) {
    std::vector<std::string> texts;
    for (const Look::Use use : {Look::Use::file, Look::Use::inlined}) {
        const Look look{use, 700};
        texts.push_back(svg(line_chart(name), look));
        texts.push_back(svg(multiples(name), look));
        texts.push_back(svg(heat_map(name), look));
        texts.push_back(svg(bar_chart(name), look));
        texts.push_back(svg(scatter_chart(name), look));
        texts.push_back(svg(interval_chart(name), look));
    }
    return texts;
}

TEST_CASE("charts of names that nobody vouches for are well-formed and run nothing") {
    for (const std::string& text : all_kinds(kHostile)) {
        CHECK(xml_fault(text) == "");
        CHECK_FALSE(has(text, "<script"));
        CHECK_FALSE(has(text, "<!--"));
        CHECK(has(text, "&lt;script&gt;"));
        CHECK(has(text, "\xef\xbf\xbd"));
        CHECK(count(text, "://") == 1);  // the name of SVG
        CHECK_FALSE(has(text, "style=\""));
    }
}

TEST_CASE("a chart tells its title to those who do not see it") {
    for (const std::string& text : all_kinds("Score of A & B")) {
        CHECK(has(text, "role=\"img\""));
        CHECK(has(text, "<title>Score of A &amp; B</title>"));
    }
    CHECK(has(svg(line_chart("over games")), "<desc>over games</desc>"));
}

TEST_CASE("only a file of its own brings style, sheet and a title that is seen") {
    const std::string file = svg(bar_chart("pairs"));
    CHECK(has(file, "<style>"));
    CHECK(has(file, "class=\"sheet\""));
    CHECK(has(file, "class=\"title\""));
    const std::string inlined = svg(bar_chart("pairs"), {Look::Use::inlined, 700});
    CHECK_FALSE(has(inlined, "<style>"));
    CHECK_FALSE(has(inlined, "class=\"sheet\""));
    CHECK_FALSE(has(inlined, "class=\"title\""));
}

TEST_CASE("the style of a file has plain colours, light and dark") {
    const std::string style{standalone_chart_style()};
    CHECK_FALSE(has(style, "var("));
    CHECK_FALSE(has(style, "light-dark("));
    CHECK_FALSE(has(style, "/*"));
    CHECK(has(style, "prefers-color-scheme: dark"));
    CHECK(std::count(style.begin(), style.end(), '{') ==
          std::count(style.begin(), style.end(), '}'));
    // Hues come before the rules that take them back (.curve has no fill), also in the dark.
    CHECK(style.rfind("fill: none") > style.rfind("fill: #"));
}

TEST_CASE("names of colours become the colours that a style sheet gives them") {
    const std::string rules =
        "/* x { } */\n:root { --a: 1; }\n.p { fill: var(--hue); r: 2; }\n.q { r: 3; }\n";
    const std::string values = "\n  --hue: light-dark(#fff, #000);\n";
    CHECK(resolved_style(rules, values, StylePart::colours, false) == ".p{fill: #fff}\n");
    CHECK(resolved_style(rules, values, StylePart::colours, true) == ".p{fill: #000}\n");
    CHECK(resolved_style(rules, values, StylePart::rest, false) == ".p{r: 2}\n.q{r: 3}\n");
}

TEST_CASE("charts without data say so") {
    for (const std::string& text : {svg(LineChart{}), svg(SmallMultiples{}), svg(HeatMap{}),
                                    svg(BarChart{}), svg(ScatterChart{}), svg(IntervalChart{})}) {
        CHECK(xml_fault(text) == "");
        CHECK(has(text, ">no data</text>"));
    }
    LineChart gaps;
    gaps.series = {{"nothing", {{0, kNoValue}, {kNoValue, 1}, {2, kInfinity}}, {}}};
    CHECK(has(svg(gaps), ">no data</text>"));
}

TEST_CASE("one point is a dot") {
    LineChart chart;
    chart.series = {{"", {{3, 0.5}}, {}}};
    const std::string text = svg(chart, {Look::Use::inlined, 700});
    CHECK(count(text, "<circle") == 1);
    CHECK(count(text, "<path") == 0);
}

TEST_CASE("a gap divides a line") {
    LineChart chart;
    chart.series = {
        {"", {{0, 1}, {1, 2}, {2, kNoValue}, {3, 2}, {4, 3}, {5, kNoValue}, {6, 1}}, {}}};
    const std::string text = svg(chart, {Look::Use::inlined, 700});
    const std::size_t at = text.find("<path class=\"curve");
    REQUIRE(at != text.npos);
    const std::string path = text.substr(at, text.find("/>", at) - at);
    CHECK(count(path, "M") == 2);
    CHECK(count(text, "class=\"dot s1\"") == 5);
}

TEST_CASE("what is out of an axis' bounds is cut off") {
    LineChart chart;
    chart.series = {{"", {{0, 1}, {1, 200}, {2, 1}}, {}}};
    CHECK_FALSE(has(svg(chart, {Look::Use::inlined, 700}), "</svg>\n</svg>"));
    chart.y.to = 10;
    const std::string cut = svg(chart, {Look::Use::inlined, 700});
    CHECK(count(cut, "<svg ") == 2);
    CHECK(xml_fault(cut) == "");
}

TEST_CASE("any numbers at all give a well-formed chart of moderate size") {
    const double values[] = {0,        -0.0,   1e-300, 1e300, -1e300, kInfinity, -kInfinity,
                             kNoValue, 5e-324, 1e99,   -1e99, 1e-12,  1,         1 + 1e-15};
    for (const double a : values) {
        for (const double b : values) {
            LineChart line;
            line.series = {{"s", {{a, b, b, a}, {b, a}, {1, 2}}, {}}};
            line.x.from = a;
            line.y.to = b;
            line.rules = {{a, "r"}};
            line.stages = {{a, b, "s"}};
            BarChart bars;
            bars.bars = {{"x", a, b, a}, {"y", b}};
            HeatMap heat;
            heat.rows = {"x"};
            heat.columns = {"x", "y"};
            heat.values = {{a, b}};
            IntervalChart intervals;
            intervals.rows = {{"x", a, b, a}, {"y", b, a, a}};
            ScatterChart scatter;
            scatter.points = {{a, b, b, a}, {b, a}, {a, a}, {1, 2}};
            scatter.fit = regression(scatter.points);
            bars.bars.push_back(
                {"n", static_cast<double>(histogram(std::vector{a, b}, 10).size())});
            for (const std::string& text :
                 {svg(line), svg(bars), svg(heat), svg(intervals), svg(scatter)}) {
                CAPTURE(a, b);
                CHECK(xml_fault(text) == "");
                CHECK(text.size() < 20'000);
                CHECK_FALSE(has(text, "nan"));
                CHECK_FALSE(has(text, "inf"));
            }
        }
    }
}

TEST_CASE("the order of points does not matter") {
    LineChart chart;
    chart.series = {{"", {{0, 1}, {1, 5}, {2, 3}}, {}}};
    const std::string text = svg(chart);
    std::reverse(chart.series[0].points.begin(), chart.series[0].points.end());
    CHECK(svg(chart) == text);
}

struct DecimalComma : std::numpunct<char> {
    char do_decimal_point() const override { return ','; }
    char do_thousands_sep() const override { return '.'; }
    std::string do_grouping() const override { return "\3"; }
};

TEST_CASE("a locale with a decimal comma changes nothing") {
    LineChart chart = line_chart("x");
    chart.series[0].points[0] = {-12'345.5, 0.25};
    const std::string picture = svg(chart);
    const std::string data = csv(chart);
    const std::locale old =
        std::locale::global(std::locale{std::locale::classic(), new DecimalComma});
    const std::string same_picture = svg(chart);
    const std::string same_data = csv(chart);
    std::locale::global(old);
    CHECK(same_picture == picture);
    CHECK(same_data == data);
}

TEST_CASE("a heat map's values stand in wide cells and in the hints of narrow ones") {
    HeatMap chart = heat_map("a");
    CHECK(has(svg(chart), ">55.5</text>"));
    for (int i = 0; i < 60; ++i) chart.columns.push_back("further");
    const std::string narrow = svg(chart);
    CHECK_FALSE(has(narrow, ">55.5</text>"));
    CHECK(has(narrow, "<title>a : b  55.5</title>"));
}

TEST_CASE("an interval that does not hold the reference is filled") {
    const std::string text = svg(interval_chart("a"), {Look::Use::inlined, 700});
    CHECK(count(text, "class=\"dot s1\"") == 1);
    CHECK(count(text, "class=\"hollow plain\"") == 1);
    CHECK(has(text, ">+40  [+12, +68]</text>"));
    CHECK(has(text, ">\u22123  [\u2212\u221e, +20]</text>"));
    CHECK(has(text, ">no data</text>"));
}

TEST_CASE("a cloud of many points takes no more room than its pixels") {
    ScatterChart chart;
    chart.y.to = 50;
    chart.points = {{-1, 1e99}};
    for (int i = 0; i < 100'000; ++i) {
        chart.points.push_back({static_cast<double>(i % 97), static_cast<double>(i % 53)});
    }
    const std::string text = svg(chart);
    CHECK(xml_fault(text) == "");
    CHECK_FALSE(has(text, "<circle"));
    CHECK(count(text, "h0") == 97 * 51);
}

TEST_CASE("a histogram counts every value once, in classes with round bounds") {
    const std::vector<double> values{0.12, 0.19, 0.2, 0.31, 0.55, kNoValue};
    const std::vector<Bar> bars = histogram(values, 5);
    REQUIRE(bars.size() == 5);
    CHECK(bars[0].label == "0.1\u20130.2");
    std::vector<double> counts;
    for (const Bar& bar : bars) counts.push_back(bar.value);
    CHECK(counts == std::vector<double>{2, 1, 1, 0, 1});
    CHECK(histogram({}, 5).empty());
    const std::vector<Bar> one = histogram(std::vector<double>{7, 7}, 5);
    double total = 0;
    for (const Bar& bar : one) total += bar.value;
    CHECK(total == 2);
}

TEST_CASE("line charts as CSV") {
    LineChart chart;
    chart.x = {"games"};
    chart.y = {"score", "%"};
    chart.series = {{"a, b", {{0, 0.1, 0, 0.25}, {1, kNoValue}}, {}}};
    CHECK(csv(chart) ==
          "series,games,score (%),low,high\r\n\"a, b\",0,0.1,0,0.25\r\n\"a, b\",1,,,\r\n");
    CHECK(csv(LineChart{}) == "series,x,y,low,high\r\n");
}

TEST_CASE("the other charts as CSV") {
    SmallMultiples grid;
    grid.x = {"generation"};
    grid.panels = {{{"A11", ""}, {{"mean", {{2, 3.5, 3, 4}}, {}}}, {}}};
    CHECK(csv(grid) == "panel,series,generation,value,low,high\r\nA11,mean,2,3.5,3,4\r\n");
    CHECK(csv(heat_map("a")) == "a,column,value\r\na,b,55.5\r\na,c,40\r\nb,a,44.5\r\n");
    CHECK(csv(bar_chart("a")) == "label,value,low,high\r\na,3,1,5\r\nb,,,\r\nc,-2,,\r\n");
    CHECK(csv(interval_chart("a")) ==
          "label,estimate,low,high\r\na,40,12,68\r\nb,-3,,20\r\nc,,,\r\n");
    ScatterChart scatter;
    scatter.points = {{1, 2}};
    CHECK(csv(scatter) == "series,x,y,low,high\r\npoints,1,2,,\r\n");
}

}  // namespace
