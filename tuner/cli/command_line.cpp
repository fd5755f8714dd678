#include "tuner/cli/command_line.hpp"

#include <fmt/format.h>

#include <boost/program_options.hpp>
#include <sstream>

#include "protocol/text.hpp"

namespace sparring::tuner {
namespace {

namespace po = boost::program_options;

std::string long_name(std::string_view name) {
    return std::string{name.substr(0, name.find(','))};
}

}  // namespace

Expected<CommandLine> CommandLine::parse(std::span<const std::string> words, std::string_view usage,
                                         const std::vector<OptionRow>& options, std::size_t least,
                                         std::size_t most) {
    po::options_description visible{"Options"};
    std::vector<std::string> names{"help"};
    visible.add_options()("help,h", "this");
    for (const OptionRow& row : options) {
        names.push_back(long_name(row.name));
        const std::string name{row.name}, help{row.help};
        if (row.value.empty()) {
            visible.add_options()(name.c_str(), help.c_str());
        } else {
            visible.add_options()(
                name.c_str(),
                po::value<std::vector<std::string>>()->value_name(std::string{row.value}),
                help.c_str());
        }
    }
    po::options_description all;
    all.add(visible).add_options()("operand", po::value<std::vector<std::string>>());
    po::positional_options_description positional;
    positional.add("operand", -1);
    CommandLine line;
    try {
        using Style = po::command_line_style::style_t;
        const auto parsed =
            po::command_line_parser{std::vector<std::string>(words.begin(), words.end())}
                .options(all)
                .positional(positional)
                .style(Style::unix_style & ~Style::allow_guessing)
                .run();
        for (const auto& option : parsed.options) {
            const std::string name = option.position_key >= 0 ? "operand" : option.string_key;
            if (name == "help") {
                std::ostringstream text;
                text << visible;
                fmt::print("{}\n\n{}", usage, text.str());
                line.helped_ = true;
                return line;
            }
            if (name == "operand") {
                line.operands_.insert(line.operands_.end(), option.value.begin(),
                                      option.value.end());
            } else {
                line.given_.emplace_back(name, option.value.empty() ? "" : option.value.front());
            }
        }
    } catch (const po::unknown_option& unknown) {
        std::string name = unknown.get_option_name();
        while (name.starts_with('-')) name.erase(0, 1);
        const auto near = text::nearest(name, names);
        return Error{fmt::format("there is no option '{}'{}",
                                 text::printable(unknown.get_option_name()),
                                 near ? fmt::format("; did you mean --{}?", *near) : "")};
    } catch (const po::error& error) {
        return Error{error.what()};
    }
    if (line.operands_.size() < least || line.operands_.size() > most)
        return Error{fmt::format("expected: {}", usage.substr(0, usage.find('\n')))};
    return line;
}

bool CommandLine::has(std::string_view name) const {
    for (const auto& [given, value] : given_)
        if (given == name) return true;
    return false;
}

std::string CommandLine::text(std::string_view name, std::string_view fallback) const {
    std::string text{fallback};
    for (const auto& [given, value] : given_)
        if (given == name) text = value;
    return text;
}

std::vector<std::string> CommandLine::texts(std::string_view name) const {
    std::vector<std::string> texts;
    for (const auto& [given, value] : given_)
        if (given == name) texts.push_back(value);
    return texts;
}

Expected<int> CommandLine::integer(std::string_view name, int fallback, int least, int most) const {
    if (!has(name)) return fallback;
    const auto number = text::number<int>(text(name));
    if (number && *number >= least && *number <= most) return *number;
    return Error{fmt::format("--{}: '{}' is not a whole number from {} to {}", name,
                             text::printable(text(name)), least, most)};
}

}  // namespace sparring::tuner
