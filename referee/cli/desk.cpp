#include "referee/cli/desk.hpp"

#include <fmt/format.h>

#include <boost/asio/post.hpp>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "protocol/text.hpp"
#include "referee/archive/utc.hpp"
#include "referee/cli/archive_commands.hpp"
#include "referee/cli/stored_run.hpp"
#include "referee/play/shell_text.hpp"
#include "referee/view/json.hpp"

namespace sparring::referee {

namespace asio = boost::asio;

namespace {

/// Letters, digits and a few signs; everything else of a name becomes `_`.
std::string file_name(const std::string& name) {
    std::string result;
    for (const char c : name.substr(0, 80)) {
        const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                           (c >= '0' && c <= '9') || c == '-' || c == '_' || c == '#';
        result += plain ? c : '_';
    }
    return result;
}

}  // namespace

Desk::Desk(asio::io_context& context, const Configuration& configuration, OpeningSuite& openings,
           std::unique_ptr<Archive> archive)
    : context_{context},
      configuration_{configuration},
      openings_{openings},
      archive_{std::move(archive)},
      board_{configuration.schedule, configuration.names(), configuration.test},
      games_{games_at_most(configuration.schedule)},
      records_{configuration} {}

std::optional<std::string> Desk::open(const std::vector<RestoredGame>& done) {
    if (auto problem = records_.open()) return problem;
    if (auto problem = events_.open(configuration_.json)) return problem;
    if (auto problem = open_page()) return problem;
    for (const auto& [scheduled, score] : done) {
        board_.add(scheduled, score);
        restored_.emplace(scheduled.number, score);
    }
    console_.emplace(configuration_, board_, games_, done.size());
    if (archive_) {
        writer_ = std::make_unique<ArchiveWriter>(context_, *archive_, [this](std::string why) {
            give_up(RunEnd::Kind::aborted, "the archive cannot be written: " + why);
        });
        note(done.empty() ? "begin" : "resume", fmt::format("{} games are there", done.size()));
    }
    if (wants_events()) {
        const MatchSettings& match = configuration_.match;
        json::Run description{SPARRING_VERSION,
                              games::full_name(match.choice),
                              std::string{json::word(configuration_.schedule.tournament)},
                              configuration_.names(),
                              {},
                              {},
                              games_,
                              done.size(),
                              configuration_.archive};
        for (const EngineSettings& engine : match.engines) {
            description.limits.push_back(to_text(engine.limits));
            description.commands.push_back(shell_text(engine.command));
        }
        publish(json::run(description));
    }
    return {};
}

std::optional<std::string> Desk::open_page() {
    if (configuration_.web.empty()) return {};
    const auto settings = parse_web_address(configuration_.web);
    if (!settings) return "-web: " + settings.error();
    // On the page's thread: an archive is opened anew, and what is not in one is not shown.
    const auto lookup = [path = configuration_.archive](int game) -> std::optional<std::string> {
        return path.empty() ? std::nullopt : game_record(path, game);
    };
    const auto log = [this](const std::string& text) {
        asio::post(context_, [this, text] { console_->warning("-web: " + text); });
    };
    auto page = LivePage::open(*settings, lookup, log);
    if (!page) return "-web: " + page.error();
    page_ = *std::move(page);
    complain("live page: " + page_->url());
    return {};
}

bool Desk::wants_events() const {
    return events_.is_open() || page_;
}

void Desk::publish(const nlohmann::json& event) {
    std::string text = json::text(event);
    if (!events_.write(text)) give_up(RunEnd::Kind::aborted, "-json: the events cannot be written");
    if (page_) page_->publish(std::move(text));
}

/// Tables of many players and games take a while; they get a small share of our time.
void Desk::publish_standings(bool now) {
    using std::chrono::steady_clock;
    constexpr std::chrono::milliseconds often{250};
    const auto began = steady_clock::now();
    if (!now && began < standings_due_) return;
    publish(json::standings(board_, games_));
    const auto end = steady_clock::now();
    standings_due_ = end + std::max<steady_clock::duration>(often, 100 * (end - began));
}

void Desk::note(const std::string& kind, const std::string& text) {
    if (writer_) writer_->add({utc_now(), kind, text});
}

// ---- what happens -------------------------------------------------------------------------------

void Desk::began(const ScheduledGame& game, const Opening& opening) {
    if (!wants_events()) return;
    if (const auto position = set_up(configuration_.match.choice, opening))
        publish(json::start(game, board_, **position));
}

PlyListener Desk::plies_of(const ScheduledGame& game) {
    if (!wants_events()) return {};
    return [this, number = game.number](const PlyRecord& ply, const games::Position& after,
                                        const std::array<std::optional<Duration>, 2>& clocks) {
        publish(json::move(number, after.plies(), ply, clocks, after));
    };
}

void Desk::keep(const FinishedGame& game, std::function<void(bool kept)> done) {
    if (!writer_) {
        // Not from here: the worker has not let go of the game.
        asio::post(context_, [done = std::move(done)] { done(true); });
        return;
    }
    StoredGame kept = stored(game.scheduled, game.result);
    const auto now =
        std::chrono::time_point_cast<std::chrono::milliseconds>(std::chrono::system_clock::now());
    kept.start = utc_text(now - std::chrono::round<std::chrono::milliseconds>(game.result.wall));
    kept.end = utc_text(now);
    const auto opening = openings_.at(game.scheduled.opening);
    writer_->add(std::move(kept), stored(game.scheduled.opening, opening ? *opening : Opening{}),
                 std::move(done));
}

void Desk::finished(const FinishedGame& game) {
    const GameResult& result = game.result;
    const Score score = score_of(result);
    board_.add(game.scheduled, score);
    faults_ = faults_ || is_fault(result.reason);
    failed_starts_ = failed_starts_ || result.reason == Reason::no_start;
    if (is_fault(result.reason)) write_traffic(game);
    console_->finished(game);
    if (wants_events()) {
        publish(json::end(game.scheduled, board_, score, result.detail,
                          result.position ? result.position->plies() : 0));
        publish_standings(false);
    }
    if (console_->deaf()) give_up(RunEnd::Kind::aborted, "standard output is closed");
}

void Desk::in_order(const ScheduledGame& game, const Score& score, const GameResult* result) {
    const bool decided = board_.decided_at().has_value();
    board_.add_in_order(game, score);
    if (!decided && board_.decided_at()) {
        if (writer_)
            writer_->run(
                [last = *board_.decided_at()](Archive& archive) { archive.set_stop(last); });
        give_up(RunEnd::Kind::complete, std::string{word(board_.test_state().decision)});
    }
    if (result == nullptr) return;
    records_.add(game, *result);
    if (records_.problem()) give_up(RunEnd::Kind::aborted, *records_.problem());
}

void Desk::warning(const std::string& text) {
    console_->warning(text);
    note("warning", text);
    if (wants_events()) publish(json::warning(text));
}

/// `game-12-A.log`: what was said last to and by the engine that was at fault.
void Desk::write_traffic(const FinishedGame& game) {
    const std::string& directory = configuration_.match.log_directory;
    if (directory.empty() || !game.result.offender) return;
    const bool first = game.result.offender == Side::first;
    const auto& name = board_.names()[static_cast<std::size_t>(first ? game.scheduled.first
                                                                     : game.scheduled.second)];
    std::error_code error;
    std::filesystem::create_directories(directory, error);
    const std::string path =
        fmt::format("{}/game-{}-{}.log", directory, game.scheduled.number, file_name(name));
    std::ofstream file{path, std::ios::binary};
    file << fmt::format(
        "game {}: {} {}: {}\nseconds since its process began; < to the engine, > from it\n\n",
        game.scheduled.number, name, word(game.result.reason), game.result.detail);
    file << game.result.traffic[first ? 0 : 1];
    if (!file.flush()) console_->warning(fmt::format("-log: cannot write '{}'", path));
}

void Desk::conclude(const RunEnd& end,
                    const std::vector<std::pair<std::string, std::string>>& identities) {
    note("stop", fmt::format("{}{}{}", json::word(end.kind), end.why.empty() ? "" : ": ", end.why));
    if (writer_) {
        writer_->close();
        for (std::size_t i = 0; i < identities.size() && i < board_.names().size(); ++i) {
            // Who has not been seen this time may have been before.
            if (!identities[i].first.empty())
                archive_->set_identity(i, identities[i].first, identities[i].second);
        }
    }
    if (wants_events()) {
        publish_standings(true);
        publish(json::stop(end));
    }
    console_->conclude();
}

}  // namespace sparring::referee
