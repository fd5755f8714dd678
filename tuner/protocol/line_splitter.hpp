// Bytes into lines, in bounded memory: a line that is too long is dropped, and said to be.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace sparring::tuner {

struct Line {
    std::string text;       ///< without its line end (LF or CR LF)
    bool too_long = false;  ///< then there is no text
};

class LineSplitter {
  public:
    /// The longest line that is taken, without its line end.
    explicit LineSplitter(std::size_t most) : most_{most} {}

    void add(std::string_view bytes);

    /// The next line that has ended.
    std::optional<Line> take();

    /// After the last byte: what has no line end, if there is anything.
    std::optional<Line> rest();

    /// Bytes that are kept.
    std::size_t size() const { return kept_.size() - begin_; }

  private:
    std::size_t most_;
    std::string kept_;
    std::size_t begin_ = 0;     // of the next line
    std::size_t searched_ = 0;  // there is no line end before it
    bool dropping_ = false;     // the line at begin_ was too long: only its end is of interest
};

}  // namespace sparring::tuner
