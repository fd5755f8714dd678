// `referee league FOLDER`: one night of a course's tournament.
#pragma once

#include <span>
#include <string>

namespace sparring::referee {

/// `FOLDER [-dry-run] [-check-only] [-pages] [OPTIONS of a match]`. Goes on with a night that was
/// interrupted, else checks what is new, plays a night, writes pages and logs. docs/course.md.
int league_command(std::span<const std::string> words);

}  // namespace sparring::referee
