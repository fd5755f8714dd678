#include "referee/view/text_width.hpp"

#include <algorithm>

#include "referee/view/markup.hpp"

namespace sparring::referee {
namespace {

/// Helvetica's advance widths from U+0020 to U+007E, in thousandths of the font's size (Adobe's
/// font metrics).
constexpr int kWidths[] = {
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333,  278, 278, 556, 556, 556,
    556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667,
    611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722, 667,  611, 722, 667, 944, 667,
    667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278,  556, 556, 222, 222, 500,
    222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500,  500, 334, 260, 334, 584};

/// Other fonts are wider.
constexpr double kReserve = 1.15;  // DejaVu Sans

/// The bytes and the width, in thousandths, of the character at the front.
std::pair<std::size_t, int> front(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned char first = byte(0);
    if (first < 0x80) return {1, first < 0x20 || first == 0x7f ? 278 : kWidths[first - 0x20]};
    const std::size_t size = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
    if (size == 2) return {2, first >= 0xcc && first <= 0xcd ? 300 : 600};
    if (text.substr(0, 3) == "\u202f") return {3, 200};
    // From U+1100 on; U+2000 to U+2DFF are signs and arrows.
    const bool wide = size == 4 || (first == 0xe1 && byte(1) < 0x86) || first >= 0xe3;
    return {size, wide ? 1000 : 650};
}

}  // namespace

double text_width(std::string_view text, double size) {
    const std::string clean = clean_text(text);
    double width = 0;
    for (std::string_view rest = clean; !rest.empty();) {
        const auto [bytes, thousandths] = front(rest);
        width += thousandths;
        rest.remove_prefix(bytes);
    }
    return width / 1000 * size * kReserve;
}

std::string shortened(std::string_view text, double width, double size) {
    const std::string clean = clean_text(text);
    if (text_width(clean, size) <= width) return clean;
    const double room = width - text_width("\u2026", size);
    double used = 0;
    std::size_t count = 0;
    std::string_view rest = clean;
    while (!rest.empty()) {
        const auto [bytes, thousandths] = front(rest);
        used += thousandths / 1000.0 * size * kReserve;
        if (used > room) break;
        rest.remove_prefix(bytes);
        ++count;
    }
    if (count < 2) return "";
    std::string kept = clean.substr(0, clean.size() - rest.size());
    kept.erase(kept.find_last_not_of(' ') + 1);
    return kept + "\u2026";
}

std::vector<std::string> wrapped(std::string_view text, double width, double size,
                                 std::size_t most) {
    const std::string clean = clean_text(text);
    std::vector<std::string> lines;
    std::string_view rest = clean;
    while (!rest.empty() && lines.size() < most) {
        if (lines.size() + 1 == most || text_width(rest, size) <= width) {
            lines.push_back(shortened(rest, width, size));
            break;
        }
        std::size_t end = 0;
        for (std::size_t blank = rest.find(' '); blank != rest.npos;
             blank = rest.find(' ', blank + 1)) {
            if (text_width(rest.substr(0, blank), size) > width) break;
            end = blank;
        }
        if (end == 0) {  // one word wider than the line
            lines.push_back(shortened(rest, width, size));
            break;
        }
        lines.emplace_back(rest.substr(0, end));
        rest.remove_prefix(end + 1);
    }
    return lines;
}

}  // namespace sparring::referee
