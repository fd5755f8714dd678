// A league's folder on the disk: docs/course.md says what lies where.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/expected.hpp"
#include "referee/league/carry.hpp"
#include "referee/league/pages.hpp"
#include "referee/league/record.hpp"
#include "referee/play/file_descriptor.hpp"

namespace sparring::referee::league {

class Folder {
  public:
    /// The error says what is missing.
    static Expected<Folder> open(const std::string& path);

    /// Makes sure that nobody else works here, until this process ends. Says who does.
    std::optional<std::string> lock();

    std::string path(std::string_view name) const;  ///< absolute
    std::optional<std::string> settings() const;    ///< league.toml; nothing if there is none

    /// Folders in submissions/, sorted; hidden ones are passed over.
    std::vector<std::string> submissions() const;
    std::string submission(std::string_view name) const;
    /// A submission's bot.toml. Never follows a link: what it says may be shown to its submitter.
    Expected<std::string> bot_file(std::string_view name) const;

    std::string version(std::string_view name, int number) const;
    Expected<Record> record(std::string_view name) const;  ///< empty if there is none
    std::optional<std::string> keep(std::string_view name, const Record& record) const;
    /// Copies of versions other than that one.
    void forget_other_versions(std::string_view name, int number) const;

    std::string archive(std::string_view night) const { return in_results(night, ".db"); }
    std::string in_results(std::string_view night, std::string_view ending) const;
    std::vector<std::string> nights() const;  ///< that have an archive, in order
    /// A name that no night has: the date, and `.2`, `.3` .. behind it.
    std::string new_night(const std::string& date) const;

    std::string traces_folder(std::string_view night) const;  ///< logs/NIGHT
    std::string errors_file(std::string_view night, std::string_view name) const;
    /// What that folder has of a player; its file of errors is cut to what is worth keeping.
    Traces traces(const Night& night, std::string_view name) const;

    /// Whole or not at all. Says what is wrong.
    std::optional<std::string> write(const std::string& path, std::string_view text) const;

  private:
    explicit Folder(std::string root) : root_{std::move(root)} {}

    std::string root_;
    FileDescriptor lock_;
};

/// Whether night `a` comes before `b`: by date, then by number.
bool earlier(const std::string& a, const std::string& b);

/// The last bytes of a file; nothing if it cannot be read.
std::string end_of_file(const std::string& path, std::size_t most);

/// What an archive says of its night.
Expected<Night> read_night(const std::string& archive, const std::string& name);

}  // namespace sparring::referee::league
