// Where everything that happens in a tournament arrives, and from where it goes to whoever wants
// it: archive, console, records, events, live page, files about faults.
#pragma once

#include <boost/asio/io_context.hpp>
#include <functional>
#include <map>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "referee/archive/archive.hpp"
#include "referee/archive/writer.hpp"
#include "referee/cli/configuration.hpp"
#include "referee/cli/console.hpp"
#include "referee/cli/event_file.hpp"
#include "referee/cli/records.hpp"
#include "referee/live/live_page.hpp"
#include "referee/play/runner.hpp"
#include "referee/statistics/scoreboard.hpp"

namespace sparring::referee {

/// A game of an earlier run.
struct RestoredGame {
    ScheduledGame scheduled;
    Score score;
};

class Desk final : public Observer {
  public:
    /// `archive` may be null. References outlive the desk.
    Desk(boost::asio::io_context& context, const Configuration& configuration,
         OpeningSuite& openings, std::unique_ptr<Archive> archive);

    /// Called if there is no use in going on.
    std::function<void(RunEnd::Kind, std::string why)> give_up;

    /// Opens files and puts the games of earlier runs on the scoreboard. Says what is wrong.
    std::optional<std::string> open(const std::vector<RestoredGame>& done);

    /// Those games as the runner wants them.
    const std::map<int, Score>& restored() const { return restored_; }

    void began(const ScheduledGame& game, const Opening& opening) override;
    PlyListener plies_of(const ScheduledGame& game) override;
    void keep(const FinishedGame& game, std::function<void(bool kept)> done) override;
    void finished(const FinishedGame& game) override;
    void in_order(const ScheduledGame& game, const Score& score, const GameResult* result) override;
    void warning(const std::string& text) override;

    /// The run is over; prints what there is to say. Everything is on disk when it returns.
    void conclude(const RunEnd& end,
                  const std::vector<std::pair<std::string, std::string>>& identities);

    bool faults() const { return faults_; }
    bool failed_starts() const { return failed_starts_; }

  private:
    void publish(const nlohmann::json& event);
    std::optional<std::string> open_page();
    void publish_standings(bool now);
    void note(const std::string& kind, const std::string& text);
    void write_traffic(const FinishedGame& game);
    bool wants_events() const;

    boost::asio::io_context& context_;
    const Configuration& configuration_;
    OpeningSuite& openings_;
    std::unique_ptr<Archive> archive_;
    std::unique_ptr<ArchiveWriter> writer_;
    Scoreboard board_;
    std::size_t games_;
    std::optional<Console> console_;
    Records records_;
    EventFile events_;
    std::unique_ptr<LivePage> page_;
    std::map<int, Score> restored_;
    std::chrono::steady_clock::time_point standings_due_{};
    bool faults_ = false, failed_starts_ = false;
};

}  // namespace sparring::referee
