// The pages a browser shows: the report as one file, and the parts of the live page.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace sparring::referee {

/// A self-contained page that draws `report` (version 1, docs/live-page.md): no download from
/// anywhere, works from a file. Whatever is in the report is shown as text: a content security
/// policy lets nothing run but the page's own script. Bytes that are not UTF-8 become U+FFFD.
std::string report_html(const nlohmann::json& report);

/// The live page and the two files that it loads beside it.
std::string_view live_html();
std::string_view live_script();
std::string_view page_style();

}  // namespace sparring::referee
