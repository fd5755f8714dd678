#include "referee/cli/stored_run.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <nlohmann/json.hpp>

#include "protocol/text.hpp"
#include "referee/archive/sha256.hpp"
#include "referee/cli/option_table.hpp"
#include "referee/cli/toml_file.hpp"
#include "referee/play/shell_text.hpp"

namespace sparring::referee {
namespace {

std::string options_text(const EngineSettings& engine) {
    nlohmann::json options = nlohmann::json::object();
    for (const auto& [name, value] : engine.options) options[name] = value;
    return options.dump(-1, ' ', true, nlohmann::json::error_handler_t::replace);
}

}  // namespace

Expected<StoredRun> stored_run(const Configuration& configuration) {
    StoredRun run{
        configuration.played(), games::full_name(configuration.match.choice), SPARRING_VERSION, {}};
    for (const EngineSettings& engine : configuration.match.engines) {
        auto sha256 = sha256_of_file(engine.command.program);
        if (!sha256) return Error{fmt::format("engine {}: {}", engine.name, sha256.error())};
        StoredEngine stored{engine.name, shell_text(engine.command), *std::move(sha256),
                            to_text(engine.limits)};
        stored.options = options_text(engine);
        run.engines.push_back(std::move(stored));
    }
    return run;
}

Expected<Configuration> resumed_configuration(const Archive& archive,
                                              std::span<const std::string> words) {
    auto arguments = parse_toml(archive.run().configuration, "configuration");
    if (!arguments) return Error{"the archive's " + arguments.error()};
    const auto own = split_arguments(words);
    if (!own) return Error{own.error()};
    for (const Argument& argument : *own) {
        const auto row = find_option(argument);
        if (!row) return Error{row.error()};
        if ((*row)->scope == OptionRow::Scope::play || argument.name == "config") {
            return Error{fmt::format("-{} would change what is played; that stands in the archive",
                                     argument.name)};
        }
        arguments->push_back(argument);
    }
    return make_configuration(*arguments);
}

std::optional<std::string> changed_programs(const Archive& archive,
                                            const Configuration& configuration) {
    const auto stored = archive.run().engines;
    const auto now = stored_run(configuration);
    if (!now) return now.error();
    for (std::size_t i = 0; i < stored.size() && i < now->engines.size(); ++i) {
        if (stored[i].sha256 == now->engines[i].sha256) continue;
        return fmt::format(
            "engine {}: {} is not the program that played the archive's games (SHA-256 {}, was "
            "{}); "
            "-accept-changes goes on with it",
            stored[i].name, now->engines[i].command, now->engines[i].sha256.substr(0, 12),
            stored[i].sha256.substr(0, 12));
    }
    return {};
}

std::optional<std::string> changed_openings(const Archive& archive, OpeningSuite& openings) {
    for (const StoredOpening& before : archive.openings()) {
        const auto now = openings.at(before.number);
        if (!now) return "-openings: " + now.error();
        if (stored(before.number, *now) == before) continue;
        return fmt::format(
            "opening {} was 'fen {} moves {}' and is now 'fen {} moves {}': the "
            "openings have changed",
            before.number + 1, before.fen, before.moves, now->fen, fmt::join(now->moves, " "));
    }
    return {};
}

StoredOpening stored(std::size_t number, const Opening& opening) {
    return {number, opening.fen, fmt::format("{}", fmt::join(opening.moves, " "))};
}

}  // namespace sparring::referee
