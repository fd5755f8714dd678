#include "referee/view/html_frame.hpp"

#include <fmt/format.h>
#include <openssl/evp.h>

#include <algorithm>
#include <array>
#include <cassert>

namespace sparring::referee {

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

std::string content_digest(std::string_view text) {
    std::array<unsigned char, 32> hash{};
    EVP_Digest(text.data(), text.size(), hash.data(), nullptr, EVP_sha256(), nullptr);
    std::array<unsigned char, 45> base64{};
    EVP_EncodeBlock(base64.data(), hash.data(), static_cast<int>(hash.size()));
    return fmt::format("'sha256-{}'", reinterpret_cast<const char*>(base64.data()));
}

}  // namespace sparring::referee
