#include "referee/league/admission.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>

#include "engines/games/catalogue.hpp"
#include "protocol/text.hpp"
#include "referee/archive/utc.hpp"
#include "referee/cli/engine_keys.hpp"
#include "referee/play/ugi_game.hpp"

namespace sparring::referee::league {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kErrorLines = 30;

/// Where a program without a slash is looked for: the sandbox's PATH, whatever ours is.
constexpr std::array<std::string_view, 3> kSystem{"/usr/local/bin", "/usr/bin", "/bin"};

bool is_program(const fs::path& path) {
    std::error_code error;
    return fs::is_regular_file(path, error) && ::access(path.c_str(), X_OK) == 0;
}

bool lies_in(const fs::path& path, const fs::path& folder) {
    const auto [end, rest] = std::mismatch(folder.begin(), folder.end(), path.begin(), path.end());
    return end == folder.end();
}

Expected<EngineSettings> engine_settings(const Settings& settings, const Words& engine,
                                         const Words& more = {}) {
    return parse_engine(merged(settings.words("each"), more), engine, std::string{kBotFile});
}

/// Says why a submission does not play.
void leave_out(Candidate& candidate, std::string why, std::string findings = {}) {
    candidate.entry.left_out = std::move(why);
    candidate.entry.findings = std::move(findings);
}

/// The version that is handed in, and its copy. Says what is wrong.
std::optional<std::string> take_version(const Folder& folder, const Settings& settings,
                                        Candidate& candidate, bool keep) {
    const std::string& name = candidate.entry.name;
    auto record = folder.record(name);
    if (!record) return record.error();
    auto digest = digest_of_folder(folder.submission(name), settings.limits);
    if (!digest) return digest.error();
    const Version* known = record->find(*digest);
    candidate.changed = known == nullptr;
    const auto kept = [&] {
        const auto copy = digest_of_folder(folder.version(name, known->number), settings.limits);
        return copy && *copy == *digest;
    };
    if (keep && (known == nullptr || !kept())) {
        // What is copied is what plays, whatever the folder has become meanwhile.
        const std::string incoming = folder.version(name, 0);
        digest = copy_folder(folder.submission(name), incoming, settings.limits);
        if (!digest) return digest.error();
        const int number = record->take(*digest, utc_now()).number;
        std::error_code error;
        fs::remove_all(folder.version(name, number), error);
        fs::rename(incoming, folder.version(name, number), error);
        if (error) return fmt::format("cannot keep a copy: {}", error.message());
        if (auto problem = folder.keep(name, *record)) return problem;
    }
    candidate.entry.version = record->take(*digest, utc_now());
    return {};
}

/// The words of its -engine. Says what is wrong.
std::optional<std::string> make_engine(const Folder& folder, const Settings& settings,
                                       const Bot& bot, bool kept, Candidate& candidate) {
    const std::string home =
        kept ? folder.version(candidate.entry.name, candidate.entry.version->number)
             : folder.submission(candidate.entry.name);
    const auto machine = engine_settings(settings, {"cmd=none"});
    if (!machine) return machine.error();
    const auto program = find_bot(bot.program, home, machine->command.sandbox.exposed);
    if (!program) return fmt::format("{}: cmd: {}", kBotFile, program.error());
    Words& words = candidate.engine;
    words = {"cmd=" + *program, "dir=" + home};
    for (const std::string& argument : bot.arguments) words.push_back("arg=" + argument);
    words.insert(words.end(), bot.keys.begin(), bot.keys.end());
    const auto engine = engine_settings(settings, words);
    return engine ? std::nullopt : std::optional{engine.error()};
}

bool speaks_ugi(const Bot& bot) {
    return std::all_of(bot.keys.begin(), bot.keys.end(), [](const std::string& word) {
        return key_of(word) != "proto" || text::equals_ignoring_case(word, "proto=ugi");
    });
}

/// As it stands in the record.
void apply_verdict(Candidate& candidate) {
    const auto& verdict = candidate.entry.version->verdict;
    if (!verdict) return;
    candidate.entry.findings = verdict->findings;
    if (!verdict->passed) candidate.entry.left_out = "check: " + verdict->summary;
}

}  // namespace

