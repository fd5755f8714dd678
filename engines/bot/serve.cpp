#include "engines/bot/serve.hpp"

#include <unistd.h>

#include <csignal>
#include <fstream>
#include <iterator>

#include "engines/bot/bot.hpp"
#include "engines/bot/program.hpp"
#include "protocol/text.hpp"

namespace sparring::bot {
namespace {

/// NAME.toml beside the program NAME; nothing said if there is none.
Expected<Manner> read_manner_file() {
    const auto file = program_path().replace_extension(".toml");
    std::ifstream stream{file};
    if (file.empty() || !stream) return Manner{};
    const std::string text{std::istreambuf_iterator<char>{stream}, {}};
    auto manner = parse_manner(text);
    if (!manner) return Error{fmt::format("{}: {}", file.string(), manner.error())};
    return manner;
}

void add_log_option(Brain& brain, Output& output) {
    brain.options().add(
        Option::text("Log File", ""), [&output](const std::string& file) -> std::optional<Error> {
            if (output.log_to(file)) return {};
            return Error{fmt::format("cannot write to '{}'", text::printable(file))};
        });
}

int refuse(const std::string& problem) {
    fmt::print(stderr, "{}\n", problem);
    return 2;
}

}  // namespace

int serve(Brain& brain, int argc, char** argv) {
#ifdef SIGPIPE
    std::signal(SIGPIPE, SIG_IGN);
#endif
    const std::vector<std::string> arguments{argv + std::min(argc, 1), argv + argc};
    LineReader input{STDIN_FILENO};
    Output output;
    add_log_option(brain, output);
    auto manner = read_manner_file();
    if (manner) manner = with_arguments(*std::move(manner), arguments, brain.dialects());
    if (!manner) return refuse(manner.error());
    if (manner->help) {
        output.line(usage(brain.game(), brain.dialects()));
        return 0;
    }
    if (const auto refused = apply(*manner, brain)) return refuse(refused->message);
    Bot bot{input, output, brain, *std::move(manner)};
    bot.run();
    return 0;
}

}  // namespace sparring::bot
