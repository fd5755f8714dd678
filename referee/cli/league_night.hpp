// A night of a league: what `referee league` does, one thing after the other.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "referee/league/admission.hpp"
#include "referee/league/folder.hpp"
#include "referee/league/settings.hpp"

namespace sparring::referee {

class LeagueNight {
  public:
    /// Reads the nights that there are; those that cannot be read are named and passed over, as
    /// are those of another game.
    LeagueNight(league::Folder folder, league::Settings settings);

    const league::Folder& folder() const { return folder_; }
    const league::Settings& settings() const { return settings_; }
    const std::vector<league::Night>& nights() const { return nights_; }

    /// All submissions; `keep` as in league::look_at().
    std::vector<league::Candidate> look(bool keep) const;

    /// The last night, if it was interrupted and can be gone on with.
    std::optional<std::string> unfinished() const;
    bool is_given_up(const std::string& night) const;

    /// How many games so many players have, at most; an error if the options make no tournament.
    Expected<std::size_t> schedule(std::size_t players) const;

    /// The exit status; kPlayed or kCheckFailed if the night came to its end. A night that cannot
    /// be gone on with at all is given up: its games count, and later nights do not wait for it.
    int resume(const std::string& night);
    int play(const std::vector<const league::Candidate*>& players);

    league::League standings(const std::vector<league::Candidate>& candidates) const;
    /// Pages, the log of each submission. Says what is wrong.
    std::optional<std::string> write_pages(const std::vector<league::Candidate>& candidates) const;

    /// `reversi/othello, swiss, tc=10+0.1 ..`
    std::string terms_text() const;

  private:
    void read_nights();
    league::Terms terms() const;
    std::vector<Argument> options_of(const std::string& night,
                                     std::vector<const league::Candidate*> players) const;
    int status_of(const std::string& night, int status);

    league::Folder folder_;
    league::Settings settings_;
    std::vector<league::Night> nights_;
};

/// Today, as nights are called: `2026-11-21`.
std::string local_date();

}  // namespace sparring::referee
