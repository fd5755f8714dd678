#include "referee/view/page.hpp"

#include <fstream>
#include <iterator>
#include <string>

#include "referee/view/assets.hpp"
#include "referee/view/bundle.hpp"
#include "tests/catch.hpp"

namespace {

using namespace sparring::referee;

std::size_t count(std::string_view text, std::string_view part) {
    std::size_t result = 0;
    for (auto at = text.find(part); at != std::string_view::npos; at = text.find(part, at + 1))
        ++result;
    return result;
}

/// What stands between the last `open` and the `close` that follows it.
std::string_view between(std::string_view text, std::string_view open, std::string_view close) {
    const std::size_t begin = text.rfind(open);
    REQUIRE(begin != std::string_view::npos);
    text.remove_prefix(begin + open.size());
    return text.substr(0, text.find(close));
}

TEST_CASE("the pages' files are in the program as they are in the folder") {
    CHECK(assets().size() > 8);
    for (const Asset& file : assets()) {
        CAPTURE(file.name);
        std::ifstream stream{std::string{SPARRING_SOURCE_DIR "/referee/view/page/"} +
                             std::string{file.name}};
        const std::string content{std::istreambuf_iterator<char>{stream}, {}};
        CHECK(!content.empty());
        CHECK(file.content == content);
    }
}

TEST_CASE("nothing in the pages turns text into markup or code") {
    for (const Asset& file : assets()) {
        CAPTURE(file.name);
        for (const char* way :
             {"innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(",
              "Function(", "DOMParser", "</script", "<script", "<!--", "</style"}) {
            CAPTURE(way);
            if (file.name.ends_with(".html") && std::string_view{way} != "innerHTML") continue;
            CHECK(file.content.find(way) == std::string_view::npos);
        }
    }
}

TEST_CASE("modules become one script in the order in which they need one another") {
    const Asset files[] = {
        {"main.js",
         "import { one } from \"./one.js\";\nimport * as two from \"./two.js\";\none(two.b);\n"},
        {"one.js", "export const one = (x) => x;\nconst own = 1;\n"},
        {"two.js",
         "// two\nimport { one } from \"./one.js\";\nexport function b() {}\nexport class C "
         "{}\n"}};
    CHECK(bundle(files, "main.js") ==
          "\"use strict\";\n"
          "const module_one = (() => {\nconst one = (x) => x;\nconst own = 1;\n\nreturn { one "
          "};\n})();\n"
          "const module_two = (() => {\n// two\nconst { one } = module_one;\nfunction b() "
          "{}\nclass C "
          "{}\n\nreturn { b, C };\n})();\n"
          "const module_main = (() => {\nconst { one } = module_one;\nconst two = "
          "module_two;\none(two.b);\n\nreturn {  };\n})();\n");
}

TEST_CASE("no import or export is left in the pages' scripts") {
    for (const std::string_view script :
         {bundle(assets(), "report.js"), bundle(assets(), "live.js")}) {
        CHECK(script.find("\nimport ") == std::string_view::npos);
        CHECK(script.find("\nexport ") == std::string_view::npos);
    }
}

TEST_CASE("hostile names stay text in a report") {
    const std::string hostile = "</script><img src=x onerror=alert(1)><!-- {{script}} &\xff\"'";
    const std::string page = report_html({{"v", 1}, {"title", hostile}, {"name", hostile}});
    CHECK(count(page, "<script") == 2);
    CHECK(count(page, "</script>") == 2);
    CHECK(count(page, "<img") == 0);
    CHECK(count(page, "<!--") == 0);
    CHECK(page.find("<title>&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt;") !=
          std::string::npos);
    const auto data = nlohmann::json::parse(
        between(page, "<script type=\"application/json\" id=\"data\">", "</script>"));
    CHECK(data["name"] == "</script><img src=x onerror=alert(1)><!-- {{script}} &\xef\xbf\xbd\"'");
}

TEST_CASE("only the report's own script and style may run in it, and nothing is loaded") {
    const std::string page = report_html({{"v", 1}});
    const std::string_view policy =
        between(page, "http-equiv=\"Content-Security-Policy\" content=\"", "\"");
    CHECK(policy.starts_with("default-src 'none'; "));
    CHECK(policy.find("unsafe") == std::string_view::npos);
    CHECK(count(policy, "'sha256-") == 2);
    CHECK(page.find("src=") == std::string::npos);
    CHECK(page.find("<link") == std::string::npos);
    CHECK(page.find("{{") == std::string::npos);
    CHECK(count(page, "://") == 1);  // the name of SVG
}

}  // namespace