Expected<std::string> find_bot(const std::string& program, const std::string& version,
                               const std::vector<std::string>& exposed) {
    const std::string shown = text::printable(program, 200);
    std::vector<fs::path> places;
    if (program.find('/') != program.npos) {
        places.push_back(fs::path{version} / program);  // an absolute one stays as it is
    } else {
        places.push_back(fs::path{version} / program);
        for (const std::string_view folder : kSystem) places.push_back(fs::path{folder} / program);
    }
    std::error_code error;
    for (const fs::path& place : places) {
        if (!is_program(place)) continue;
        const fs::path real = fs::canonical(place, error);
        if (error) continue;
        bool allowed = lies_in(real, fs::canonical(version, error)) || lies_in(real, "/usr");
        for (const std::string& path : exposed)
            allowed = allowed || lies_in(real, fs::weakly_canonical(path, error));
        if (allowed) return place.lexically_normal().string();
        return Error{fmt::format(
            "'{}' is neither a file of the submission nor a program of the system (in /usr)",
            shown)};
    }
    if (fs::is_regular_file(places.front(), error))
        return Error{fmt::format("'{}' is not executable (chmod +x)", shown)};
    return Error{fmt::format("there is no program '{}' in the submission{}", shown,
                             places.size() > 1 ? " or in the system" : "")};
}

Candidate look_at(const Folder& folder, const Settings& settings, const std::string& name,
                  bool keep) {
    Candidate candidate;
    candidate.entry.name = name;
    if (auto problem = fault_in_name(name)) {
        leave_out(candidate, *std::move(problem));
        return candidate;
    }
    const auto text = folder.bot_file(name);
    const auto bot = text ? parse_bot(*text) : Expected<Bot>{Error{text.error()}};
    auto problem =
        bot ? take_version(folder, settings, candidate, keep) : std::optional{bot.error()};
    const bool kept =
        !problem && (keep || (!candidate.changed &&
                              fs::exists(folder.version(name, candidate.entry.version->number))));
    if (!problem) problem = make_engine(folder, settings, *bot, kept, candidate);
    if (problem) {
        leave_out(candidate, *std::move(problem));
        return candidate;
    }
    if (settings.check == Check::none) return candidate;
    if (!speaks_ugi(*bot)) {
        candidate.entry.findings = "Not checked: the check speaks UGI only.\n";
        return candidate;
    }
    candidate.unchecked = needs_check(*candidate.entry.version, settings.check_rules());
    apply_verdict(candidate);
    return candidate;
}

bool examine(const Folder& folder, const Settings& settings, Candidate& candidate) {
    if (!candidate.unchecked) return true;
    leave_out(candidate, "");
    const std::string& name = candidate.entry.name;
    const std::string errors = fmt::format("{}/{}.check", folder.path("logs"), name);
    std::error_code error;
    fs::remove(errors, error);
    Words words = candidate.engine;
    words.push_back("name=" + name);
    words.push_back("stderr=" + errors);
    // More generous than `referee check`: it tells engines that forget the time from those that a
    // busy machine holds up, and the games will judge the rest.
    auto engine = engine_settings(settings, words, {"timemargin=500", "stall=10"});
    if (!engine) {
        leave_out(candidate, engine.error());
        return true;
    }
    check::Plan plan{*std::move(engine), any_ugi_game()};
    if (const auto choice = games::find(settings.game())) plan.game = *choice;
    plan.rules = !is_any_ugi_game(plan.game);
    plan.fast = settings.check != Check::full;
    const CheckRules rules{settings.check_rules(), settings.tolerated, settings.patience};
    auto verdict = inspect(plan, rules);
    // Once may have been the machine's fault, which was busy.
    if (verdict && !verdict->passed) {
        fs::remove(errors, error);
        verdict = inspect(plan, rules);
    }
    if (!verdict) return false;
    if (!verdict->passed) {
        const std::string said = last_lines(end_of_file(errors, 16 << 10), kErrorLines);
        if (!said.empty()) verdict->findings += "\nThe last it wrote to standard error\n" + said;
    }
    fs::remove(errors, error);
    auto record = folder.record(name);
    if (record) {
        Version& version = record->take(candidate.entry.version->digest, utc_now());
        version.verdict = *std::move(verdict);
        candidate.entry.version = version;
        if (const auto problem = folder.keep(name, *record)) leave_out(candidate, *problem);
    } else {
        leave_out(candidate, record.error());
    }
    candidate.unchecked = false;
    apply_verdict(candidate);
    return true;
}

std::optional<std::string> fault_of_machine(const Settings& settings) {
    const auto engine = engine_settings(settings, {"cmd=/bin/sh"});
    if (!engine) return "league.toml: [each]: " + engine.error();
    const auto& [program, arguments, directory, errors, limits, sandbox, environment] =
        engine->command;
    for (const std::string& what : unenforceable(limits, sandbox.enabled)) {
        if (!limits.best_effort)
            return fmt::format("{} ([each] limits = \"best-effort\" goes on without)", what);
    }
    if (!sandbox.enabled) return {};
    const auto entered = enter_sandbox(sandbox, {program, {}, {}, kSandboxThreads}, "LEAGUE=1");
    if (entered) return {};
    return entered.error() +
           " ([each] sandbox = \"none\" goes on without, for submissions that you trust)";
}

}  // namespace sparring::referee::league
