// How charts look, where they stand in a page and where they are files of their own.
#pragma once

#include <string>
#include <string_view>

namespace sparring::referee {

/// For pages that have page.css too: chart.css as it is.
std::string_view chart_style();

/// For a file of its own: the rules with plain colours, first the light ones, then the dark ones
/// for viewers that prefer them. Without custom properties, which converters of SVG do not know.
std::string_view standalone_chart_style();

enum class StylePart { colours, rest };

/// The declarations of `rules` that have a colour, or the others. Every `var(--name)` is replaced
/// by what `values` say of it (`--name: value;` on lines of their own); of `light-dark(a, b)` one
/// is taken. Understands what our style sheets use: no nesting, no braces or semicolons in values.
std::string resolved_style(std::string_view rules, std::string_view values, StylePart part,
                           bool dark);

}  // namespace sparring::referee
