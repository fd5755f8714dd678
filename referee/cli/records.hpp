// Game records, appended to one file in schedule order, each in its game's own format.
#pragma once

#include <cstdio>
#include <memory>
#include <optional>
#include <string>

#include "referee/cli/configuration.hpp"

namespace sparring::referee {

class Records {
  public:
    explicit Records(const Configuration& configuration);

    /// Says what is wrong if the file cannot be written.
    std::optional<std::string> open();
    void add(const FinishedGame& game);

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

/// The record of one game. Times are left out of the comments where depth or nodes end the search,
/// so that two runs of such a match give equal files.
std::string record_of(const Configuration& configuration, const FinishedGame& game,
                      const std::string& date);

}  // namespace sparring::referee
