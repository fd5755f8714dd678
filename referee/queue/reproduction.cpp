#include "referee/queue/reproduction.hpp"

#include <fmt/format.h>

#include "protocol/limits.hpp"
#include "protocol/text.hpp"
#include "referee/play/shell_text.hpp"

namespace sparring::referee {
namespace {

/// Of the options that are carried by a file.
constexpr std::string_view kFile = "sparring-options";

std::string quoted(const std::string& word) {
    return shell_text(Command{.program = text::printable(word, 100'000), .arguments = {}});
}

}  // namespace

std::string reproduction(const EngineEntry& engine, const JobSide& side, const std::string& variant,
                         const Opening& opening, std::span<const PlyRecord> plies) {
    std::vector<std::string> lines{"ugi"};
    const auto set = [&](const auto& options) {
        for (const auto& [name, value] : options)
            lines.push_back(fmt::format("setoption name {} value {}", name, value));
    };
    if (!variant.empty()) lines.push_back("setoption name Variant value " + variant);
    set(engine.settings.options);
    if (engine.carry == Carry::setoption) set(side.options);
    lines.insert(lines.end(), {"isready", "uginewgame", "isready"});
    Opening position = opening;
    for (const PlyRecord& ply : plies) position.moves.push_back(ply.move);
    lines.push_back(position_command(position));
    if (const auto limits = parse_limits(side.limits)) {
        const PlayerClock clock{*limits};
        lines.push_back("go " + to_text(limits_of(clock, clock, clock)));
    }
    std::string said, before, environment;
    for (const std::string& line : lines) said += ' ' + quoted(line);
    const Command command = command_of(engine, side.options, std::string{kFile});
    for (const std::string& variable : command.environment) environment += quoted(variable) + ' ';
    if (engine.carry == Carry::file) {
        before = "printf '%s\\n'";
        for (const std::string& line : carried_texts(engine, side.options))
            before += ' ' + quoted(line);
        before += fmt::format(" >{}; ", kFile);
    }
    return fmt::format("{}(printf '%s\\n'{}; sleep 10) | {}{}", before, said,
                       environment.empty() ? "" : "env " + environment, shell_text(command));
}

}  // namespace sparring::referee
