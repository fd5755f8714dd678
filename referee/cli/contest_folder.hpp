// A directory of contest records, one file a game.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <utility>

#include "referee/records/contest.hpp"

namespace sparring::referee {

class ContestFolder {
  public:
    /// Makes the directory if it is not there. A file that is `input`, which is being read, will be
    /// refused.
    static Expected<ContestFolder> open(const std::string& path, std::string input);

    /// Writes `name.txt`, or where a game before has it `name (game 12).txt`. Says what went wrong,
    /// if anything did.
    std::optional<std::string> add(const ContestFile& file, int game);

  private:
    ContestFolder(std::string path, std::string input)
        : path_{std::move(path)}, input_{std::move(input)} {}

    std::string path_, input_;
    std::set<std::string> taken_{};
};

}  // namespace sparring::referee
