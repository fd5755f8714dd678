// `tuner init`: a first configuration for an engine, one that runs.
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <cerrno>
#include <cstring>
#include <exception>
#include <filesystem>

#include "protocol/text.hpp"
#include "referee/archive/replay.hpp"
#include "referee/play/file_descriptor.hpp"
#include "referee/play/find_program.hpp"
#include "referee/play/process_table.hpp"
#include "referee/play/shell_text.hpp"
#include "referee/schedule/openings.hpp"
#include "tuner/cli/command_line.hpp"
#include "tuner/cli/commands.hpp"
#include "tuner/cli/draft.hpp"
#include "tuner/cli/run_files.hpp"
#include "tuner/run/experiment.hpp"

namespace sparring::tuner {
namespace {

namespace asio = boost::asio;
namespace fs = std::filesystem;
using namespace std::chrono_literals;

/// What a command ends with, and why.
struct Failure {
    int status = kDone;
    std::string text;
};

Expected<const StrategyRow*> find_strategy(const std::string& name) {
    std::vector<std::string> names;
    for (const StrategyRow& row : strategies()) {
        if (row.name == name) return &row;
        names.emplace_back(row.name);
    }
    const auto near = text::nearest(name, names);
    return Error{fmt::format("--strategy: '{}' is none of {}{}", text::printable(name),
                             fmt::join(names, ", "),
                             near ? fmt::format("; did you mean {}?", *near) : "")};
}

/// As words for the file: a text that names a program is one, any other is read as a shell does.
Expected<std::vector<std::string>> command_words(const std::string& text) {
    if (referee::find_program(text, program_folder())) return std::vector{text};
    auto words = referee::shell_words(text);
    if (!words) return Error{words.error()};
    if (words->empty()) return Error{"no program is given"};
    return *std::move(words);
}

/// The last word that is a file, as `bot` of `python3 bot.py -v`; else the program.
std::string name_of(const std::vector<std::string>& command) {
    std::string name = command.front();
    std::error_code error;
    for (const std::string& word : command)
        if (fs::is_regular_file(word, error)) name = word;
    return fs::path{name}.stem().string();
}

Node tree_of(const std::vector<std::string>& command) {
    Node tree;
    Node::List words;
    for (const std::string& word : command) words.push_back({word, "--engine"});
    tree["game"]["rules"].value = std::string{"ugi"};
    tree["engine"]["name"].value = name_of(command);
    tree["engine"]["command"] = {std::move(words), "--engine"};
    tree["engine"]["limit"].value = std::string{"depth=1"};
    return tree;
}

asio::awaitable<void> ask_start(referee::ProcessTable& table,
                                const referee::EngineSettings& settings, std::string& fen) {
    constexpr std::string_view kQuestion[] = {"fen"};
    referee::Player player{table, settings, games::Choice{}};
    if (!co_await player.start()) {
        const auto answers = co_await player.ask("position startpos", kQuestion);
        if (!answers.fault) fen = answers.values.front();
    }
    co_await player.quit();
}

/// The first word of the position with which its games begin; empty if it does not
/// say.
std::string start_of(const Configuration& configuration) {
    referee::EngineSettings settings = configuration.engines.find(configuration.engine)->settings;
    settings.ping = 3s;
    asio::io_context context{1};
    referee::ProcessTable table{context};
    std::string fen;
    asio::co_spawn(context, ask_start(table, settings, fen), [](std::exception_ptr error) {
        if (error) std::rethrow_exception(error);
    });
    context.run();
    return fen;
}

/// Which game of ours begins like that.
std::optional<games::Choice> game_of(std::string_view fen) {
    for (const games::Game* game : games::catalogue()) {
        for (const std::string& variant : game->variants()) {
            // The player keeps an answer's first word.
            const std::string start = game->start(variant)->fen();
            if (text::words(start).front() == fen) return games::Choice{game, variant};
        }
    }
    return {};
}

/// How many there are, up to `most`.
int different_openings(const games::Choice& choice, int plies, int most) {
    referee::OpeningSettings settings;
    settings.source = referee::OpeningSettings::Source::random;
    settings.plies = plies;
    settings.seed = 1;
    auto suite = referee::OpeningSuite::open(choice, settings);
    int count = 0;
    while (suite && count < most && suite->candidate()) ++count;
    return count;
}

std::string left_alone(const std::string& path) {
    return fmt::format("'{}' exists and is left alone; --out names another file",
                       text::printable(path, 200));
}

/// Writes to a file that is not there yet, or to standard output.
std::optional<std::string> write(const std::string& path, const std::string& text) {
    if (path == "-") {
        fmt::print("{}", text);
        return {};
    }
    const referee::FileDescriptor file{
        ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666)};
    if (!file && errno == EEXIST) return left_alone(path);
    std::size_t written = 0;
    while (file && written < text.size()) {
        const auto count = ::write(file.native(), text.data() + written, text.size() - written);
        if (count <= 0) break;
        written += static_cast<std::size_t>(count);
    }
    if (written == text.size()) return {};
    return fmt::format("cannot write '{}': {}", text::printable(path, 200), std::strerror(errno));
}

class Init {
  public:
    explicit Init(const StrategyRow& strategy) : strategy_{strategy} {
        draft_.strategy = std::string{strategy.name};
    }

