// Archives and games for tests.
#pragma once

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "referee/archive/archive.hpp"

namespace sparring::test {

/// An empty folder that is there as long as the test wants it.
class Folder {
  public:
    Folder();
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    ~Folder() { std::filesystem::remove_all(path_); }

    std::string operator/(const std::string& name) const { return (path_ / name).string(); }
    std::string write(const std::string& name, const std::string& text) const;  ///< its path
    std::size_t files() const;                                                  ///< in it

  private:
    std::filesystem::path path_;
};

std::string contents(const std::string& path);
void write_file(const std::string& path, const std::string& text);

/// A and B play reversi, two games from an opening of two moves.
referee::StoredRun run_of_two();
referee::StoredOpening opening_number(std::size_t number);

/// Game `number` of that run, its other fields anything that an archive can hold. Its moves are
/// texts, not necessarily those of a game. Equal arguments give equal games.
referee::StoredGame random_game(int number, std::uint64_t seed);

/// For messages: what differs, or nothing.
std::string difference(const referee::StoredGame& a, const referee::StoredGame& b);

}  // namespace sparring::test
