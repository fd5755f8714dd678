#include "referee/view/page.hpp"

#include <fmt/format.h>
#include <openssl/evp.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <span>
#include <utility>

#include "referee/view/assets.hpp"
#include "referee/view/bundle.hpp"

namespace sparring::referee {
namespace {

std::string escaped(std::string_view text) {
    std::string result;
    for (const char c : text) {
        switch (c) {
            case '&':
                result += "&amp;";
                break;
            case '<':
                result += "&lt;";
                break;
            case '>':
                result += "&gt;";
                break;
            case '"':
                result += "&quot;";
                break;
            default:
                result += c;
        }
    }
    return result;
}

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

/// As a content security policy names an inline script or style.
std::string digest(std::string_view text) {
    std::array<unsigned char, 32> hash{};
    EVP_Digest(text.data(), text.size(), hash.data(), nullptr, EVP_sha256(), nullptr);
    std::array<unsigned char, 45> base64{};
    EVP_EncodeBlock(base64.data(), hash.data(), static_cast<int>(hash.size()));
    return fmt::format("'sha256-{}'", reinterpret_cast<const char*>(base64.data()));
}

using Field = std::pair<std::string_view, std::string_view>;

/// Each `{{name}}` replaced once; what is put in is not looked at again.
std::string filled(std::string_view pattern, std::span<const Field> fields) {
    std::string result;
    while (true) {
        const std::size_t open = pattern.find("{{");
        result += pattern.substr(0, open);
        if (open == std::string_view::npos) return result;
        const std::size_t close = pattern.find("}}", open);
        const std::string_view name = pattern.substr(open + 2, close - open - 2);
        const auto field = std::find_if(fields.begin(), fields.end(),
                                        [&](const Field& each) { return each.first == name; });
        assert(close != std::string_view::npos && field != fields.end());
        result += field->second;
        pattern.remove_prefix(close + 2);
    }
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
        digest(script), digest(page_style()));
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
