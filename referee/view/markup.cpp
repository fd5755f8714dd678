#include "referee/view/markup.hpp"

#include <cstdint>

namespace sparring::referee {
namespace {

/// How many bytes the character at the front of `text` has; 0 where there is none that XML allows
/// (Unicode 15, table 3-7; XML 1.0, production 2).
std::size_t character_size(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(text[i]); };
    const std::uint8_t first = byte(0);
    if (first < 0x80) return (first >= 0x20 && first != 0x7f) || first == '\t' || first == '\n';
    const std::size_t size = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
    if (first < 0xc2 || first > 0xf4 || text.size() < size) return 0;
    std::uint32_t character = first & (0x7fU >> size);
    for (std::size_t i = 1; i < size; ++i) {
        if ((byte(i) & 0xc0) != 0x80) return 0;
        character = character << 6 | (byte(i) & 0x3fU);
    }
    constexpr std::uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    const bool allowed = character >= least[size] && character <= 0x10ffff &&
                         (character < 0xd800 || character > 0xdfff) && character >= 0xa0 &&
                         (character & 0xfffe) != 0xfffe;
    return allowed ? size : 0;
}

}  // namespace

std::string clean_text(std::string_view text) {
    std::string result;
    result.reserve(text.size());
    while (!text.empty()) {
        const std::size_t size = character_size(text);
        result += size > 0 ? text.substr(0, size) : std::string_view{"\xef\xbf\xbd"};
        text.remove_prefix(size > 0 ? size : 1);
    }
    return result;
}

std::string escaped(std::string_view text) {
    std::string result;
    for (const char c : clean_text(text)) {
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
            case '\'':
                result += "&#39;";
                break;
            default:
                result += c;
        }
    }
    return result;
}

}  // namespace sparring::referee
