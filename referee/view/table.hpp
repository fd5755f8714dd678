// Tables of text, written once for every command that prints one.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sparring::referee {

class Table {
  public:
    enum class Align { left, right };

    void column(std::string title, Align align = Align::right);
    void row(std::vector<std::string> cells);

    /// Lines of at most `width` characters: where it is too narrow the first left column gives way.
    /// With `colour` the title line is bold (ANSI).
    std::string text(bool colour = false, std::size_t width = 80) const;

  private:
    struct Column {
        std::string title;
        Align align;
    };
    std::vector<Column> columns_;
    std::vector<std::vector<std::string>> rows_;
};

/// `text` in at most `width` characters, the last of them '~' where something was cut off. Counts
/// UTF-8 characters, not bytes.
std::string fitted(const std::string& text, std::size_t width);

/// How many characters a UTF-8 text has.
std::size_t characters(std::string_view text);

}  // namespace sparring::referee
