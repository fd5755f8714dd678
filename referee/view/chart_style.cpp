#include "referee/view/chart_style.hpp"

#include <cassert>

#include "protocol/text.hpp"
#include "referee/view/assets.hpp"

namespace sparring::referee {
namespace {

std::string without_comments(std::string_view css) {
    std::string result;
    while (true) {
        const std::size_t open = css.find("/*");
        result += css.substr(0, open);
        if (open == css.npos) return result;
        css.remove_prefix(css.find("*/", open) + 2);
    }
}

std::string value_of(std::string_view name, std::string_view values, bool dark) {
    const std::string wanted = "\n  " + std::string{name} + ":";
    const std::size_t at = values.find(wanted);
    assert(at != values.npos);
    values.remove_prefix(at + wanted.size());
    std::string_view value = text::trim(values.substr(0, values.find(';')));
    constexpr std::string_view choice = "light-dark(";
    if (!value.starts_with(choice)) return std::string{value};
    value.remove_prefix(choice.size());
    value.remove_suffix(1);
    const std::size_t comma = value.find(',');
    return std::string{text::trim(dark ? value.substr(comma + 1) : value.substr(0, comma))};
}

constexpr std::string_view kUse = "var(";

std::string resolved(std::string_view declaration, std::string_view values, bool dark) {
    std::string result;
    while (true) {
        const std::size_t open = declaration.find(kUse);
        result += declaration.substr(0, open);
        if (open == declaration.npos) return result;
        const std::size_t close = declaration.find(')', open);
        const std::string_view name =
            declaration.substr(open + kUse.size(), close - open - kUse.size());
        result += value_of(name, values, dark);
        declaration.remove_prefix(close + 1);
    }
}

StylePart part_of(std::string_view declaration) {
    const bool coloured =
        declaration.find(kUse) != declaration.npos && !declaration.starts_with("font");
    return coloured ? StylePart::colours : StylePart::rest;
}

}  // namespace

std::string resolved_style(std::string_view rules, std::string_view values, StylePart part,
                           bool dark) {
    const std::string plain = without_comments(rules);
    std::string result;
    for (std::string_view rest = plain; rest.find('{') != rest.npos;) {
        const std::size_t open = rest.find('{');
        const std::size_t close = rest.find('}', open);
        const std::string_view selector = text::trim(rest.substr(0, open));
        std::string_view body = rest.substr(open + 1, close - open - 1);
        rest.remove_prefix(close + 1);
        if (selector == ":root") continue;
        std::string kept;
        while (body.find(';') != body.npos) {
            const std::string_view each = text::trim(body.substr(0, body.find(';')));
            body.remove_prefix(body.find(';') + 1);
            if (part_of(each) != part) continue;
            if (!kept.empty()) kept += ';';
            kept += resolved(each, values, dark);
        }
        if (!kept.empty()) result += std::string{selector} + "{" + kept + "}\n";
    }
    return result;
}

std::string_view chart_style() {
    return asset("chart.css");
}

std::string_view standalone_chart_style() {
    static const std::string style = [] {
        const std::string values =
            std::string{asset("page.css")} + "\n" + std::string{chart_style()};
        const auto part = [&](StylePart which, bool dark) {
            return resolved_style(chart_style(), values, which, dark);
        };
        return part(StylePart::colours, false) + "@media (prefers-color-scheme: dark) {\n" +
               part(StylePart::colours, true) + "}\n" + part(StylePart::rest, false);
    }();
    return style;
}

}  // namespace sparring::referee
