#include "referee/cli/export.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "protocol/text.hpp"
#include "referee/archive/replay.hpp"
#include "referee/archive/utc.hpp"
#include "referee/cli/arguments.hpp"
#include "referee/cli/console.hpp"
#include "referee/cli/contest_folder.hpp"
#include "referee/cli/output_file.hpp"
#include "referee/cli/records.hpp"
#include "referee/cli/run.hpp"
#include "referee/cli/stored_run.hpp"
#include "referee/records/writers.hpp"
#include "referee/view/game_csv.hpp"
#include "referee/view/json.hpp"
#include "referee/view/report_json.hpp"

namespace sparring::referee {
namespace {

using Problem = std::optional<std::string>;
using Ranges = std::vector<std::pair<int, int>>;

const std::vector<std::string> kForms{"pgn", "csv", "moves-csv", "json", "contest", "contest-gbk"};

struct Order {
    std::string file, form = "pgn", out = "-";
    Ranges games;  ///< empty = all
};

Expected<Order> parse(std::span<const std::string> words) {
    if (words.empty() || words.front().starts_with('-'))
        return Error{"expected the archive's FILE before the options"};
    const auto arguments = split_arguments(words.subspan(1));
    if (!arguments) return Error{arguments.error()};
    Order order;
    order.file = words.front();
    std::set<std::string> given;
    for (const Argument& argument : *arguments) {
        const std::vector<std::string> names{"as", "o", "games"};
        const std::string& name = argument.name;
        if (const auto problem = unknown_option(name, names)) return Error{*problem};
        if (!given.insert(name).second) return Error{fmt::format("-{} is given twice", name)};
        if (argument.words.size() != 1) return Error{fmt::format("-{}: expected one word", name)};
        const std::string& word = argument.words.front();
        if (name == "o") order.out = word;
        if (name == "games") {
            auto ranges = parse_ranges(word);
            if (!ranges) return Error{"-games: " + ranges.error()};
            order.games = *std::move(ranges);
        }
        if (name != "as") continue;
        if (std::find(kForms.begin(), kForms.end(), word) == kForms.end()) {
            return Error{fmt::format("-as: there is no form '{}'{} (there are {})",
                                     text::printable(word), suggestion(word, kForms, ""),
                                     fmt::join(kForms, ", "))};
        }
        order.form = word;
    }
    if (is_contest(order.form) && order.out == "-")
        return Error{
            fmt::format("-as {} makes one file a game: -o DIRECTORY is needed", order.form)};
    return order;
}

/// Those of the archive's games that are wanted. The error names a number that is not there.
Expected<std::vector<int>> chosen(const Ranges& ranges, const std::vector<StoredGame>& all) {
    std::set<int> numbers;
    for (const StoredGame& game : all) numbers.insert(game.scheduled.number);
    if (ranges.empty()) return std::vector<int>(numbers.begin(), numbers.end());
    std::set<int> wanted;
    for (const auto& [first, last] : ranges) {
        const auto begin = numbers.lower_bound(first), end = numbers.upper_bound(last);
        if (begin == end) {
            const std::string there =
                numbers.empty()
                    ? "no games yet"
                    : fmt::format("games {} to {}", *numbers.begin(), *numbers.rbegin());
            return Error{fmt::format("-games: there is no game {}{}; the archive has {}", first,
                                     last == first ? "" : fmt::format(" to {}", last), there)};
        }
        wanted.insert(begin, end);
    }
    return std::vector<int>(wanted.begin(), wanted.end());
}

/// Everything that the forms take games from.
class Source {
  public:
    Source(const Archive& archive, const Configuration& played)
        : configuration{played}, names{played.names()}, archive_{archive} {
        for (StoredOpening& opening : archive.openings())
            openings_.emplace(opening.number, std::move(opening));
    }

    struct One {
        StoredGame game;
        StoredOpening opening;
    };
    One take(int number) const {
        auto game = archive_.game(number).value();
        return {game, openings_.at(game.scheduled.opening)};
    }

    Expected<std::unique_ptr<games::Position>> replay(const One& one) const {
        return referee::replay(configuration.match.choice, one.opening, one.game);
    }

    RecordHeader header(const One& one, const games::Position& position) const {
        const StoredGame& game = one.game;
        const auto ended = local_time(game.end);
        const std::string date = ended ? fmt::format("{:04}.{:02}.{:02}", ended->tm_year + 1900,
                                                     ended->tm_mon + 1, ended->tm_mday)
                                       : RecordHeader{}.date;
        return record_header(configuration, game.scheduled, game.outcome, game.reason, game.margin,
                             game.record, position.plies(), date);
    }

    const Configuration& configuration;
    std::vector<std::string> names;

