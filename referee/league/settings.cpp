#include "referee/league/settings.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <functional>

#include "engines/games/catalogue.hpp"
#include "protocol/text.hpp"
#include "referee/archive/sha256.hpp"
#include "referee/cli/option_table.hpp"
#include "referee/cli/toml_file.hpp"
#include "referee/league/submission.hpp"

namespace sparring::referee::league {
namespace {

using Problem = std::optional<std::string>;

constexpr std::string_view kFile = "league.toml";

/// One game of a beginner's program a night, not of a master: a small machine plays 40 of them.
std::vector<Argument> defaults() {
    return {{"game", {"reversi"}},
            {"tournament", {"swiss"}},
            {"games", {"2"}},
            {"recover", {}},
            {"openings", {"random", "plies=4"}},
            {"each", {"tc=10+0.1", "startup=30", "sandbox=bwrap", "memory=1024", "threads=64"}}};
}

/// What a league does with these itself.
constexpr std::array<std::pair<std::string_view, std::string_view>, 9> kRefused{
    {{"engine", "the players are the folders in submissions/"},
     {"archive", "a night's archive is in results/"},
     {"accept-changes", "versions do not change"},
     {"config", "the configuration is league.toml"},
     {"dump-config", "-dry-run shows what would be played"},
     {"pairings", "a league makes its pairings itself"},
     {"sprt", "a league has more than two players"},
     {"log", "the faults of a night are in results/"},
     {"seeds", "it is for gauntlets, which a league does not play"}}};

Problem read_whole(const std::string& value, std::int64_t least, std::int64_t most,
                   const std::function<void(std::int64_t)>& take) {
    const auto number = text::number<std::int64_t>(value);
    if (!number || *number < least || *number > most)
        return fmt::format("'{}' is not a whole number from {} to {}", text::printable(value),
                           least, most);
    take(*number);
    return {};
}

Problem read_check(Settings& settings, const std::string& value) {
    constexpr std::array<std::pair<std::string_view, Check>, 3> words{
        {{"full", Check::full}, {"fast", Check::fast}, {"none", Check::none}}};
    for (const auto& [word, check] : words) {
        if (value != word) continue;
        settings.check = check;
        return {};
    }
    return fmt::format("'{}' is none of full, fast, none", text::printable(value));
}

/// A key of [league].
Problem read_key(Settings& settings, const std::string& key, const std::string& value) {
    if (key == "title") {
        settings.title = value;
        return {};
    }
    if (key == "nights")
        return read_whole(value, 1, 10'000,
                          [&](auto n) { settings.carry.nights = static_cast<int>(n); });
    if (key == "anchor") {
        settings.carry.anchor = value;
        return fault_in_name(value);
    }
    if (key == "check") return read_check(settings, value);
    if (key == "tolerate") {
        settings.tolerated.push_back(value);
        return {};
    }
    if (key == "patience")
        return read_whole(value, 1, 86'400,
                          [&](auto n) { settings.patience = std::chrono::seconds{n}; });
    if (key == "unchanged") {
        if (value != "play" && value != "skip")
            return fmt::format("'{}' is neither play nor skip", text::printable(value));
        settings.play_unchanged = value == "play";
        return {};
    }
    if (key == "size")
        return read_whole(value, 1, 1 << 20, [&](auto n) { settings.limits.bytes = n << 20; });
    const std::vector<std::string> names{"title",    "nights",   "anchor",    "check",
                                         "tolerate", "patience", "unchanged", "size"};
    return fmt::format("unknown key '{}'{} (there are {})", text::printable(key),
                       suggestion(key, names, ""), fmt::join(names, ", "));
}

Problem read_league(Settings& settings, const Argument& table) {
    for (const std::string& word : table.words) {
        // `key = true` is a word without a value.
        const auto [key, value] = key_value(word).value_or(std::pair{word, std::string{"true"}});
        const auto problem = read_key(settings, key, value);
        if (!problem) continue;
        return fmt::format("{}: [league]: {}{}", table.where,
                           problem->starts_with("unknown key") ? "" : key + ": ", *problem);
    }
    return {};
}

Problem check_option(const Argument& option) {
    const auto place = [&](std::string_view what) {
        return fmt::format("{}{}: {}", option.where.empty() ? "-" : option.where + ": ",
                           option.name, what);
    };
    for (const auto& [name, why] : kRefused) {
        if (option.name == name) return place(why);
    }
    const auto row = find_option(option);
    if (!row) return row.error();
    if (option.name != "tournament" && option.name != "game") return {};
    const std::string value = option.words.size() == 1 ? option.words.front() : "";
    if (option.name == "game") {
        const auto choice = games::find(value);
        return choice || value == "ugi" ? Problem{} : place(choice.error());
    }
    const std::array<std::string_view, 4> forms{"swiss", "roundrobin", "round-robin", "knockout"};
    if (std::find(forms.begin(), forms.end(), value) != forms.end()) return {};
    return place(
        fmt::format("'{}' is none of swiss, roundrobin, knockout", text::printable(value)));
}

bool has_key(const Words& words, std::string_view key) {
    return std::any_of(words.begin(), words.end(),
                       [&](const std::string& word) { return key_of(word) == key; });
}

/// Takes away those defaults that make no sense beside an option that is given.
void drop_contradicted(std::vector<Argument>& defaults, const Argument& option) {
    // Openings of a file are no random ones, and random ones need rules that we know.
    if ((option.name == "openings" && has_key(option.words, "file")) ||
        (option.name == "game" && option.words == Words{"ugi"}))
        std::erase_if(defaults, [](const Argument& each) { return each.name == "openings"; });
    if (option.name != "each") return;
    const bool limited = has_key(option.words, "st") || has_key(option.words, "depth") ||
                         has_key(option.words, "nodes");
    // Outside of a sandbox it takes a control group to count threads.
    const bool open =
        std::find(option.words.begin(), option.words.end(), "sandbox=none") != option.words.end();
    for (Argument& each : defaults) {
        if (each.name != "each") continue;
        std::erase_if(each.words, [&](const std::string& word) {
            return (limited && key_of(word) == "tc") || (open && key_of(word) == "threads");
        });
    }
}

}  // namespace

Words Settings::words(std::string_view option) const {
    for (const Argument& argument : options) {
        if (argument.name == option) return argument.words;
    }
    return {};
}

std::string Settings::check_rules() const {
    Sha256 digest;
    digest.add(fmt::format("{} {} {}\n", SPARRING_VERSION, game(), static_cast<int>(check)));
    for (const std::string& word : words("each")) digest.add(word + "\n");
    for (const std::string& name : tolerated) digest.add("tolerate " + name + "\n");
    return digest.finish();
}

Expected<Settings> read_settings(const std::optional<std::string>& file,
                                 const std::vector<Argument>& given) {
    Settings settings;
    settings.patience = std::chrono::seconds{120};
    std::vector<Argument> own;
    if (file) {
        auto read = parse_toml(*file, std::string{kFile});
        if (!read) return Error{read.error()};
        for (Argument& argument : *read) {
            if (argument.name != "league") {
                own.push_back(std::move(argument));
            } else if (const auto problem = read_league(settings, argument)) {
                return Error{*problem};
            }
        }
    }
    own.insert(own.end(), given.begin(), given.end());
    auto all = defaults();
    for (const Argument& option : own) {
        if (const auto problem = check_option(option)) return Error{*problem};
        drop_contradicted(all, option);
        all.push_back(option);
    }
    auto merged_options = merged(all);
    if (!merged_options) return Error{merged_options.error()};
    settings.options = *std::move(merged_options);
    return settings;
}

std::vector<Argument> night_options(const Settings& settings, const std::string& night,
                                    std::span<const Words> engines) {
    std::string seed;
    for (const char c : night) {
        if (c >= '0' && c <= '9') seed += c;
    }
    std::vector<Argument> options = settings.options;
    for (Argument& option : options) {
        const bool draws =
            std::find(option.words.begin(), option.words.end(), "random") != option.words.end() ||
            std::find(option.words.begin(), option.words.end(), "order=random") !=
                option.words.end();
        if (option.name == "openings" && draws && !has_key(option.words, "seed"))
            option.words.push_back("seed=" + seed);
    }
    if (settings.words("srand").empty()) options.push_back({"srand", {seed}});
    for (const Words& engine : engines) options.push_back({"engine", engine});
    return options;
}

}  // namespace sparring::referee::league
