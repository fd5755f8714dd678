// What a viewer who comes now must be told to be up to date: the run, the games that are being
// played with their moves, the standings, the games that ended last. A value fed by events
// (docs/live-page.md).
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sparring::referee {

/// An event as it came, with the two things in it that decide what becomes of it.
struct LiveEvent {
    enum class Kind { run, start, move, end, standings, warning, stop, other };

    Kind kind = Kind::other;
    int game = 0;  ///< 0 for those that belong to no game
    std::shared_ptr<const std::string> text;

    /// Text that is no JSON object gives `other`; one with line breaks is written anew without.
    static LiveEvent read(std::string text);
};

class LiveState {
  public:
    static constexpr std::size_t kFinished = 1000;  ///< games that are kept after their end
    static constexpr std::size_t kRunning = 1000;
    static constexpr std::size_t kMoves = 2000;  ///< of one running game; older ones go
    static constexpr std::size_t kWarnings = 20;
    static constexpr std::size_t kRecent = 100;  ///< finished games whose moves are kept

    void apply(const LiveEvent& event);

    /// The event `snapshot`; `now` is a time as in the events.
    std::string snapshot(const std::string& now) const;

    /// The events of a game that has ended not long ago: {"start": .., "moves": [..]}.
    std::optional<std::string> game(int number) const;

  private:
    using Text = std::shared_ptr<const std::string>;
    struct Running {
        Text start;
        std::deque<Text> moves;
        std::string text() const;
    };

    Text run_, standings_, stop_;
    std::map<int, Running> running_;
    std::deque<std::pair<int, Running>> recent_;
    std::deque<std::string> finished_;  // `end` events, with what their `start` knew
    std::deque<std::string> warnings_;  // JSON strings
};

/// The events since the last beat, made as few as they can be: of a game's moves only the last,
/// only the last standings, and of a game that began and ended in between only the end.
class LiveBatch {
  public:
    void add(const LiveEvent& event);
    std::size_t size() const { return sure_.size() + moves_.size(); }

    struct Texts {
        std::string sure;   ///< what every viewer gets
        std::string moves;  ///< what one who is behind does without
    };

    /// As server-sent events; empties the batch.
    Texts take();

  private:
    std::vector<LiveEvent> sure_;
    std::map<int, LiveEvent> moves_;
};

}  // namespace sparring::referee
