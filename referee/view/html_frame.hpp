// What pages in one file share: a pattern with fields, and the policy that lets nothing else run.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace sparring::referee {

using Field = std::pair<std::string_view, std::string_view>;  ///< name, content

/// Each `{{name}}` replaced once; what is put in is not looked at again. Precondition: `fields` has
/// every name of the pattern.
std::string filled(std::string_view pattern, std::span<const Field> fields);

/// An inline script or style as a content security policy names it.
std::string content_digest(std::string_view text);

}  // namespace sparring::referee
