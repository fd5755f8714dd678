// A place in a text that knows its line.
#pragma once

#include <algorithm>
#include <string_view>

namespace sparring::referee {

constexpr bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

constexpr bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

class TextCursor {
  public:
    explicit TextCursor(std::string_view text) : rest_{text} {}

    int line() const { return line_; }
    bool at_end() const { return rest_.empty(); }
    bool at_line_start() const { return line_start_; }
    std::string_view rest() const { return rest_; }

    // Precondition of these two: not at_end().
    char front() const { return rest_.front(); }
    char take() {
        const char c = rest_.front();
        rest_.remove_prefix(1);
        line_start_ = c == '\n';
        line_ += line_start_;
        return c;
    }

    /// False, and nothing taken, if `c` is not next.
    bool take_if(char c) {
        if (at_end() || front() != c) return false;
        take();
        return true;
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

    /// Up to where `text` begins, or to the end.
    void skip_to(std::string_view text) {
        while (!at_end() && !rest_.starts_with(text)) take();
    }

  private:
    std::string_view rest_;
    int line_ = 1;
    bool line_start_ = true;
};

}  // namespace sparring::referee
