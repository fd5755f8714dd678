#include "referee/play/shell_text.hpp"

#include <fmt/format.h>

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

Expected<std::vector<std::string>> shell_words(std::string_view text) {
    std::vector<std::string> words;
    bool in_word = false;
    char quote = '\0';
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (quote == '\0' && (c == ' ' || c == '\t')) {
            in_word = false;
            continue;
        }
        if (!in_word) words.emplace_back();
        in_word = true;
        if (quote != '\0' && c == quote) {
            quote = '\0';
        } else if (quote == '\0' && (c == '\'' || c == '"')) {
            quote = c;
        } else if (c == '\\' && quote != '\'' && i + 1 < text.size()) {
            words.back() += text[++i];
        } else {
            words.back() += c;
        }
    }
    if (quote != '\0') return Error{fmt::format("the quote {} is not closed", quote)};
    return words;
}

}  // namespace sparring::referee
