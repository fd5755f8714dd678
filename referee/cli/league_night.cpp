#include "referee/cli/league_night.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>

#include "engines/games/catalogue.hpp"
#include "protocol/text.hpp"
#include "referee/archive/utc.hpp"
#include "referee/cli/configuration.hpp"
#include "referee/cli/console.hpp"
#include "referee/cli/match.hpp"
#include "referee/cli/option_table.hpp"
#include "referee/cli/report.hpp"
#include "referee/cli/run.hpp"

namespace sparring::referee {

namespace fs = std::filesystem;
using namespace league;

namespace {

/// What a match of the league does differently from others.
void adjust(Configuration& configuration) {
    configuration.quiet = true;
    configuration.match.forfeit_starts = true;
}

std::string local_now() {
    const auto time = local_time(utc_now());
    if (!time) return utc_now();
    return fmt::format("{:04}-{:02}-{:02} {:02}:{:02}", time->tm_year + 1900, time->tm_mon + 1,
                       time->tm_mday, time->tm_hour, time->tm_min);
}

}  // namespace

std::string local_date() {
    return local_now().substr(0, 10);
}

LeagueNight::LeagueNight(Folder folder, Settings settings)
    : folder_{std::move(folder)}, settings_{std::move(settings)} {
    read_nights();
}

void LeagueNight::read_nights() {
    const auto choice = games::find(settings_.game());
    const std::string game = choice ? games::full_name(*choice) : settings_.game();
    nights_.clear();
    for (const std::string& name : folder_.nights()) {
        auto night = read_night(folder_.archive(name), name);
        if (!night) {
            complain(
                fmt::format("league: the night of {} is passed over: {}", name, night.error()));
        } else if (night->game == game) {
            nights_.push_back(*std::move(night));
        }
    }
}

std::vector<Candidate> LeagueNight::look(bool keep) const {
    std::vector<Candidate> candidates;
    for (const std::string& name : folder_.submissions())
        candidates.push_back(look_at(folder_, settings_, name, keep));
    return candidates;
}

bool LeagueNight::is_given_up(const std::string& night) const {
    return fs::exists(folder_.in_results(night, ".given-up"));
}

std::optional<std::string> LeagueNight::unfinished() const {
    if (nights_.empty() || nights_.back().finished || is_given_up(nights_.back().name)) return {};
    return nights_.back().name;
}

// ---- playing -----------------------------------------------------------------------------------

std::vector<Argument> LeagueNight::options_of(const std::string& night,
                                              std::vector<const Candidate*> players) const {
    // Swiss pairings and knockouts go by the order of the players: the best first.
    const CarriedRatings ratings = carry(nights_, settings_.carry);
    const auto elo = [&](const Candidate* candidate) {
        const std::string& name = candidate->entry.name;
        auto player = player_name(name, candidate->entry.version->number);
        if (!ratings.contains(player)) player = newest_rated(ratings, name);
        return ratings.contains(player) ? ratings.at(player).elo : 0.0;
    };
    std::stable_sort(players.begin(), players.end(),
                     [&](const Candidate* a, const Candidate* b) { return elo(a) > elo(b); });
    std::vector<Words> engines;
    for (const Candidate* candidate : players) {
        engines.push_back(candidate->engine);
        const Entry& entry = candidate->entry;
        engines.back().push_back("name=" + player_name(entry.name, entry.version->number));
        engines.back().push_back("stderr=" + folder_.errors_file(night, entry.name));
    }
    auto options = night_options(settings_, night, engines);
    options.push_back({"archive", {folder_.archive(night)}});
    options.push_back({"log", {folder_.traces_folder(night)}});
    return options;
}

Expected<std::size_t> LeagueNight::schedule(std::size_t players) const {
    std::vector<Words> engines;
    for (std::size_t i = 0; i < players; ++i)
        engines.push_back({"cmd=none", fmt::format("name={}", i)});
    const auto configuration = make_configuration(night_options(settings_, "1", engines));
    if (!configuration) return Error{configuration.error()};
    return games_at_most(configuration->schedule);
}

int LeagueNight::play(const std::vector<const Candidate*>& players) {
    const std::string night = folder_.new_night(local_date());
    auto configuration = make_configuration(options_of(night, players));
    if (!configuration) return fail(kWrongUsage, "league: " + configuration.error());
    adjust(*configuration);
    std::error_code error;
    fs::create_directories(folder_.traces_folder(night), error);
    return status_of(night, play_match(*std::move(configuration)));
}

int LeagueNight::resume(const std::string& night) {
    Words words{"-accept-changes", "-log", folder_.traces_folder(night)};
    for (const Argument& option : settings_.options) {
        const auto row = find_option(option);
        if (!row || (*row)->scope != OptionRow::Scope::present) continue;
        words.push_back("-" + option.name);
        words.insert(words.end(), option.words.begin(), option.words.end());
    }
    const int status = status_of(night, resume_match(folder_.archive(night), words, adjust));
    if (status != kWrongUsage && status != kNoStart) return status;
    const std::string file = folder_.in_results(night, ".given-up");
    complain(
        fmt::format("league: the night of {} cannot be gone on with and is given up (remove "
                    "'{}' to try again)",
                    night, file));
    if (const auto problem = folder_.write(file, "It could not be gone on with.\n"))
        return fail(kAborted, "league: " + *problem);
    return kPlayed;
}

/// What counts is whether the night came to its end; an engine that did not start is no reason to
/// complain.
int LeagueNight::status_of(const std::string& night, int status) {
    read_nights();
    if (nights_.empty() || nights_.back().name != night || !nights_.back().finished)
        return status == kPlayed ? kAborted : status;
    return status == kCheckFailed ? kCheckFailed : kPlayed;
}

// ---- pages -------------------------------------------------------------------------------------

Terms LeagueNight::terms() const {
    const auto choice = games::find(settings_.game());
    const Words tournament = settings_.words("tournament"), rounds = settings_.words("rounds"),
                games = settings_.words("games");
    std::string form = tournament.front();
    if (form == "swiss") form = "a Swiss tournament";
    if (form == "roundrobin" || form == "round-robin") form = "a round robin";
    if (form == "knockout") form = "a knockout";
    if (!rounds.empty()) form += fmt::format(" of {} rounds", rounds.front());
    if (!games.empty()) form += fmt::format(", {} games a pairing", games.front());
    return {settings_.title, choice ? games::full_name(*choice) : settings_.game(), form,
            fmt::format("{}", fmt::join(settings_.words("each"), " "))};
}

std::string LeagueNight::terms_text() const {
    const Terms all = terms();
    return fmt::format("{}, {}, {}", all.game, all.form, all.each);
}

League LeagueNight::standings(const std::vector<Candidate>& candidates) const {
    std::vector<Entry> entries;
    for (const Candidate& candidate : candidates) entries.push_back(candidate.entry);
    return make_league(nights_, settings_.carry, std::move(entries));
}

std::optional<std::string> LeagueNight::write_pages(
    const std::vector<Candidate>& candidates) const {
    // Nights whose pages are there stay as they are: nothing in them changes any more.
    for (const Night& night : nights_) {
        const auto names = page_names(night.name, night.games.size());
        if (night.finished && fs::exists(folder_.path("results/" + names.back()))) continue;
        const auto pages = report_pages(fmt::format("results/{}.db", night.name));
        if (!pages) {
            complain(fmt::format("league: the night of {}: {}", night.name, pages.error()));
            continue;
        }
        for (std::size_t i = 0; i < std::min(pages->size(), names.size()); ++i) {
            if (auto problem = folder_.write(folder_.path("results/" + names[i]), (*pages)[i]))
                return problem;
        }
    }
    const League league = standings(candidates);
    const Document page = standings_page(league, terms());
    for (const DocumentFile& file : page.files()) {
        if (auto problem = folder_.write(folder_.path(file.name), file.content)) return problem;
    }
    if (auto problem = folder_.write(folder_.path("index.html"), html(page))) return problem;
    if (auto problem = folder_.write(folder_.path("standings.csv"), standings_csv(league)))
        return problem;
    for (const Entry& entry : league.entries) {
        if (fault_in_name(entry.name)) continue;
        const Traces traces =
            nights_.empty() ? Traces{} : folder_.traces(nights_.back(), entry.name);
        const std::string log = submitter_log(league, terms(), entry, traces, local_now());
        if (auto problem = folder_.write(folder_.path("logs/" + entry.name + ".log"), log))
            return problem;
        if (entry.version && !unfinished())
            folder_.forget_other_versions(entry.name, entry.version->number);
    }
    return {};
}

}  // namespace sparring::referee
