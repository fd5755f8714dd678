// A small check of XML: enough to notice names that became markup. Not a parser: no doctype, no
// comments, no processing instructions, which our files do not have.
#pragma once

#include <cctype>
#include <string>
#include <string_view>
#include <vector>

namespace sparring::test {

/// Empty, or what is wrong with `xml`: elements that are not closed, attributes without quotes or
/// given twice, `&` and `<` that are not markup, more than one root.
inline std::string xml_fault(std::string_view xml) {
    std::vector<std::string> open;
    int roots = 0;
    const auto name_end = [&](std::size_t at) {
        while (at < xml.size() && (std::isalnum(static_cast<unsigned char>(xml[at])) ||
                                   xml[at] == '-' || xml[at] == ':'))
            ++at;
        return at;
    };
    const auto bad_text = [](std::string_view text) {
        for (std::size_t at = text.find('&'); at != text.npos; at = text.find('&', at + 1)) {
            const auto entity = text.substr(at, text.find(';', at) - at + 1);
            if (entity != "&amp;" && entity != "&lt;" && entity != "&gt;" && entity != "&quot;" &&
                entity != "&#39;")
                return true;
        }
        for (const char c : text) {
            if (static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t') return true;
        }
        return text.find('<') != text.npos;
    };
    for (std::size_t at = 0; at < xml.size();) {
        if (xml[at] != '<') {
            const std::size_t end = std::min(xml.find('<', at), xml.size());
            const auto text = xml.substr(at, end - at);
            if (bad_text(text)) return "bad text: " + std::string{text};
            if (open.empty() && text.find_first_not_of(" \n") != text.npos) return "text outside";
            at = end;
            continue;
        }
        const bool closing = at + 1 < xml.size() && xml[at + 1] == '/';
        const std::size_t begin = at + (closing ? 2 : 1);
        at = name_end(begin);
        const std::string name{xml.substr(begin, at - begin)};
        if (name.empty()) return "an element without a name";
        std::vector<std::string_view> attributes;
        while (at < xml.size() && xml[at] == ' ') {
            const std::size_t end = name_end(++at);
            if (end == at || xml.substr(end, 2) != "=\"") return "bad attribute in " + name;
            for (const auto& each : attributes) {
                if (each == xml.substr(at, end - at)) return "attribute twice in " + name;
            }
            attributes.push_back(xml.substr(at, end - at));
            const std::size_t quote = xml.find('"', end + 2);
            if (quote == xml.npos) return "open quote in " + name;
            if (bad_text(xml.substr(end + 2, quote - end - 2))) return "bad value in " + name;
            at = quote + 1;
        }
        const bool empty = xml.substr(at, 2) == "/>";
        if (empty) ++at;
        if (at >= xml.size() || xml[at] != '>') return "open tag " + name;
        ++at;
        if (closing) {
            if (open.empty() || open.back() != name) return "wrong end of " + name;
            open.pop_back();
        } else {
            if (open.empty() && ++roots > 1) return "two roots";
            if (!empty) open.push_back(name);
        }
    }
    if (!open.empty()) return "not closed: " + open.back();
    return roots == 1 ? "" : "no root";
}

}  // namespace sparring::test
