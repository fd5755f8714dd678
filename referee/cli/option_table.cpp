#include "referee/cli/option_table.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "protocol/text.hpp"
#include "referee/cli/engine_keys.hpp"
#include "referee/cli/stats.hpp"
#include "referee/play/ugi_game.hpp"

namespace sparring::referee {
namespace {

using C = Configuration;
using Shape = OptionRow::Shape;
using Scope = OptionRow::Scope;

constexpr std::size_t kAny = 1000;

Problem not_a_number(std::string_view word, std::int64_t least, std::int64_t most) {
    return fmt::format("'{}' is not a whole number from {} to {}", text::printable(word), least,
                       most);
}

template <class Target>
auto whole_number(std::int64_t least, std::int64_t most, Target target) {
    return [=](C& configuration, const Words& words) -> Problem {
        const auto number = text::number<std::int64_t>(words.front());
        if (!number || *number < least || *number > most)
            return not_a_number(words.front(), least, most);
        using Value = std::remove_cvref_t<decltype(target(configuration))>;
        target(configuration) = static_cast<Value>(*number);
        return {};
    };
}

template <class Target>
auto set_flag(bool value, Target target) {
    return [=](C& configuration, const Words&) -> Problem {
        target(configuration) = value;
        return {};
    };
}

template <class Target>
auto any_text(Target target) {
    return [=](C& configuration, const Words& words) -> Problem {
        target(configuration) = fmt::format("{}", fmt::join(words, " "));
        return {};
    };
}

/// One of a few words.
template <class Value, std::size_t N, class Target>
auto one_of(const std::array<std::pair<std::string_view, Value>, N>& choices, Target target) {
    return [=](C& configuration, const Words& words) -> Problem {
        std::vector<std::string> names;
        for (const auto& [name, value] : choices) {
            names.emplace_back(name);
            if (words.front() != name) continue;
            target(configuration) = value;
            return {};
        }
        return fmt::format("'{}' is none of {}{}", text::printable(words.front()),
                           fmt::join(names, ", "), suggestion(words.front(), names, ""));
    };
}

// ---- groups: key=value words --------------------------------------------------------------------

/// One key of a group.
struct GroupKey {
    std::string_view name;
    std::function<Problem(const std::string& value)> read;
};

/// Reads the words of a group; `bare` takes words without `=`.
Problem read_group(const Words& words, const std::vector<GroupKey>& keys,
                   const std::function<bool(const std::string&)>& bare = {}) {
    std::vector<std::string> names;
    for (const GroupKey& key : keys) names.push_back(std::string{key.name} + "=");
    for (const std::string& word : words) {
        if (bare && bare(word)) continue;
        const auto pair = key_value(word);
        const auto key = std::find_if(keys.begin(), keys.end(), [&](const GroupKey& each) {
            return pair && each.name == pair->first;
        });
        if (key == keys.end()) {
            return fmt::format("'{}' is none of {}{}", text::printable(word),
                               fmt::join(names, ", "),
                               suggestion(std::string{key_of(word)} + "=", names, ""));
        }
        if (const Problem problem = key->read(pair->second))
            return fmt::format("{}: {}", key->name, *problem);
    }
    return {};
}

template <class Number>
auto into(Number& target, std::int64_t least, std::int64_t most) {
    return [&target, least, most](const std::string& value) -> Problem {
        const auto number = text::number<std::int64_t>(value);
        if (!number || *number < least || *number > most) return not_a_number(value, least, most);
        target = static_cast<Number>(*number);
        return {};
    };
}

auto into_flag(bool& target) {
    return [&target](const std::string& value) -> Problem {
        if (value != "true" && value != "false")
            return fmt::format("'{}' is neither true nor false", text::printable(value));
        target = value == "true";
        return {};
    };
}

auto into_text(std::string& target) {
    return [&target](const std::string& value) -> Problem {
        target = value;
        return {};
    };
}

Problem read_game(C& configuration, const Words& words) {
    if (words.front() == "ugi") {
        configuration.match.choice = any_ugi_game();
        return {};
    }
    auto choice = games::find(words.front());
    if (!choice) return choice.error() + " (or ugi: any game that both engines know)";
    configuration.match.choice = *std::move(choice);
    return {};
}

Problem read_repeat(C& configuration, const Words& words) {
    configuration.schedule.repeat = 2;
    if (words.empty()) return {};
    return into(configuration.schedule.repeat, 1, 1'000'000)(words.front());
}

Problem read_openings(C& configuration, const Words& words) {
    OpeningSettings& openings = configuration.openings;
    const auto bare = [&](const std::string& word) {
        if (word == "random") openings.source = OpeningSettings::Source::random;
        return word == "random";
    };
    const auto order = [&](const std::string& value) -> Problem {
        if (value != "random" && value != "sequential")
            return fmt::format("'{}' is neither sequential nor random", text::printable(value));
        openings.order =
            value == "random" ? OpeningSettings::Order::random : OpeningSettings::Order::sequential;
        return {};
    };
    const auto policy = [&](const std::string& value) -> Problem {
        static const std::array<std::pair<std::string_view, OpeningPolicy>, 3> choices{
            {{"round", OpeningPolicy::round},
             {"pair", OpeningPolicy::pair},
             {"encounter", OpeningPolicy::encounter}}};
        return one_of(
            choices, [](C & c) -> auto& { return c.schedule.policy; })(configuration, {value});
    };
    const auto seed = [&](const std::string& value) -> Problem {
        const auto number = text::number<std::uint64_t>(value);
        if (!number)
            return fmt::format("'{}' is not a whole number from 0", text::printable(value));
        openings.seed = *number;
        return {};
    };
    const auto balanced = [&](const std::string& value) -> Problem {
        return into(configuration.balance.emplace().limit, 0, 10'000'000)(value);
    };
    const auto file = [&](const std::string& value) -> Problem {
        openings.source = OpeningSettings::Source::file;
        openings.file = value;
        return {};
    };
    const std::vector<GroupKey> keys{{"file", file},
                                     {"plies", into(openings.plies, 0, 200)},
                                     {"seed", seed},
                                     {"order", order},
                                     {"start", into(openings.start, 1, 1'000'000'000)},
                                     {"policy", policy},
                                     {"balanced", balanced},
                                     {"sha256", into_text(configuration.openings_sha256)}};
    // With balanced= what is left are the keys of the engine that scores.
    Words own, judge;
    const bool scored = std::any_of(words.begin(), words.end(), [](const std::string& word) {
        return key_of(word) == "balanced";
    });
    for (const std::string& word : words) {
        const bool ours = std::any_of(keys.begin(), keys.end(), [&](const GroupKey& key) {
            return key.name == key_of(word);
        });
        (scored && !ours && word != "random" ? judge : own).push_back(word);
    }
    if (auto problem = read_group(own, keys, bare)) return problem;
    if (configuration.balance) {
        auto engine = parse_engine(Words{"name=the judge", "stall=60"}, judge, "balanced");
        if (!engine) return engine.error();
        configuration.balance->judge = *std::move(engine);
    }
    if (openings.source == OpeningSettings::Source::start)
        return "expected random plies=N or file=FILE";
    if (openings.source == OpeningSettings::Source::random && openings.plies == 0)
        return "random needs plies=N, N at least 1";
    return {};
}

Problem read_draw(C& configuration, const Words& words) {
    DrawRule& rule = configuration.match.adjudication.draw.emplace();
    return read_group(words, {{"movenumber", into(rule.move_number, 0, 100'000)},
                              {"movecount", into(rule.move_count, 1, 100'000)},
                              {"score", into(rule.score, 0, 10'000'000)}});
}

Problem read_resign(C& configuration, const Words& words) {
    ResignRule& rule = configuration.match.adjudication.resign.emplace();
    return read_group(words, {{"movecount", into(rule.move_count, 1, 100'000)},
                              {"score", into(rule.score, 0, 10'000'000)},
                              {"twosided", into_flag(rule.two_sided)}});
}

Problem read_test(C& configuration, const Words& words) {
    auto test = parse_sprt(words);
    if (!test) return test.error();
    configuration.test = *test;
    return {};
}

Problem read_affinity(C& configuration, const Words& words) {
    configuration.match.affinity = words.empty() ? "all" : words.front();
    return {};
}

Problem read_records(C& configuration, const Words& words) {
    const auto pair = key_value(words.front());
    configuration.records = pair && pair->first == "file" ? pair->second : words.front();
    return {};
}

const std::array<std::pair<std::string_view, Tournament>, 6> kTournaments{
    {{"roundrobin", Tournament::round_robin},
     {"round-robin", Tournament::round_robin},
     {"gauntlet", Tournament::gauntlet},
     {"swiss", Tournament::swiss},
     {"knockout", Tournament::knockout},
     {"pairings", Tournament::pairings}}};

}  // namespace

const std::vector<OptionRow>& option_table() {
    static const std::vector<OptionRow> table{
        {"config",
         "FILE",
         "options in TOML; the command line wins over it",
         Shape::scalar,
         Scope::present,
         1,
         1,
         {}},
        {"dump-config", "", "print all options in effect as such a file, and stop", Shape::flag,
         Scope::present, 0, 0,
         set_flag(
             true, [](C & c) -> auto& { return c.dump; })},
        {"game", "NAME[/VARIANT]", "what is played: reversi/reversed, ..., or ugi (needed)",
         Shape::scalar, Scope::play, 1, 1, read_game},
        {"tournament", "TYPE", "roundrobin, gauntlet, swiss, knockout (roundrobin)", Shape::scalar,
         Scope::play, 1, 1,
         one_of(
             kTournaments, [](C & c) -> auto& { return c.schedule.tournament; })},
        {"pairings", "FILE", "play these: lines of NAME NAME [GAMES]", Shape::scalar, Scope::play,
         1, 1,
         [](C& c, const Words& words) -> Problem {
             c.schedule.tournament = Tournament::pairings;
             c.pairings = words.front();
             return {};
         }},
        {"seeds", "N", "gauntlet: the first N play all the others (1)", Shape::scalar, Scope::play,
         1, 1,
         whole_number(
             1, 1000, [](C & c) -> auto& { return c.schedule.seeds; })},
        {"rounds", "N", "how often each encounter takes place (1); Swiss: rounds", Shape::scalar,
         Scope::play, 1, 1,
         whole_number(
             1, 10'000'000, [](C & c) -> auto& { return c.schedule.rounds; })},
        {"games", "N", "games of one encounter in one round (2)", Shape::scalar, Scope::play, 1, 1,
         whole_number(
             1, 1'000'000, [](C & c) -> auto& { return c.schedule.games; })},
        {"repeat", "[N]", "games from one opening, sides swapped in turn (2)", Shape::scalar,
         Scope::play, 0, 1, read_repeat},
        {"noswap", "", "do not swap sides", Shape::flag, Scope::play, 0, 0,
         set_flag(
             false, [](C & c) -> auto& { return c.schedule.swap; })},
        {"srand", "SEED", "of what is drawn by lot (0)", Shape::scalar, Scope::play, 1, 1,
         whole_number(
             0, INT64_MAX, [](C & c) -> auto& { return c.schedule.seed; })},
        {"openings", "random plies=N [seed=S] | file=FILE [order=... start=N plies=N]",
         "made at random or read; policy=round, pair, encounter;\n                         "
         "balanced=CP cmd=...: for it so near to even",
         Shape::group, Scope::play, 1, kAny, read_openings},
        {"allow-duplicates", "", "fixed-depth engines may meet twice from one opening", Shape::flag,
         Scope::play, 0, 0,
         set_flag(
             true, [](C & c) -> auto& { return c.allow_duplicates; })},
        {"maxmoves", "N", "a game of N moves of each side is a draw (no limit)", Shape::scalar,
         Scope::play, 1, 1,
         [](C& c, const Words& words) {
             return into(c.match.adjudication.max_moves.emplace(), 1, 1'000'000)(words.front());
         }},
        {"draw", "movenumber=N movecount=N score=CP", "both scores near 0 for so long: a draw",
         Shape::group, Scope::play, 1, 3, read_draw},
        {"resign", "movecount=N score=CP [twosided=true]",
         "one score (or both) says it is lost for so long", Shape::group, Scope::play, 1, 3,
         read_resign},
        {"sprt", "elo0=E elo1=E alpha=.05 beta=.05 model=normalized",
         "stop when the results say which strength it is", Shape::group, Scope::play, 1, 5,
         read_test},
        {"adjudicate", "proof cmd=... [KEY=VALUE...]",
         "ends games whose final score both know and it confirms", Shape::group, Scope::play, 2,
         kAny,
         [](C& c, const Words& words) -> Problem {
             if (std::find(words.begin(), words.end(), "proof") == words.end())
                 return "expected proof cmd=...";
             c.match.adjudication.proof = true;
             return {};
         }},
        {"recover", "", "replace a lost engine process and go on", Shape::flag, Scope::play, 0, 0,
         set_flag(
             true, [](C & c) -> auto& { return c.match.recover; })},
        {"each",
         "KEY=VALUE...",
         "keys for every engine that does not set its own",
         Shape::group,
         Scope::play,
         1,
         kAny,
         {}},
        {"engine",
         "KEY=VALUE...",
         "an engine, once for each; keys below (two at least)",
         Shape::engine,
         Scope::play,
         1,
         kAny,
         {}},
        {"event", "NAME", "for the records", Shape::scalar, Scope::play, 1, kAny,
         any_text([](C & c) -> auto& { return c.event; })},
        {"site", "NAME", "for the records", Shape::scalar, Scope::play, 1, kAny,
         any_text([](C & c) -> auto& { return c.site; })},
        {"concurrency", "N", "games at a time (1)", Shape::scalar, Scope::present, 1, 1,
         whole_number(
             1, 4096, [](C & c) -> auto& { return c.match.concurrency; })},
        {"use-affinity", "[CPUS]", "each game on a CPU of its own: all, or 0,2,4-7", Shape::scalar,
         Scope::present, 0, 1, read_affinity},
        {"wait", "MS", "between two games (0)", Shape::scalar, Scope::present, 1, 1,
         [](C& c, const Words& words) -> Problem {
             std::int64_t wait = 0;
             auto problem = into(wait, 0, 3'600'000)(words.front());
             c.match.wait = std::chrono::milliseconds{wait};
             return problem;
         }},
        {"archive", "FILE", "keep everything in it; referee resume FILE goes on", Shape::scalar,
         Scope::present, 1, 1, any_text([](C & c) -> auto& { return c.archive; })},
        {"broker", "URL|FILE", "have the games played by workers: docs/cluster.md", Shape::scalar,
         Scope::present, 1, 1, any_text([](C & c) -> auto& { return c.broker; })},
        {"accept-changes", "", "resume with programs that have changed", Shape::flag,
         Scope::present, 0, 0,
         set_flag(
             true, [](C & c) -> auto& { return c.accept_changes; })},
        {"pgnout", "FILE", "append each game's record, in schedule order", Shape::scalar,
         Scope::present, 1, 1, read_records},
        {"json", "FILE|-", "everything that happens, one JSON object a line", Shape::scalar,
         Scope::present, 1, 1, any_text([](C & c) -> auto& { return c.json; })},
        {"web", "[HOST:]PORT", "a live page for browsers", Shape::scalar, Scope::present, 1, 1,
         any_text([](C & c) -> auto& { return c.web; })},
        {"log", "DIR", "a file for each fault: what the engine said last", Shape::scalar,
         Scope::present, 1, 1, any_text([](C & c) -> auto& { return c.match.log_directory; })},
        {"ratinginterval", "N", "games between two standings (0: only at the end)", Shape::scalar,
         Scope::present, 1, 1,
         whole_number(
             0, 1'000'000'000, [](C & c) -> auto& { return c.rating_interval; })},
        {"strict", "", "exit 1 if an engine was at fault in any game", Shape::flag, Scope::present,
         0, 0,
         set_flag(
             true, [](C & c) -> auto& { return c.strict; })},
    };
    return table;
}

Expected<const OptionRow*> find_option(const Argument& argument) {
    std::vector<std::string> names{"help", "version"};
    for (const OptionRow& row : option_table()) {
        names.emplace_back(row.name);
        if (row.name == argument.name) return &row;
    }
    const bool in_file = !argument.where.empty();
    return Error{fmt::format("{}unknown option '{}{}'{}", in_file ? argument.where + ": " : "",
                             in_file ? "" : "-", text::printable(argument.name),
                             suggestion(argument.name, names, in_file ? "" : "-"))};
}

namespace {

std::optional<std::string> engine_name(const Argument& engine) {
    for (const std::string& word : engine.words) {
        if (word.starts_with("name=")) return word;
    }
    return {};
}

/// Where a later argument belongs among those that are there, if it replaces or joins one.
std::vector<Argument>::iterator counterpart(std::vector<Argument>& all, const OptionRow& row,
                                            const Argument& argument) {
    return std::find_if(all.begin(), all.end(), [&](const Argument& each) {
        if (each.name != argument.name) return false;
        // Two engines of one name in the same place are a mistake, which is found later.
        const auto name = engine_name(argument);
        return row.shape != Shape::engine ||
               (name && engine_name(each) == name && !each.where.empty() && argument.where.empty());
    });
}

}  // namespace

Expected<std::vector<Argument>> merged(const std::vector<Argument>& arguments) {
    std::vector<Argument> all;
    for (const Argument& argument : arguments) {
        const auto row = find_option(argument);
        if (!row) return Error{row.error()};
        const auto earlier = counterpart(all, **row, argument);
        if (earlier == all.end()) {
            all.push_back(argument);
        } else if ((*row)->shape == Shape::group || (*row)->shape == Shape::engine) {
            earlier->words = merged(earlier->words, argument.words);
        } else {
            *earlier = argument;
        }
    }
    const auto rank = [](const Argument& argument) {
        return *find_option(argument) - option_table().data();
    };
    std::stable_sort(all.begin(), all.end(),
                     [&](const Argument& a, const Argument& b) { return rank(a) < rank(b); });
    return all;
}

}  // namespace sparring::referee
