// The engines that a worker may start, by name, and how each is given the options that a job wants
// it to carry: by `setoption`, or, where an engine has no options, when it is started.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "protocol/expected.hpp"
#include "referee/play/limit_words.hpp"
#include "referee/play/player_pool.hpp"
#include "referee/queue/job_side.hpp"

namespace sparring::referee {

enum class Carry : std::uint8_t {
    setoption,    ///< to a running process, between two games
    arguments,    ///< one for each, by a pattern
    environment,  ///< one variable for each, by a pattern
    file,         ///< a file with one line for each, whose path the arguments name
};

std::string_view word(Carry carry);  ///< `setoption`, `args`, `env`, `file`
std::optional<Carry> parse_carry(std::string_view word);
std::vector<std::string> carry_words();

using CarriedOptions = std::vector<std::pair<std::string, std::string>>;

struct EngineEntry {
    EngineSettings settings;  ///< with a command that has been found
    Carry carry = Carry::setoption;
    /// What becomes of an option: `--{name}={value}` (args), `{name}={value}` (env, file).
    std::string pattern{};
};

/// What each option becomes, by the entry's pattern.
std::vector<std::string> carried_texts(const EngineEntry& entry, const CarriedOptions& options);

/// The entry's command with what is carried at its start; `file` stands for {file}.
Command command_of(const EngineEntry& entry, const CarriedOptions& options,
                   const std::string& file);

class EngineList {
  public:
    using Options = CarriedOptions;

    void add(EngineEntry entry);  ///< by settings.name

    const EngineEntry* find(std::string_view name) const;
    const std::map<std::string, EngineEntry, std::less<>>& entries() const { return entries_; }

    /// SHA-256 of an engine's program, which is read once; the error says why it cannot be.
    /// Precondition: there is such an engine.
    const Expected<std::string>& digest(const std::string& engine);

    /// The engine of a side's name; if it wants another program than that, whichever has it. Null
    /// if there is none.
    const EngineEntry* entry_of(const JobSide& side);

    /// Why a side's engine is not here, if so.
    std::optional<std::string> missing(const JobSide& side);

    /// As workers elsewhere need it: with the program's digest, and with the options that the
    /// engine has here in any case. The error is about the program.
    Expected<JobSide> sent(JobSide side);

    /// What is to be started for a side. Equal ones are the same object for as long as anybody
    /// holds it. Options carried by `setoption` are left to the caller; a file that carries them
    /// lives as long as the result.
    Expected<PlayerPool::Engine> start_of(const JobSide& side);

  private:
    std::map<std::string, EngineEntry, std::less<>> entries_;
    std::map<std::string, Expected<std::string>> digests_;
    std::map<std::string, std::weak_ptr<const EngineSettings>> known_;
};

}  // namespace sparring::referee
