#include "referee/archive/sha256.hpp"

#include <fmt/format.h>
#include <openssl/evp.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>

#include "protocol/text.hpp"

namespace sparring::referee {

struct Sha256::Context {
    EVP_MD_CTX* state = EVP_MD_CTX_new();
    ~Context() { EVP_MD_CTX_free(state); }
};

Sha256::Sha256() : context_{std::make_unique<Context>()} {
    EVP_DigestInit_ex(context_->state, EVP_sha256(), nullptr);
}

Sha256::~Sha256() = default;

void Sha256::add(std::string_view bytes) {
    EVP_DigestUpdate(context_->state, bytes.data(), bytes.size());
}

std::string Sha256::finish() {
    std::array<unsigned char, EVP_MAX_MD_SIZE> bytes{};
    unsigned size = 0;
    EVP_DigestFinal_ex(context_->state, bytes.data(), &size);
    std::string text;
    for (unsigned i = 0; i < size; ++i) text += fmt::format("{:02x}", bytes[i]);
    return text;
}

Expected<std::string> sha256_of_file(const std::string& path) {
    std::ifstream file{path, std::ios::binary};
    Sha256 digest;
    std::array<char, 65536> chunk{};
    while (file.read(chunk.data(), chunk.size()) || file.gcount() > 0)
        digest.add({chunk.data(), static_cast<std::size_t>(file.gcount())});
    if (file.bad() || !file.eof()) {
        return Error{
            fmt::format("cannot read '{}': {}", text::printable(path, 200), std::strerror(errno))};
    }
    return digest.finish();
}

}  // namespace sparring::referee
