// How wide text will be on a page: nobody tells before it is drawn, so this is an estimate on the
// generous side, from the advance widths that sans serif fonts share with Helvetica.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sparring::referee {

/// In pixels, at a font of `size` pixels. Wide characters (East Asian) count as such.
double text_width(std::string_view text, double size = 12);

/// `text` within `width` pixels, its end an ellipsis where something was cut off; empty where not
/// even two characters have room.
std::string shortened(std::string_view text, double width, double size = 12);

/// Broken at blanks into at most `most` lines, the last one shortened.
std::vector<std::string> wrapped(std::string_view text, double width, double size,
                                 std::size_t most);

}  // namespace sparring::referee
