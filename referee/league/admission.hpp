// Who may play tonight: each submission from its folder to a version that is kept, can be started
// as an engine, and has been checked.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "referee/league/folder.hpp"
#include "referee/league/inspection.hpp"
#include "referee/league/settings.hpp"
#include "referee/league/submission.hpp"
#include "referee/play/player.hpp"

namespace sparring::referee::league {

struct Candidate {
    Entry entry;
    Words engine{};          ///< words of its -engine, without name= and stderr=
    bool changed = false;    ///< the version is not one of earlier nights
    bool unchecked = false;  ///< it would have to be checked before it plays

    bool plays() const { return entry.left_out.empty(); }
};

/// Looks at one submission. With `keep` a new version is copied and noted; without, nothing is
/// written, and a new version has the number that it would get.
Candidate look_at(const Folder& folder, const Settings& settings, const std::string& name,
                  bool keep);

/// Checks it if it has to be, and notes what came of it. False if the user has had enough. Throws
/// std::system_error where the system refuses.
bool examine(const Folder& folder, const Settings& settings, Candidate& candidate);

/// `./bot`, or `python3`, as a path: a file of the submission, a program of the system or below
/// what is exposed to engines. Anything else would be a way to read, or play as, what others have.
Expected<std::string> find_bot(const std::string& program, const std::string& version,
                               const std::vector<std::string>& exposed);

/// Why engines cannot be started here as the settings want it, whoever they are.
std::optional<std::string> fault_of_machine(const Settings& settings);

}  // namespace sparring::referee::league
