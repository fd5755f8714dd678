// Commands that read an archive.
#pragma once

#include <optional>
#include <span>
#include <string>

namespace sparring::referee {

/// `referee digest FILE`
int digest_command(std::span<const std::string> words);

/// A game of an archive as the live page wants it; nothing if there is none. From any thread.
std::optional<std::string> game_record(const std::string& archive, int game);

}  // namespace sparring::referee
