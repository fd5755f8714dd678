// A place in a text that knows its line.
#pragma once

#include <algorithm>
#include <string_view>

namespace sparring::referee {

constexpr bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

class TextCursor {
  public:
    explicit TextCursor(std::string_view text) : rest_{text} {}

    int line() const { return line_; }
    bool at_end() const { return rest_.empty(); }
    bool at_line_start() const { return line_start_; }

    // Precondition of these two: not at_end().
    char front() const { return rest_.front(); }
    char take() {
        const char c = rest_.front();
        rest_.remove_prefix(1);
        line_start_ = c == '\n';
        line_ += line_start_;
        return c;
    }

    template <class Predicate>
    std::string_view take_while(Predicate predicate) {
        const std::string_view from = rest_;
        while (!at_end() && predicate(front())) take();
        return from.substr(0, from.size() - rest_.size());
    }

    void skip_blanks() { take_while(is_blank); }

    void skip_line() {
        take_while([](char c) { return c != '\n'; });
    }

    /// False if `c` does not come any more; then this is the end.
    bool skip_past(char c) {
        take_while([c](char other) { return other != c; });
        if (at_end()) return false;
        take();
        return true;
    }

  private:
    std::string_view rest_;
    int line_ = 1;
    bool line_start_ = true;
};

}  // namespace sparring::referee
