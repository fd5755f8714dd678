// SHA-256, by OpenSSL.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "protocol/expected.hpp"

namespace sparring::referee {

class Sha256 {
  public:
    Sha256();
    ~Sha256();

    void add(std::string_view bytes);

    /// 64 hexadecimal digits. Nothing can be added afterwards.
    std::string finish();

  private:
    struct Context;
    std::unique_ptr<Context> context_;
};

/// Of a file's bytes; the error says why it cannot be read.
Expected<std::string> sha256_of_file(const std::string& path);

}  // namespace sparring::referee
