#include "referee/view/page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>

#include "referee/view/assets.hpp"
#include "referee/view/bundle.hpp"
#include "referee/view/html_frame.hpp"
#include "referee/view/markup.hpp"

namespace sparring::referee {
namespace {

/// JSON as the text of a script element: nothing in it ends the element or begins a comment.
std::string embedded(const nlohmann::json& value) {
    std::string result;
    for (const char c : value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace)) {
        if (c == '<') {
            result += "\\u003c";  // `<` stands only in strings
        } else {
            result += c;
        }
    }
    return result;
}

}  // namespace

std::string_view asset(std::string_view name) {
    const auto files = assets();
    const auto file = std::find_if(files.begin(), files.end(),
                                   [&](const Asset& each) { return each.name == name; });
    assert(file != files.end());
    return file->content;
}

std::string report_html(const nlohmann::json& report) {
    static const std::string script = bundle(assets(), "report.js");
    static const std::string policy = fmt::format(
        "default-src 'none'; base-uri 'none'; form-action 'none'; script-src {}; style-src {}",
        content_digest(script), content_digest(page_style()));
    const std::string title = escaped(report.value("title", "Sparring report"));
    const std::string data = embedded(report);
    const std::array<Field, 5> fields{Field{"policy", policy}, Field{"title", title},
                                      Field{"style", page_style()}, Field{"data", data},
                                      Field{"script", script}};
    return filled(asset("report.html"), fields);
}

std::string_view live_html() {
    return asset("live.html");
}

std::string_view live_script() {
    static const std::string script = bundle(assets(), "live.js");
    return script;
}

std::string_view page_style() {
    return asset("page.css");
}

}  // namespace sparring::referee
