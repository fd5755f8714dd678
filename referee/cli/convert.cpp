#include "referee/cli/convert.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <limits>
#include <map>
#include <set>

#include "protocol/text.hpp"
#include "referee/cli/arguments.hpp"
#include "referee/cli/console.hpp"
#include "referee/cli/contest_folder.hpp"
#include "referee/cli/output_file.hpp"
#include "referee/cli/run.hpp"
#include "referee/records/format.hpp"
#include "referee/records/writers.hpp"

namespace sparring::referee {
namespace {

using Problem = std::optional<std::string>;

struct Order {
    std::string file, from, to, out = "-";
    std::optional<games::Choice> game;  ///< overrides what the records say
};

Problem read_option(Order& order, const std::string& name, const std::string& word) {
    if (name == "from") order.from = word;
    if (name == "o") order.out = word;
    if (name == "game") {
        auto choice = games::find(word);
        if (!choice) return "-game: " + choice.error();
        order.game = *std::move(choice);
    }
    if (name != "to") return {};
    const auto forms = all_forms();
    order.to = word;
    if (std::find(forms.begin(), forms.end(), word) != forms.end()) return {};
    return fmt::format("-to: there is no form '{}'{} (there are {})", text::printable(word),
                       suggestion(word, forms, ""), fmt::join(forms, ", "));
}

Expected<Order> parse(std::span<const std::string> words) {
    if (words.empty() || (words.front().starts_with('-') && words.front() != "-"))
        return Error{"expected the FILE before the options"};
    const auto arguments = split_arguments(words.subspan(1));
    if (!arguments) return Error{arguments.error()};
    Order order;
    order.file = words.front();
    std::set<std::string> given;
    const std::vector<std::string> names{"from", "game", "o", "to"};
    for (const auto& [name, values, where] : *arguments) {
        if (const auto problem = unknown_option(name, names)) return Error{*problem};
        if (!given.insert(name).second) return Error{fmt::format("-{} is given twice", name)};
        if (values.size() != 1) return Error{fmt::format("-{}: expected one word", name)};
        if (auto problem = read_option(order, name, values.front())) return Error{*problem};
    }
    if (order.to.empty())
        return Error{fmt::format("-to FORM is needed: {}", fmt::join(all_forms(), ", "))};
    if (is_contest(order.to) && order.out == "-")
        return Error{fmt::format("-to {} makes one file a game: -o DIRECTORY is needed", order.to)};
    return order;
}

Expected<std::string> contents(const std::string& path) {
    if (path == "-") return std::string{std::istreambuf_iterator<char>{std::cin}, {}};
    std::ifstream file{path, std::ios::binary};
    if (std::error_code error; !file || std::filesystem::is_directory(path, error))
        return Error{file ? "it is a directory" : std::strerror(errno)};
    return std::string{std::istreambuf_iterator<char>{file}, {}};
}

/// WTHOR.JOU and WTHOR.TRN beside the file, as far as they are there.
WthorNames names_beside(const std::string& path) {
    std::string players, tournaments;
    const auto folder = std::filesystem::path{path}.parent_path();
    std::error_code error;
    for (const auto& entry :
         std::filesystem::directory_iterator{folder.empty() ? "." : folder, error}) {
        const std::string name = text::lower(entry.path().filename().string());
        if (name != "wthor.jou" && name != "wthor.trn") continue;
        if (auto text = contents(entry.path().string()))
            (name == "wthor.jou" ? players : tournaments) = *std::move(text);
    }
    return read_wthor_names(players, tournaments);
}

/// Where converted games go.
class Output {
  public:
    static Expected<Output> open(const Order& order) {
        Output output{order.to};
        if (is_contest(order.to)) {
            auto folder = ContestFolder::open(order.out, order.file);
            if (!folder) return Error{folder.error()};
            output.folder_.emplace(*std::move(folder));
        } else {
            auto file = OutputFile::open(order.out, order.file);
            if (!file) return Error{file.error()};
            output.file_.emplace(*std::move(file));
        }
        return output;
    }

    /// Nothing if it is written; else why the form cannot hold the game.
    Problem add(const PlayedRecord& played, const GameRecord& game, RecordHeader header) {
        if (folder_) {
            if (!game.time.empty()) header.date += " " + game.time;
            const auto record = contest_file(*played.position, header,
                                             form_ == "contest" ? Encoding::utf8 : Encoding::gbk);
            if (!record) return record.error();
            if (!problem_) problem_ = folder_->add(*record, game.number);
            return {};
        }
        const auto text = written(form_, played, header);
        if (!text) return text.error();
        file_->write(*text);
        return {};
    }

