// Game records, appended to one file in schedule order, each in its game's own format.
#pragma once

#include <cstdio>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "referee/cli/configuration.hpp"
#include "referee/play/play_game.hpp"

namespace sparring::referee {

class Records {
  public:
    explicit Records(const Configuration& configuration);

    /// Says what is wrong if the file cannot be written.
    std::optional<std::string> open();
    void add(const ScheduledGame& game, const GameResult& result);

    /// Why games have not been recorded, if so.
    const std::optional<std::string>& problem() const { return problem_; }

  private:
    struct Closer {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };

    const Configuration& configuration_;
    std::unique_ptr<std::FILE, Closer> file_;
    std::optional<std::string> problem_;
};

/// What a game's record says besides the moves. Times are left out of the comments where depth or
/// nodes end the search, so that two runs of such a match give equal files. `plies_in_all` counts
/// the opening's, too.
RecordHeader record_header(const Configuration& configuration, const ScheduledGame& game,
                           Outcome outcome, Reason reason, std::optional<int> margin,
                           std::span<const PlyRecord> plies, std::size_t plies_in_all,
                           const std::string& date);

}  // namespace sparring::referee
