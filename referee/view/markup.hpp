// Text that nobody vouches for (names of engines), made fit to stand in XML, HTML and SVG.
#pragma once

#include <string>
#include <string_view>

namespace sparring::referee {

/// Well-formed UTF-8 of characters that XML allows: any other byte or character (controls but tab
/// and line feed, surrogates, overlong forms) becomes U+FFFD.
std::string clean_text(std::string_view text);

/// The same with `&`, `<`, `>` and both quotes as entities: content of an element or of a quoted
/// attribute.
std::string escaped(std::string_view text);

}  // namespace sparring::referee