  private:
    const Archive& archive_;
    std::map<std::size_t, StoredOpening> openings_;
};

/// One game in a form; the head stands before all of them.
struct Form {
    std::string head;
    std::function<Expected<std::string>(const Source::One&)> text;
};

Form form_of(const std::string& name, const Source& source) {
    using One = Source::One;
    const games::Choice& choice = source.configuration.match.choice;
    if (name == "csv") {
        return {games_csv_head(), [&](const One& one) -> Expected<std::string> {
                    return games_csv_row(one.game, one.opening, source.names);
                }};
    }
    if (name == "moves-csv") {
        return {moves_csv_head(), [&](const One& one) {
                    return moves_csv_rows(choice, one.game, one.opening, source.names);
                }};
    }
    if (name == "json") {
        const auto board =
            std::make_shared<Scoreboard>(source.configuration.schedule, source.names);
        return {"", [&, board](const One& one) -> Expected<std::string> {
                    const auto line = json::game_line(choice, one.opening, one.game, *board);
                    if (!line) return Error{line.error()};
                    return json::text(*line) + "\n";
                }};
    }
    return {"", [&](const One& one) -> Expected<std::string> {
                const auto position = source.replay(one);
                if (!position) return Error{position.error()};
                return (*position)->record(source.header(one, **position)) + "\n";
            }};
}

Problem write_stream(const Order& order, const Source& source, const std::vector<int>& numbers) {
    auto file = OutputFile::open(order.out, order.file);
    if (!file) return "-o: " + file.error();
    const Form form = form_of(order.form, source);
    file->write(form.head);
    for (const int number : numbers) {
        const auto text = form.text(source.take(number));
        if (!text) return text.error();
        file->write(*text);
    }
    return file->close();
}

// ---- contests -----------------------------------------------------------------------------------

/// Text for files that claim to be UTF-8.
std::string utf8(const std::string& text) {
    return nlohmann::json::parse(json::text(text)).get<std::string>();
}

Problem write_contest(const Order& order, const Source& source, const std::vector<int>& numbers) {
    const games::Choice& choice = source.configuration.match.choice;
    if (const auto known = choice.game->start(choice.variant)->contest_record({}); !known) {
        return fmt::format("-as {}: {}: {}; for every game there are pgn, csv, moves-csv, json",
                           order.form, choice.game->name(), known.error());
    }
    auto folder = ContestFolder::open(order.out, order.file);
    if (!folder) return "-o: " + folder.error();
    const Encoding encoding = order.form == "contest" ? Encoding::utf8 : Encoding::gbk;
    std::size_t left_out = 0;
    for (const int number : numbers) {
        const Source::One one = source.take(number);
        const auto position = source.replay(one);
        if (!position) return position.error();
        RecordHeader header = source.header(one, **position);
        if (const auto began = local_time(one.game.start))
            header.date = fmt::format("{:%Y.%m.%d %H:%M}", *began);
        for (std::string* text : {&header.first, &header.second, &header.event, &header.site})
            *text = utf8(*text);
        const auto record = contest_file(**position, header, encoding);
        if (!record) {
            complain(fmt::format("export: game {}: {}", number, record.error()));
            ++left_out;
            continue;
        }
        if (auto problem = folder->add(*record, number)) return "-o: " + *problem;
    }
    if (left_out == 0) return {};
    return fmt::format("{} of {} games left out; -games chooses others", left_out, numbers.size());
}

}  // namespace

Expected<std::vector<std::pair<int, int>>> parse_ranges(std::string_view text) {
    Ranges ranges;
    for (std::string_view rest = text;;) {
        const auto comma = std::min(rest.find(','), rest.size());
        const std::string_view word = rest.substr(0, comma);
        const auto dash = word.find('-');
        const auto first = text::number<int>(word.substr(0, dash));
        const auto last = dash == word.npos ? first : text::number<int>(word.substr(dash + 1));
        if (!first || !last || *first < 1 || *last < *first) {
            return Error{fmt::format("'{}' is neither a game's number nor a range such as 5-9",
                                     text::printable(word))};
        }
        ranges.emplace_back(*first, *last);
        if (comma == rest.size()) return ranges;
        rest.remove_prefix(comma + 1);
    }
}

int export_command(std::span<const std::string> words) {
    const auto fault = [](const std::string& text) { return fail(kWrongUsage, "export: " + text); };
    const auto order = parse(words);
    if (!order) return fault(order.error());
    const auto archive = Archive::open_to_read(order->file);
    if (!archive) return fault(archive.error());
    const auto configuration = resumed_configuration(**archive, {});
    if (!configuration) return fault(configuration.error());
    const auto numbers = chosen(order->games, (*archive)->all_games(false));
    if (!numbers) return fault(numbers.error());
    const Source source{**archive, *configuration};
    const auto problem = is_contest(order->form) ? write_contest(*order, source, *numbers)
                                                 : write_stream(*order, source, *numbers);
    return problem ? fault(*problem) : kPlayed;
}

}  // namespace sparring::referee
