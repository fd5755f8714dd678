#include "referee/records/encoding.hpp"

#include <fmt/format.h>
#include <iconv.h>

#include <array>
#include <cerrno>

namespace sparring::referee {
namespace {

struct Conversion {
    std::string text;
    std::size_t taken;  ///< bytes of the input; all of them if nothing is wrong
};

Expected<Conversion> convert(const char* to, const char* from, std::string_view input) {
    const iconv_t converter = ::iconv_open(to, from);
    if (converter == reinterpret_cast<iconv_t>(-1))
        return Error{fmt::format("this system cannot convert {} to {}", from, to)};
    Conversion result{};
    char* in = const_cast<char*>(input.data());  // which iconv() only reads
    std::size_t left = input.size();
    for (bool more = true; more;) {
        std::array<char, 4096> buffer;
        char* out = buffer.data();
        std::size_t room = buffer.size();
        more = ::iconv(converter, &in, &left, &out, &room) == static_cast<std::size_t>(-1) &&
               errno == E2BIG;
        result.text.append(buffer.data(), buffer.size() - room);
    }
    ::iconv_close(converter);
    result.taken = input.size() - left;
    return result;
}

/// Bytes of the character that begins here; 0 if none does.
std::size_t character_size(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned first = byte(0);
    const std::size_t size = first < 0x80   ? 1
                             : first < 0xC2 ? 0
                             : first < 0xE0 ? 2
                             : first < 0xF0 ? 3
                             : first < 0xF5 ? 4
                                            : 0;
    if (size == 0 || size > text.size()) return 0;
    for (std::size_t i = 1; i < size; ++i) {
        if ((byte(i) & 0xC0) != 0x80) return 0;
    }
    // Overlong forms, surrogates, beyond U+10FFFF.
    if ((first == 0xE0 && byte(1) < 0xA0) || (first == 0xED && byte(1) >= 0xA0)) return 0;
    if ((first == 0xF0 && byte(1) < 0x90) || (first == 0xF4 && byte(1) >= 0x90)) return 0;
    return size;
}

}  // namespace

bool is_utf8(std::string_view text) {
    while (!text.empty()) {
        const std::size_t size = character_size(text);
        if (size == 0) return false;
        text.remove_prefix(size);
    }
    return true;
}

std::string from_latin1(std::string_view bytes) {
    std::string text;
    for (const char c : bytes) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte < 0x80) {
            text += c;
        } else {
            text += static_cast<char>(0xC0 | byte >> 6);
            text += static_cast<char>(0x80 | (byte & 0x3F));
        }
    }
    return text;
}

Expected<std::string> from_gbk(std::string_view bytes) {
    auto result = convert("UTF-8", "GB18030", bytes);
    if (!result) return Error{result.error()};
    if (result->taken == bytes.size()) return std::move(result->text);
    return Error{fmt::format("neither UTF-8 nor GBK (at byte {})", result->taken + 1)};
}

Expected<std::string> to_gbk(std::string_view utf8) {
    auto result = convert("GBK", "UTF-8", utf8);
    if (!result) return Error{result.error()};
    if (result->taken == utf8.size()) return std::move(result->text);
    const std::string_view rest = utf8.substr(result->taken);
    const std::size_t size = character_size(rest);
    if (size == 0) return Error{"the text is not UTF-8"};
    return Error{fmt::format("GBK has no '{}'", rest.substr(0, size))};
}

}  // namespace sparring::referee
