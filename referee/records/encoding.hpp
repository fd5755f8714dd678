// Encodings that record files come in. Inside everything is UTF-8.
#pragma once

#include <string>
#include <string_view>

#include "protocol/expected.hpp"

namespace sparring::referee {

bool is_utf8(std::string_view text);

std::string from_latin1(std::string_view bytes);

/// GB18030, of which GBK and GB2312 are parts. The error says at which byte it is none.
Expected<std::string> from_gbk(std::string_view bytes);

/// The error names the first character that GBK has not.
Expected<std::string> to_gbk(std::string_view utf8);

}  // namespace sparring::referee
