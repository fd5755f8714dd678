#include "referee/view/document.hpp"

#include <string>

#include "referee/view/line_chart.hpp"
#include "tests/catch.hpp"
#include "tests/referee/well_formed.hpp"

namespace {

using namespace sparring::referee;

bool has(std::string_view text, std::string_view part) {
    return text.find(part) != text.npos;
}

std::size_t count(std::string_view text, std::string_view part) {
    std::size_t result = 0;
    for (auto at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++result;
    return result;
}

/// What stands between the tags of main, which is XML too.
std::string main_part(const std::string& page) {
    const std::size_t begin = page.find("<main");
    const std::size_t end = page.find("</main>");
    REQUIRE((begin != page.npos && end != page.npos));
    std::string part = page.substr(begin, end + 7 - begin);
    constexpr std::string_view bare = " download";  // an attribute as only HTML has it
    for (auto at = part.find(bare); at != part.npos; at = part.find(bare)) {
        part.erase(at, bare.size());
    }
    return part;
}

LineChart chart(const std::string& title) {
    LineChart result;
    result.title = title;
    result.series = {{title, {{0, 1}, {1, 2}}, {}}};
    return result;
}

TEST_CASE("a document says the same in Markdown and on a page") {
    Document document{"Report"};
    document.facts({{"seed", "1"}})
        .section("Answer")
        .paragraph(Text{"Gain "} + strong("61 Elo") + " with " + code("A11") + ".")
        .table({{{"parameter", TableColumn::Align::left}, {"value"}},
                {{code("A11"), "53"}, {"B12"}, {"C", "1", "too much"}}})
        .subsection("Why")
        .list({"one", "two"})
        .steps({"first", "second"})
        .code_block("tuner run x.toml", "sh")
        .note("so")
        .warning("beware")
        .figure("score", chart("Score"), "Over games.");
    CHECK(markdown(document) == R"(# Report

* **seed:** 1

## Answer

Gain **61 Elo** with `A11`.

| parameter | value |
|---|---:|
| `A11` | 53 |
| B12 |  |
| C | 1 |

### Why

- one
- two

1. first
2. second

```sh
tuner run x.toml
```

> **Note:** so

> **Warning:** beware

![Score](score.svg)

Over games. Data: [score.csv](score.csv)
)");
    const std::string page = html(document);
    CHECK(has(page, "<title>Report</title>"));
    CHECK(has(page, "<div><dt>seed</dt><dd>1</dd></div>"));
    CHECK(has(page, "<section id=\"answer\">\n<h2>Answer</h2>"));
    CHECK(has(page, "<p>Gain <strong>61 Elo</strong> with <code>A11</code>.</p>"));
    CHECK(has(page, "<th scope=\"col\" class=\"number\">value</th>"));
    CHECK(has(page, "<th scope=\"row\"><code>A11</code></th><td class=\"number\">53</td>"));
    CHECK(has(page, "<h3>Why</h3>"));
    CHECK(has(page, "<ul class=\"points\">\n<li>one</li>"));
    CHECK(has(page, "<ol class=\"points\">\n<li>first</li>"));
    CHECK(has(page, "<pre><code>tuner run x.toml</code></pre>"));
    CHECK(has(page, "<strong>Warning:</strong> beware"));
    CHECK(has(page, "<figcaption>Over games."));
    CHECK_FALSE(has(page, "too much"));
    CHECK(sparring::test::xml_fault(main_part(page)) == "");
}

TEST_CASE("a figure comes with its picture and its data as files") {
    Document document{"x"};
    document.width(500).figure("plots/score", chart("Score"));
    REQUIRE(document.files().size() == 2);
    CHECK(document.files()[0].name == "plots/score.svg");
    CHECK(document.files()[0].content == svg(chart("Score"), {Look::Use::file, 500}));
    CHECK(document.files()[1].name == "plots/score.csv");
    CHECK(document.files()[1].content == csv(chart("Score")));
    CHECK(has(html(document), svg(chart("Score"), {Look::Use::inlined, 500})));
}

TEST_CASE("text that nobody vouches for stays text in both forms") {
    const std::string hostile =
        "</p><script>alert(1)</script> <!-- {{body}} *a* [x](javascript:1) | `q` \x01\xff";
    Document document{hostile};
    document.section(hostile)
        .paragraph(hostile)
        .paragraph(code(hostile) + strong(hostile) + hyperlink(hostile, hostile))
        .list({hostile})
        .facts({{hostile, hostile}})
        .code_block(hostile + "\n```\n")
        .table({{{hostile}, {"b"}}, {{hostile, code(hostile)}}})
        .note(hostile)
        .figure("f", chart(hostile), hostile);
    const std::string page = html(document);
    CHECK_FALSE(has(page, "<script"));
    CHECK_FALSE(has(page, "<!--"));
    CHECK_FALSE(has(page, "href=\"javascript"));
    CHECK(sparring::test::xml_fault(main_part(page)) == "");

    const std::string text = markdown(document);
    CHECK(has(text,
              "\n\\</p\\>\\<script\\>alert(1)\\</script\\> \\<!-- {{body}} \\*a\\* "
              "\\[x\\](javascript:1) \\| \\`q\\` \xef\xbf\xbd\xef\xbf\xbd\n"));
    CHECK(has(text, "\n````\n"));
    // In a table only the column's own bars are not escaped.
    const std::size_t row = text.rfind("\n| ");
    const std::string line = text.substr(row + 1, text.find('\n', row + 1) - row - 1);
    CHECK(count(line, "|") - count(line, "\\|") == 3);
}

TEST_CASE("a page runs no script and loads nothing") {
    Document document{"x"};
    document.section("a").figure("f", chart("f"));
    const std::string page = html(document);
    CHECK(has(page, "default-src 'none'; base-uri 'none'; form-action 'none'; style-src 'sha256-"));
    CHECK_FALSE(has(page, "script-src"));
    CHECK_FALSE(has(page, "unsafe"));
    CHECK_FALSE(has(page, "src=\""));
    CHECK_FALSE(has(page, "<link"));
    CHECK_FALSE(has(page, " style=\""));
    CHECK_FALSE(has(page, "{{"));
    CHECK(count(page, "<style>") == 1);
    CHECK(count(page, "://") == 1);  // the name of SVG
}

TEST_CASE("sections are listed from three on, and links find them") {
    Document document{"x"};
    document.section("One").section("Two & 2");
    CHECK_FALSE(has(html(document), "<nav"));
    document.section("Three");
    const std::string page = html(document);
    CHECK(has(page, "<nav"));
    CHECK(has(page, "<a href=\"#two--2\">Two &amp; 2</a>"));
    CHECK(has(page, "<section id=\"two--2\">"));
    CHECK(anchor("To run it again?") == "to-run-it-again");
}

TEST_CASE("Markdown is escaped where a character would mean something, and only there") {
    CHECK(markdown_escaped("games_per_second") == "games_per_second");
    CHECK(markdown_escaped("_x_") == "\\_x\\_");
    CHECK(markdown_escaped("51.2") == "51.2");
    CHECK(markdown_escaped("1. x") == "1\\. x");
    CHECK(markdown_escaped("+31.2 of -5") == "+31.2 of -5");
    CHECK(markdown_escaped("- x") == "\\- x");
    CHECK(markdown_escaped("---") == "\\---");
    CHECK(markdown_escaped("# x") == "\\# x");
    CHECK(markdown_escaped("a # b") == "a # b");
    CHECK(markdown_escaped("http://x www.y.z") == "http\\://x www\\.y.z");
    CHECK(markdown_escaped("&amp; \\ ~~a~~ <b>") == "\\&amp; \\\\ \\~\\~a\\~\\~ \\<b\\>");
    CHECK(markdown_escaped("two\nlines") == "two lines");
    CHECK(markdown_of(Text{"so!"} + hyperlink("x", "y.md")) == "so\\![x](y.md)");
}

TEST_CASE("code keeps its backticks") {
    CHECK(markdown_of(code("a`b")) == "``a`b``");
    CHECK(markdown_of(code("`a``")) == "``` `a`` ```");
    CHECK(markdown_of(code("a|b"), true) == "`a\\|b`");
    CHECK(markdown_of(code("a|b")) == "`a|b`");
    CHECK(markdown_code_block("x\n````\ny", "sh") == "`````sh\nx\n````\ny\n`````\n");
}

TEST_CASE("links go to files beside, to parts, and to https; others are text") {
    CHECK(html_of(hyperlink("a", "b/c d.csv")) == "<a href=\"b/c%20d.csv\">a</a>");
    CHECK(html_of(hyperlink("a", "https://x.org/?a=1&b=2")) ==
          "<a href=\"https://x.org/?a=1&amp;b=2\">a</a>");
    CHECK(markdown_of(hyperlink("a", "b (1).csv")) == "[a](b%20%281%29.csv)");
    CHECK(markdown_of(hyperlink("a", "#part")) == "[a](#part)");
    for (const char* target : {"javascript:alert(1)", "java\nscript:x", "//x.org", "http://x.org",
                               "data:text/html,x", "\\\\x.org", ""}) {
        CAPTURE(target);
        CHECK(html_of(hyperlink("a", target)) == "a");
    }
}

}  // namespace
