#include "tuner/config/configuration.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <thread>

#include "protocol/text.hpp"
#include "referee/archive/replay.hpp"
#include "referee/play/shell_text.hpp"

namespace sparring::tuner {
namespace {

constexpr std::int64_t kMost = std::int64_t{1} << 53;

/// `limit = { depth = 2 }` or `limit = "depth=2"`.
std::string read_limits(Table& table, std::string_view key, const std::string& fallback) {
    if (!table.has(key)) return fallback;
    std::string words;
    // A table of limits or their text: pairs() would refuse a text, text() a table.
    if (table.is_table(key)) {
        for (const auto& [name, value] : table.pairs(key))
            words += fmt::format("{}{}={}", words.empty() ? "" : " ", name, value);
    } else {
        words = table.text(key, "");
    }
    if (const auto read = referee::parse_limits(words); !read) table.refuse(key, read.error());
    return words;
}

/// For those who write a command as for a shell.
std::string list_hint(const std::vector<std::string>& command, const std::string& programs) {
    if (command.size() != 1) return {};
    const auto words = referee::shell_words(command.front());
    if (!words || words->size() < 2) return {};
    if (!referee::find_program(words->front(), programs)) return {};
    std::vector<std::string> quoted;
    for (const std::string& word : *words) quoted.push_back(toml_string(word));
    return fmt::format("; a program with arguments is a list: [{}]", fmt::join(quoted, ", "));
}

Expected<referee::EngineEntry> read_engine(Table& table, const std::string& name,
                                           const std::string& programs) {
    referee::EngineEntry entry;
    entry.settings.name = name;
    const auto words = table.texts("command");
    if (words.empty()) return Error{"has no command"};
    entry.settings.command.program = words.front();
    entry.settings.command.arguments.assign(words.begin() + 1, words.end());
    auto found = referee::find_program(words.front(), programs);
    if (!found) return Error{found.error() + list_hint(words, programs)};
    entry.settings.command.program = *std::move(found);
    entry.settings.options = table.pairs("options");
    entry.settings.restart = table.flag("restart", false);
    entry.settings.startup = std::chrono::duration_cast<referee::Duration>(
        std::chrono::duration<double>(table.number("startup", 10, 0.001, 3600)));
    entry.carry = *referee::parse_carry(table.word("carry", "setoption", referee::carry_words()));
    const bool arguments = entry.carry == referee::Carry::arguments;
    entry.pattern = table.text("pattern", arguments ? "--{name}={value}" : "{name}={value}");
    if (entry.carry == referee::Carry::file &&
        std::none_of(words.begin(), words.end(),
                     [](const std::string& word) { return word.find("{file}") != word.npos; }))
        return Error{"carries a file, but no word of its command is {file}"};
    return entry;
}

class Reader {
  public:
    Reader(Node tree, const std::string& programs, Purpose purpose)
        : programs_{programs}, purpose_{purpose} {
        result_.tree = std::move(tree);
    }

    Expected<Configuration> read() {
        Table root{&result_.tree, ""};
        run(root.table("run"));
        if (needed(root, "game")) game(root.table("game"));
        if (needed(root, "engine")) engine(root.table("engine"));
        parameters(root);
        openings(root.table("openings"));
        for (Table* table : root.tables("opponent")) opponent(*table);
        for (Table* table : root.tables("stage")) stage(*table);
        if (result_.stages.empty()) result_.stages.push_back(only_stage());
        match(root.table("match"));
        result_.concurrency = root.table("queue").integer("concurrency", 0, 0, 4096);
        Table& validation = root.table("validation");
        result_.check_every = validation.integer("every", 0, 0, 1'000'000);
        result_.check_pairs = validation.integer("pairs", 20, 1, 1'000'000);
        result_.test_pairs = root.table("test").integer("pairs", 100, 0, 10'000'000);
        if (const Node* strategy = result_.tree.find("strategy")) {
            result_.strategy = *strategy;
            island(root);
        } else if (purpose_ != Purpose::evaluate) {
            root.refuse("strategy", "the table [strategy] is missing");
        }
        root.expect("strategy");  // its keys are the strategy's to read
        result_.directory = root.table("output").text(
            "dir", "runs/" + result_.name +
                       (result_.island ? fmt::format("-island-{}", *result_.island) : ""));
        Table& exchange = root.table("exchange");
        result_.exchange.folder = exchange.text("folder", "runs/" + result_.name + "-migrants");
        result_.exchange.patience = exchange.number("patience", 3600, 0, 1e9);
        if (auto problem = root.problem()) return Error{*problem};
        return std::move(result_);
    }

  private:
    bool needed(const Table& root, std::string_view key) const {
        return purpose_ != Purpose::serve || root.has(key);
    }

