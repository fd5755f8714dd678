#include "referee/cli/report.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "referee/archive/replay.hpp"
#include "referee/cli/arguments.hpp"
#include "referee/cli/output_file.hpp"
#include "referee/cli/pairings_list.hpp"
#include "referee/cli/run.hpp"
#include "referee/cli/stored_run.hpp"
#include "referee/view/json.hpp"
#include "referee/view/page.hpp"
#include "referee/view/report_json.hpp"
#include "referee/view/standings_text.hpp"

namespace sparring::referee {
namespace {

using Problem = std::optional<std::string>;

struct Order {
    std::string file, json, html;  ///< empty = not wanted

    bool on_standard_output() const { return json == "-" || html == "-"; }
};

Expected<Order> parse(std::span<const std::string> words) {
    if (words.empty() || words.front().starts_with('-'))
        return Error{"expected the archive's FILE before the options"};
    const auto arguments = split_arguments(words.subspan(1));
    if (!arguments) return Error{arguments.error()};
    Order order{words.front(), {}, {}};
    for (const Argument& argument : *arguments) {
        const std::vector<std::string> names{"json", "html"};
        if (const auto problem = unknown_option(argument.name, names)) return Error{*problem};
        std::string& out = argument.name == "json" ? order.json : order.html;
        if (!out.empty()) return Error{fmt::format("-{} is given twice", argument.name)};
        if (argument.words.size() != 1 || argument.words.front().empty())
            return Error{
                fmt::format("-{}: expected a file, or - for standard output", argument.name)};
        out = argument.words.front();
    }
    if (order.json == "-" && order.html == "-")
        return Error{"-json and -html cannot both go to standard output"};
    return order;
}

/// As it stood at the end of the last run.
Scoreboard scoreboard_of(const Configuration& configuration,
                         std::span<const StoredOpening> openings,
                         std::span<const StoredGame> games) {
    Scoreboard board{configuration.schedule, configuration.names(), configuration.test};
    std::map<std::size_t, Opening> known;
    for (const StoredOpening& opening : openings)
        known.emplace(opening.number, opening_of(opening));
    for (const StoredGame& game : games) {
        const Score score = score_of(game, known[game.scheduled.opening]);
        board.add(game.scheduled, score);
        // Games that end before an earlier one does wait for it.
        if (game.scheduled.number == static_cast<int>(board.played().size()) + 1)
            board.add_in_order(game.scheduled, score);
    }
    return board;
}

std::string begun(const Archive& archive, std::span<const StoredGame> games) {
    for (const StoredEvent& event : archive.events()) {
        if (event.kind == "begin") return event.time;
    }
    return games.empty() ? "" : games.front().start;
}

Problem write(const std::string& option, const std::string& path, const std::string& archive,
              const std::string& text) {
    auto file = OutputFile::open(path, archive);
    if (!file) return option + ": " + file.error();
    file->write(text);
    if (auto problem = file->close()) return option + ": " + *problem;
    return {};
}

struct Contents {
    StoredRun run;
    std::vector<StoredOpening> openings;
    std::vector<StoredGame> games;
    Scoreboard board;
    std::string begun;
};

Expected<Contents> contents(const std::string& path) {
    const auto archive = Archive::open_to_read(path);
    if (!archive) return Error{archive.error()};
    auto configuration = resumed_configuration(**archive, {});
    if (!configuration) return Error{configuration.error()};
    if (const auto problem = read_pairings(*configuration)) return Error{"-pairings: " + *problem};
    auto openings = (*archive)->openings();
    auto games = (*archive)->all_games(true);
    Scoreboard board = scoreboard_of(*configuration, openings, games);
    std::string begin = begun(**archive, games);
    return Contents{(*archive)->run(), std::move(openings), std::move(games), std::move(board),
                    std::move(begin)};
}

/// What Console::conclude() says.
Problem print_tables(const Scoreboard& board, bool on_standard_error) {
    const bool colour = !on_standard_error && ::isatty(STDOUT_FILENO) == 1;
    std::string text;
    if (board.names().size() == 2 && board.standings().games() + board.standings().voids() > 0)
        text += score_line(board.standings(), board.names()) + "\n";
    const std::string tables = standings_text(board, colour);
    if (!tables.empty()) text += "\n" + tables;
    if (text.empty()) text = "no games yet\n";
    if (on_standard_error) {
        std::fwrite(text.data(), 1, text.size(), stderr);
        return {};
    }
    auto out = OutputFile::open("-", "");
    if (!out) return out.error();
    out->write(text);
    return out->close();
}

}  // namespace

int report_command(std::span<const std::string> words) {
    const auto fault = [](const std::string& text) { return fail(kWrongUsage, "report: " + text); };
    const auto order = parse(words);
    if (!order) return fault(order.error());
    const auto read = contents(order->file);
    if (!read) return fault(read.error());
    if (const auto problem = print_tables(read->board, order->on_standard_output()))
        return fault(*problem);
    if (order->json.empty() && order->html.empty()) return kPlayed;

    const auto report = json::report(
        {read->run, read->openings, read->games, read->board, read->begun, order->file});
    if (!report) return fault(report.error());
    if (!order->json.empty()) {
        const std::string text = json::text(*report) + "\n";
        if (const auto problem = write("-json", order->json, order->file, text))
            return fault(*problem);
    }
    if (!order->html.empty()) {
        if (const auto problem = write("-html", order->html, order->file, report_html(*report)))
            return fault(*problem);
    }
    return kPlayed;
}

Expected<std::vector<std::string>> report_pages(const std::string& path) {
    const auto read = contents(path);
    if (!read) return Error{read.error()};
    const std::span<const StoredGame> games{read->games};
    std::vector<std::string> pages;
    for (std::size_t from = 0; from == 0 || from < games.size(); from += json::kMostRecords) {
        const auto some = games.subspan(from, std::min(json::kMostRecords, games.size() - from));
        auto report =
            json::report({read->run, read->openings, some, read->board, read->begun, path});
        if (!report) return Error{report.error()};
        if (some.size() < games.size())
            (*report)["title"] =
                fmt::format("{}, games {} to {} of {}", (*report)["title"].get<std::string>(),
                            from + 1, from + some.size(), games.size());
        pages.push_back(report_html(*report));
    }
    return pages;
}

}  // namespace sparring::referee
