// Openings for a schedule, as many as it turns out to need.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "referee/schedule/opening_files.hpp"
#include "referee/schedule/random_openings.hpp"

namespace sparring::referee {

struct OpeningSettings {
    enum class Source { start, random, file };
    enum class Order { sequential, random };

    Source source = Source::start;
    int plies = 0;           ///< of random openings; the most taken of a file's, 0: all
    std::uint64_t seed = 0;  ///< random openings and random order
    std::string file;
    Order order = Order::sequential;
    int start = 1;  ///< first opening of the file (from 1, comments not counted)
};

/// A list that grows on demand. The same settings give the same list, and a longer one begins with
/// a shorter one. A file that holds fewer openings than are asked for is begun again.
///
/// Who wants to choose looks at the candidates himself before he asks for openings:
///
///     while (suite.size() <= index) {
///         auto opening = suite.candidate();
///         if (!opening) break;
///         if (good(*opening)) suite.accept(*std::move(opening));
///     }
class OpeningSuite {
  public:
    /// Reads the file, if the openings come from one.
    static Expected<OpeningSuite> open(const games::Choice& choice,
                                       const OpeningSettings& settings);

    /// The opening of that index, from 0. Without choosing, every candidate is accepted. An Error
    /// if there are not so many random openings, or if no candidate has been accepted.
    Expected<Opening> at(std::size_t index);

    /// How many different openings there are at most: of a file, those that lead to different
    /// positions; nothing if nobody knows (random ones).
    std::optional<std::size_t> distinct() const { return distinct_; }

    /// The next opening that has not been looked at; nothing if there are no more.
    std::optional<Opening> candidate();
    void accept(Opening opening) { accepted_.push_back(std::move(opening)); }
    std::size_t size() const { return accepted_.size(); }  ///< accepted so far

  private:
    OpeningSuite() = default;

    std::optional<RandomOpenings> random_;
    std::vector<Opening> listed_;  ///< in the order in which they are taken
    std::size_t next_ = 0;         ///< of these
    std::vector<Opening> accepted_;
    std::optional<std::size_t> distinct_;
    int plies_ = 0;
};

/// The first `count` openings of a suite.
Expected<std::vector<Opening>> make_openings(const games::Choice& choice,
                                             const OpeningSettings& settings, std::size_t count);

}  // namespace sparring::referee