    void run(Table& table) {
        result_.name = table.text("name", "tune");
        result_.served = table.flag("served", false);
        if (result_.served && purpose_ != Purpose::serve)
            table.refuse("served",
                         "the games of this run are played elsewhere: 'tuner serve "
                         "--stdio --resume DIR' goes on with it");
        result_.seed = static_cast<std::uint64_t>(table.whole("seed", 1, 0, kMost));
        Table& budget = table.table("budget");
        result_.budget.games = budget.whole("games", 0, 0, kMost);
        result_.budget.nodes = budget.whole("nodes", 0, 0, kMost);
        result_.budget.hours = budget.number("hours", 0, 0, 1e6);
        result_.budget.generations = budget.integer("generations", 0, 0, 1'000'000'000);
    }

    void game(Table& table) {
        const std::string rules = table.text("rules", "");
        auto choice = referee::choice_of(rules);
        if (choice) {
            result_.choice = *choice;
        } else {
            table.refuse("rules", choice.error());
        }
    }

    void engine(Table& table) {
        result_.engine = table.text("name", "engine");
        result_.limits = read_limits(table, "limit", "");
        // Whoever plays the games decides how; the engine is asked for its options, if it is there.
        if (purpose_ == Purpose::serve && !table.has("command")) return;
        if (result_.limits.empty() && purpose_ != Purpose::serve)
            table.refuse("limit", "what ends a search? As in limit = { depth = 2 }");
        add(table, result_.engine);
    }

    void add(Table& table, const std::string& name) {
        auto entry = read_engine(table, name, programs_);
        if (entry) {
            result_.engines.add(*std::move(entry));
        } else {
            table.refuse("command", entry.error());
        }
    }

    /// The engine that is tuned under another name: an engine whose options are changed between
    /// games would otherwise carry what one side has set into the games of another.
    void add_copy(const std::string& name, const Options& options) {
        const referee::EngineEntry* engine = result_.engines.find(result_.engine);
        if (engine == nullptr) return;  // that has been refused already
        referee::EngineEntry entry = *engine;
        entry.settings.name = name;
        entry.settings.options.insert(entry.settings.options.end(), options.begin(), options.end());
        result_.engines.add(std::move(entry));
    }

    /// The strategy says what is wrong with it.
    void island(Table& root) {
        const Node* here = result_.strategy.find("here");
        const auto* number = here == nullptr ? nullptr : std::get_if<std::int64_t>(&here->value);
        if (number == nullptr || *number < 0 || *number > 1'000'000) return;
        result_.island = static_cast<int>(*number);
        if (purpose_ == Purpose::serve)
            root.refuse("strategy", "here: only 'tuner run' has islands of other processes");
    }

    std::optional<double> real(Table& table, std::string_view key) {
        if (!table.has(key)) return {};
        return table.number(key, 0, -1e15, 1e15);
    }

    std::optional<Codec> codec(Table& table) {
        if (!table.has("codec")) return {};
        return parse_codec(table.word("codec", "gray", codec_words()));
    }

    void parameters(Table& root) {
        Table& all = root.table("params");
        result_.tuned = all.texts("tune");
        result_.codec = codec(all);
        result_.start = all.pairs("start");
        for (Table* table : root.tables("param")) {
            ParameterRule rule;
            rule.name = table->text("name", "");
            if (rule.name.empty()) table->refuse("name", "is missing");
            rule.min = real(*table, "min");
            rule.max = real(*table, "max");
            rule.start = real(*table, "default");
            rule.step = real(*table, "step");
            if (table->has("bits")) rule.bits = table->integer("bits", 1, 1, 32);
            rule.codec = codec(*table);
            rule.fixed = table->flag("fixed", false);
            rule.where = table->where();
            result_.rules.push_back(std::move(rule));
        }
    }

    void openings(Table& table) {
        OpeningRules& openings = result_.openings;
        using Source = referee::OpeningSettings::Source;
        const std::string kind = table.word("kind", "random", {"random", "file", "start"});
        openings.settings.source = kind == "random" ? Source::random
                                   : kind == "file" ? Source::file
                                                    : Source::start;
        openings.settings.plies = table.integer("plies", kind == "random" ? 4 : 0, 0, 1000);
        openings.settings.seed = static_cast<std::uint64_t>(
            table.whole("seed", static_cast<std::int64_t>(result_.seed), 0, kMost));
        openings.settings.file = table.text("file", "");
        openings.count = table.integer("count", kind == "start" ? 1 : 1000, 1, 10'000'000);
        openings.renew = table.integer("renew", 1, 0, 1'000'000);
        Table& split = table.table("split");
        openings.train = split.number("train", 0.8, 0, 1);
        openings.validation = split.number("validation", 0.1, 0, 1);
        const double test = split.number("test", 1 - openings.train - openings.validation, 0, 1);
        if (std::abs(openings.train + openings.validation + test - 1) > 1e-9)
            table.refuse("split", "train, validation and test do not add up to 1");
        if (kind == "file" && openings.settings.file.empty())
            table.refuse("file", "is missing, but kind is file");
    }

    void opponent(Table& table) {
        Opponent opponent;
        opponent.name = table.text("name", "");
        const bool taken =
            opponent.name == "start" || opponent.name == result_.engine ||
            std::any_of(result_.opponents.begin(), result_.opponents.end(),
                        [&](const Opponent& other) { return other.name == opponent.name; });
        if (opponent.name.empty() || taken)
            table.refuse("name", opponent.name.empty() ? "is missing" : "stands for another");
        if (table.has("command")) {
            add(table, opponent.name);
        } else {
            add_copy(opponent.name, table.pairs("options"));
        }
        opponent.limits = read_limits(table, "limit", result_.limits);
        const std::string role = table.word("role", "train", {"train", "validation", "test"});
        opponent.role = role == "train"        ? Role::train
                        : role == "validation" ? Role::validation
                                               : Role::test;
        result_.opponents.push_back(std::move(opponent));
    }

    Stage only_stage() const {
        Stage stage;
        stage.limits = stage.sparring_limits = result_.limits;
        stage.partner = result_.engine;
        stage.spars = std::none_of(result_.opponents.begin(), result_.opponents.end(),
                                   [](const Opponent& o) { return o.role == Role::train; });
        return stage;
    }

    void stage(Table& table) {
        Stage stage = only_stage();
        if (!result_.stages.empty()) {
            const Stage& before = result_.stages.back();
            if (before.until == 0 && !before.advance)
                table.refuse("until", "the stage before this one has no end");
        }
        stage.until = table.integer("until", 0, 0, 1'000'000'000);
        if (!result_.stages.empty() && stage.until != 0 &&
            stage.until <= result_.stages.back().until)
            table.refuse("until", "is not after the end of the stage before");
        if (table.has("advance")) stage.advance = table.number("advance", 1, 0, 1);
        stage.limits = read_limits(table, "us", stage.limits);
        stage.sparring_limits = stage.limits;
        stage.immigrants = table.number("immigrants", 0, 0, 1);
        if (table.has("spar")) {
            stage.spars = true;
            Table& spar = table.table("spar");
            stage.sparring_limits = read_limits(spar, "limit", stage.limits);
            stage.noise = spar.number("noise", 0, 0, 1);
            const Options options = spar.pairs("options");
            const std::vector<std::string> kinds{"own", "start", "champion-of-previous-stage",
                                                 "current-best", "self"};
            const std::string kind = spar.word("params", options.empty() ? "start" : "own", kinds);
            stage.partner = fmt::format("spar-{}", result_.stages.size() + 1);
            add_copy(stage.partner, options);
            stage.sparring = static_cast<SparringParameters>(
                std::find(kinds.begin(), kinds.end(), kind) - kinds.begin());
        }
        result_.stages.push_back(std::move(stage));
    }

    void match(Table& table) {
        MatchRules& match = result_.match;
        match.max_moves = table.integer("max_moves", 0, 0, 100'000);
        const std::string on_fault = table.word("on_fault", "retry", {"retry", "loss", "drop"});
        match.on_fault = on_fault == "retry"  ? OnFault::retry
                         : on_fault == "loss" ? OnFault::loss
                                              : OnFault::drop;
        match.retries = table.integer("retries", 2, 0, 100);
        match.most_faults = table.number("most_faults", 0.05, 0, 1);
        match.racing = table.word("allocation", "fixed", {"fixed", "racing"}) == "racing";
        match.cache = table.flag("cache", true);
    }

    std::string programs_;
    Purpose purpose_;
    Configuration result_;
};

}  // namespace

std::string_view word(Role role) {
    return role == Role::train ? "train" : role == Role::validation ? "validation" : "test";
}

int Configuration::processors() const {
    return concurrency > 0 ? concurrency
                           : std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

Expected<Configuration> read_configuration(Node tree, const std::string& programs,
                                           Purpose purpose) {
    return Reader{std::move(tree), programs, purpose}.read();
}

Expected<Node> read_tree(const std::string& path, bool short_form,
                         const std::vector<std::string>& settings) {
    const std::string shown = text::printable(path, 200);
    std::ifstream file{path, std::ios::binary};
    const std::string text{std::istreambuf_iterator<char>{file}, {}};
    if (!file) return Error{fmt::format("cannot read '{}'", shown)};
    auto tree = parse_toml(text, shown);
    if (!tree) return tree;
    Table table{&*tree, ""};
    const std::vector<std::string> shortening = table.texts("short");
    if (short_form && shortening.empty())
        return Error{fmt::format("{} has no short form (a list `short` of settings)", shown)};
    std::erase_if(std::get<Node::Entries>(tree->value),
                  [](const auto& entry) { return entry.first == "short"; });
    if (short_form) {
        for (const std::string& setting : shortening)
            if (auto problem = apply_setting(*tree, setting))
                return Error{fmt::format("{}: short: {}", shown, *problem)};
    }
    for (const std::string& setting : settings)
        if (auto problem = apply_setting(*tree, setting)) return Error{"--set " + *problem};
    return tree;
}

}  // namespace sparring::tuner
