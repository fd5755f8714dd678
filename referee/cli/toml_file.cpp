#include "referee/cli/toml_file.hpp"

#include <fmt/format.h>

#include <toml++/toml.h>
#include <map>
#include <sstream>

#include "protocol/text.hpp"
#include "referee/cli/option_table.hpp"

namespace sparring::referee {
namespace {

/// Thrown while a file is walked through, caught where the walk began.
struct Mistake {
    std::string text;
};

class Reader {
  public:
    explicit Reader(const std::string& file) : file_{file} {}

    std::vector<Argument> read(const toml::table& table) {
        std::vector<Argument> arguments;
        for (const auto& [key, node] : table) add(arguments, std::string{key.str()}, node);
        return arguments;
    }

  private:
    std::string where(const toml::node& node) const {
        return fmt::format("{}:{}", file_, node.source().begin.line);
    }

    void add(std::vector<Argument>& arguments, const std::string& name, const toml::node& node) {
        const Argument argument{name, {}, where(node)};
        if (const toml::array* array = node.as_array();
            array && !array->empty() && array->front().is_table()) {
            for (const toml::node& element : *array) add(arguments, name, element);
        } else if (const auto* flag = node.as_boolean()) {
            if (flag->get()) arguments.push_back(argument);
        } else if (const toml::table* table = node.as_table()) {
            arguments.push_back(argument);
            add_words(arguments.back().words, "", *table);
        } else {
            arguments.push_back(argument);
            if (array) {
                for (const toml::node& element : *array)
                    arguments.back().words.push_back(scalar(element));
            } else {
                arguments.back().words.push_back(scalar(node));
            }
        }
    }

    /// The keys of a table as key=value words; those of a table in it get its name before them.
    void add_words(Words& words, const std::string& prefix, const toml::table& table) {
        for (const auto& [key, node] : table) {
            const std::string name = prefix + std::string{key.str()};
            if (const toml::table* inner = node.as_table()) {
                add_words(words, name + ".", *inner);
            } else if (const toml::array* array = node.as_array()) {
                for (const toml::node& element : *array)
                    words.push_back(name + "=" + scalar(element));
            } else if (const auto* flag = node.as_boolean(); flag && prefix.empty()) {
                if (flag->get()) words.push_back(name);
            } else {
                words.push_back(name + "=" + scalar(node));
            }
        }
    }

    std::string scalar(const toml::node& node) const {
        if (const auto* text = node.as_string()) return text->get();
        if (const auto* number = node.as_integer()) return fmt::format("{}", number->get());
        if (const auto* number = node.as_floating_point()) return fmt::format("{}", number->get());
        if (const auto* flag = node.as_boolean()) return flag->get() ? "true" : "false";
        throw Mistake{where(node) + ": expected a text, a number, true or false"};
    }

    const std::string& file_;
};

std::string toml_text(std::string_view text) {
    std::ostringstream stream;
    stream << toml::value<std::string>{std::string{text}};
    return stream.str();
}

/// Whole numbers as they are, everything else as a text.
std::string value_text(const std::string& word) {
    const auto number = text::number<std::int64_t>(word);
    return number && fmt::format("{}", *number) == word ? word : toml_text(word);
}

std::string key_text(std::string_view key) {
    const bool bare = !key.empty() && key.find_first_not_of(
                                          "abcdefghijklmnopqrstuvwxyz"
                                          "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_") == key.npos;
    return bare ? std::string{key} : toml_text(key);
}

std::string option_key_text(std::string_view key) {
    constexpr std::string_view option = "option.";
    if (!key.starts_with(option)) return key_text(key);
    return "option." + key_text(key.substr(option.size()));
}

/// The words of a group as lines of a table; a key given several times becomes a list.
std::string table_lines(const Words& words) {
    std::vector<std::string> order;
    std::map<std::string, std::vector<std::string>> values;
    for (const std::string& word : words) {
        const auto pair = key_value(word);
        const std::string key = pair ? pair->first : word;
        if (!values.contains(key)) order.push_back(key);
        values[key].push_back(pair ? value_text(pair->second) : "true");
    }
    std::string text;
    for (const std::string& key : order) {
        const auto& all = values[key];
        std::string value = all.front();
        if (all.size() > 1) {
            value = "[" + value;
            for (std::size_t i = 1; i < all.size(); ++i) value += ", " + all[i];
            value += "]";
        }
        text += option_key_text(key) + " = " + value + "\n";
    }
    return text;
}

std::string joined(const Words& words) {
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
    return text;
}

}  // namespace

Expected<std::vector<Argument>> parse_toml(std::string_view text, const std::string& file) {
    try {
        return Reader{file}.read(toml::parse(text, file));
    } catch (const toml::parse_error& error) {
        return Error{
            fmt::format("{}:{}: {}", file, error.source().begin.line, error.description())};
    } catch (const Mistake& mistake) {
        return Error{mistake.text};
    }
}

std::string to_toml(const std::vector<Argument>& arguments, bool all) {
    // TOML wants what belongs to no table first.
    std::string plain, tables;
    for (const OptionRow& row : option_table()) {
        bool given = false;
        for (const Argument& argument : arguments) {
            if (argument.name != row.name) continue;
            given = true;
            if (row.name == "dump-config") continue;
            switch (row.shape) {
                case OptionRow::Shape::flag:
                    plain += fmt::format("{} = true\n", row.name);
                    break;
                case OptionRow::Shape::scalar:
                    plain += argument.words.empty()
                                 ? fmt::format("{} = true\n", row.name)
                                 : fmt::format("{} = {}\n", row.name,
                                               value_text(joined(argument.words)));
                    break;
                case OptionRow::Shape::group:
                    tables += fmt::format("\n[{}]\n{}", row.name, table_lines(argument.words));
                    break;
                case OptionRow::Shape::engine:
                    tables += fmt::format("\n[[{}]]\n{}", row.name, table_lines(argument.words));
                    break;
            }
        }
        if (given || !all || row.name == "config" || row.name == "dump-config") continue;
        const std::string comment = fmt::format("# {} {}: {}\n", row.name, row.words, row.help);
        (row.shape == OptionRow::Shape::flag || row.shape == OptionRow::Shape::scalar ? plain
                                                                                      : tables) +=
            row.shape == OptionRow::Shape::group || row.shape == OptionRow::Shape::engine
                ? "\n" + comment
                : comment;
    }
    return plain + tables;
}

}  // namespace sparring::referee