    std::optional<Failure> meet(const std::string& engine) {
        auto command = command_words(engine);
        if (!command) return Failure{kWrongUsage, "--engine: " + command.error()};
        auto asking = read_configuration(tree_of(*command), program_folder(), Purpose::evaluate);
        if (!asking) return Failure{kWrongUsage, asking.error()};
        configuration_ = *std::move(asking);
        auto introduction = introduce(configuration_);
        if (!introduction)
            return Failure{
                kNoStart,
                introduction.error() + "\n(engines are programs that speak UGI: docs/protocol.md)"};
        introduction_ = *std::move(introduction);
        draft_.command = *std::move(command);
        draft_.name = name_of(draft_.command);
        draft_.engine = introduction_.id.empty() ? draft_.name : introduction_.id;
        draft_.options = introduction_.options;
        if (!proposed(draft_.options).empty()) return {};
        std::vector<std::string> names;
        for (const Option& option : draft_.options) names.push_back(option.name);
        return Failure{
            kWrongUsage,
            fmt::format("{} has no numeric options that may be weights (it has: {}); an engine "
                        "without options gets its parameters by engine.carry, docs/tuner.md",
                        draft_.engine,
                        names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", ")))};
    }

    std::optional<Failure> choose_game(const std::string& rules) {
        if (!rules.empty()) {
            const auto choice = referee::choice_of(rules);
            if (!choice) return Failure{kWrongUsage, "--rules: " + choice.error()};
            choice_ = *choice;
        } else if (const std::string start = start_of(configuration_); start.empty()) {
            return Failure{kWrongUsage, draft_.engine +
                                            " does not say which game it plays ('query fen'): give "
                                            "--rules, as in --rules reversi; 'ugi' if it is none "
                                            "of ours"};
        } else if (const auto choice = game_of(start)) {
            choice_ = *choice;
        } else {
            choice_ = *referee::choice_of("ugi");
        }
        draft_.rules = games::full_name(choice_);
        return {};
    }

    /// As many openings as there are, and a test that they are enough for.
    std::optional<Failure> complete() {
        const int plies = opening_plies(choice_);
        Expected<Experiment> experiment{Error{""}};
        int most = plies > 0 ? kOpenings : 0;
        for (const int count : {kOpenings, 2000, 1000, 500, 200, 100, 50, 20, 0}) {
            if (count > most) continue;
            draft_.plies = plies;
            draft_.count = count;
            experiment = made();
            if (experiment) break;
            if (count == kOpenings) most = different_openings(choice_, plies, kOpenings);
        }
        if (!experiment) return Failure{kWrongUsage, experiment.error()};
        const auto length = choice_.game->length(choice_.variant);
        draft_.keys = strategy_keys(strategy_, {experiment->space(), 1, length.value_or(0)});
        draft_.test_pairs =
            std::min<int>(kTestPairs, static_cast<int>(experiment->openings_of(Role::test).size()));
        if (const auto whole = configuration(); !whole) return Failure{kWrongUsage, whole.error()};
        return {};
    }

    const Draft& draft() const { return draft_; }

  private:
    static constexpr int kOpenings = 4000, kTestPairs = 200;

    Expected<Configuration> configuration() const {
        auto tree = parse_toml(text_of(draft_), "the draft");
        if (!tree) return Error{tree.error()};
        return read_configuration(*std::move(tree), program_folder());
    }

    Expected<Experiment> made() const {
        auto read = configuration();
        if (!read) return Error{read.error()};
        return make_experiment(*std::move(read), introduction_);
    }

    const StrategyRow& strategy_;
    Configuration configuration_;  ///< just enough to ask the engine
    Introduction introduction_;
    games::Choice choice_{};
    Draft draft_;
};

