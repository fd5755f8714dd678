// Text with a few words set apart, for documents that are written as Markdown and as HTML.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sparring::referee {

struct TextRun {
    enum class Kind { plain, strong, code, link };
    Kind kind = Kind::plain;
    std::string text{};
    std::string target{};  ///< of a link
};

/// Text as it is said; both renderings take care that nothing in it is markup.
class Text {
  public:
    Text() = default;
    Text(std::string plain) { add({TextRun::Kind::plain, std::move(plain), {}}); }
    Text(const char* plain) : Text{std::string{plain}} {}
    Text(TextRun words) { add(std::move(words)); }

    Text& operator+=(const Text& other);
    friend Text operator+(Text a, const Text& b) { return std::move(a += b); }

    bool empty() const { return words_.empty(); }
    const std::vector<TextRun>& words() const { return words_; }

  private:
    void add(TextRun words) {
        if (!words.text.empty()) words_.push_back(std::move(words));
    }

    std::vector<TextRun> words_;
};

Text strong(std::string text);
Text code(std::string text);
/// `target`: a path relative to the document, `#part` of it, or an https address; what is none of
/// these stays plain text.
Text hyperlink(std::string text, std::string target);

/// Without marks: for titles and alternative texts.
std::string plain(const Text& text);

std::string html_of(const Text& text);

/// One line of Markdown (CommonMark with GitHub's tables); with `in_table`, for a cell.
std::string markdown_of(const Text& text, bool in_table = false);

/// Any text as Markdown that shows it as it is. Line ends become blanks.
std::string markdown_escaped(std::string_view text);

/// The lines of `text` as a block of code, whatever backticks it holds.
std::string markdown_code_block(std::string_view text, std::string_view language);

}  // namespace sparring::referee