    /// Says what went wrong since open().
    Problem close() { return file_ ? file_->close() : problem_; }

  private:
    explicit Output(std::string form) : form_{std::move(form)} {}

    std::string form_;
    std::optional<OutputFile> file_{};
    std::optional<ContestFolder> folder_{};
    Problem problem_{};
};

struct Summary {
    std::size_t converted = 0;
    std::size_t unfit = 0;                     ///< in order, but nothing for the form
    std::vector<std::string> broken{};         ///< with their places
    std::map<std::string, Remark> left_out{};  ///< by its text, with the first place
    std::map<std::string, int> times{};

    void leave_out(const Remark& remark) {
        left_out.try_emplace(remark.text, remark);
        ++times[remark.text];
    }
};

/// A game that is broken before anybody looked at its moves stands among the others by its number.
void break_up_to(const Collection& all, std::size_t& next, int number, Summary& summary) {
    for (; next < all.broken.size() && all.broken[next].number < number; ++next) {
        const Remark& remark = all.broken[next];
        summary.broken.push_back(place(remark.line, remark.number) + ": " + remark.text);
    }
}

/// What is wrong with the game, if anything is.
Problem convert_game(const Order& order, const GameRecord& game, Output& output, Summary& summary) {
    const auto choice = order.game ? Expected{*order.game} : choice_of(game);
    if (!choice) return choice.error();
    const auto forms = forms_of(*choice->game);
    auto played = play_record(*choice, game);
    if (!played) return played.error();
    const RecordHeader header = checked_header(game, *played);
    const bool has_form = std::find(forms.begin(), forms.end(), order.to) != forms.end();
    const Problem unfit =
        has_form ? output.add(*played, game, header)
                 : fmt::format("{} is written as {}", choice->game->name(), fmt::join(forms, ", "));
    if (unfit) {
        summary.leave_out({game.line, game.number, *unfit});
        ++summary.unfit;
        return {};
    }
    for (const Remark& remark : played->left_out) summary.leave_out(remark);
    ++summary.converted;
    return {};
}

Summary convert(const Order& order, const Collection& all, Output& output) {
    Summary summary;
    std::size_t next = 0;
    for (const Remark& remark : all.left_out) summary.leave_out(remark);
    for (const GameRecord& game : all.games) {
        break_up_to(all, next, game.number, summary);
        if (game.moves.empty() && game.fen.empty()) {
            summary.leave_out({game.line, game.number, "game without moves"});
        } else if (auto problem = convert_game(order, game, output, summary)) {
            summary.broken.push_back(*std::move(problem));
        }
    }
    break_up_to(all, next, std::numeric_limits<int>::max(), summary);
    return summary;
}

}  // namespace

int convert_command(std::span<const std::string> words) {
    const auto fault = [](const std::string& text) {
        return fail(kWrongUsage, "convert: " + text);
    };
    const auto order = parse(words);
    if (!order) return fault(order.error());
    const std::string shown = text::printable(order->file, 200);
    auto bytes = contents(order->file);
    if (!bytes) return fault(shown + ": " + bytes.error());
    const auto format =
        order->from.empty() ? Expected{format_of(*bytes)} : format_named(order->from, *bytes);
    if (!format) return fault("-from: " + format.error());
    const auto text = decoded(*format, *std::move(bytes));
    if (!text) return fault(shown + ": " + text.error());
    const bool numbered = *format == Format::wthor && order->file != "-";
    const Collection all = read_games(*format, *text, order->game ? &*order->game : nullptr,
                                      numbered ? names_beside(order->file) : WthorNames{});
    const std::size_t read = all.games.size() + all.broken.size();
    if (read == 0) return fault(shown + ": there is no game in it");

    auto output = Output::open(*order);
    if (!output) return fault("-o: " + output.error());
    const Summary summary = convert(*order, all, *output);
    if (const auto problem = output->close()) return fault("-o: " + *problem);
    for (const std::string& broken : summary.broken) complain(shown + ": " + broken);
    for (const auto& [what, first] : summary.left_out) {
        const int times = summary.times.at(what);
        complain(fmt::format("{}: {}: left out: {}{}", shown, place(first.line, first.number), what,
                             times == 1 ? "" : fmt::format(" ({} times in all)", times)));
    }
    complain(fmt::format("{}: {}, {} game{} read, {} converted, {} broken", shown, name_of(*format),
                         read, read == 1 ? "" : "s", summary.converted, summary.broken.size()));
    return summary.broken.empty() && summary.unfit == 0 ? kPlayed : kCheckFailed;
}

}  // namespace sparring::referee