/// A strategy's keys without an engine; where defaults depend on the parameters, there are ten.
int show_keys(const StrategyRow& strategy) {
    std::vector<Parameter> parameters;
    for (int i = 1; i <= 10; ++i)
        parameters.push_back({.name = fmt::format("P{}", i), .max = 100, .bits = 7});
    fmt::print("{}", strategy_text(strategy.name, strategy_keys(strategy, {Space{parameters}})));
    return kDone;
}

}  // namespace

int init_command(std::span<const std::string> words) {
    std::vector<std::string> names;
    for (const StrategyRow& row : strategies()) names.emplace_back(row.name);
    const std::string known = fmt::format("{}", fmt::join(names, ", "));
    auto line = CommandLine::parse(
        words,
        "tuner init --engine CMD [OPTIONS]\nWrites a configuration for an engine, with comments: "
        "its numeric options are the parameters.\nWithout --engine, --strategy NAME shows that "
        "strategy's keys.",
        {{"engine,e", "CMD", "program, or program and arguments: \"python3 bot.py\""},
         {"rules,r", "GAME",
          "what it plays, as reversi or dots-and-boxes/5x5 (the engine is asked)"},
         {"strategy", "NAME", known + " (spsa)"},
         {"out,o", "FILE", "where to, - for standard output (tune.toml)"}},
        0, 0);
    if (!line) return fail(kWrongUsage, "init: " + line.error());
    if (line->helped()) return kDone;
    const auto strategy = find_strategy(line->text("strategy", "spsa"));
    if (!strategy) return fail(kWrongUsage, "init: " + strategy.error());
    if (!line->has("engine")) {
        if (line->has("strategy") && !line->has("rules") && !line->has("out"))
            return show_keys(**strategy);
        return fail(kWrongUsage, "init: --engine is missing: the program that is to be tuned");
    }
    const std::string path = line->text("out", "tune.toml");
    std::error_code error;
    if (path != "-" && fs::exists(path, error))
        return fail(kWrongUsage, "init: " + left_alone(path));
    Init init{**strategy};
    auto failure = init.meet(line->text("engine"));
    if (!failure) failure = init.choose_game(line->text("rules"));
    if (!failure) failure = init.complete();
    if (failure) return fail(failure->status, "init: " + failure->text);
    if (const auto problem = write(path, text_of(init.draft())))
        return fail(kWrongUsage, "init: " + *problem);
    fmt::print(stderr, "{} plays {}; {} parameters\n", init.draft().engine, init.draft().rules,
               proposed(init.draft().options).size());
    if (path != "-")
        fmt::print(stderr, "{0} is written; next: tuner check {0}\n", text::printable(path, 200));
    return kDone;
}

}  // namespace sparring::tuner
