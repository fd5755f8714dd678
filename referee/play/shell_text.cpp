#include "referee/play/shell_text.hpp"

namespace sparring::referee {

std::string shell_text(const Command& command) {
    std::string text;
    const auto add = [&](const std::string& word) {
        const bool plain =
            !word.empty() && word.find_first_of(" \t\"'\\$*?;&|<>()#~`!{}[]") == word.npos;
        std::string quoted = word;
        if (!plain) {
            quoted = "'";
            for (const char c : word) quoted += c == '\'' ? std::string{"'\\''"} : std::string{c};
            quoted += "'";
        }
        text += (text.empty() ? "" : " ") + quoted;
    };
    add(command.program);
    for (const std::string& argument : command.arguments) add(argument);
    return text;
}

}  // namespace sparring::referee
