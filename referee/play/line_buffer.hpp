// Bytes into lines, in bounded memory.
#pragma once

#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

namespace sparring::referee {

class LineBuffer {
  public:
    /// The longest line that is taken, with its line end.
    static constexpr std::size_t capacity = 64 * 1024;

    /// Where the next bytes go; empty if a line is longer than the capacity. Ends what take() gave.
    std::span<char> space() {
        if (begin_ == end_) {
            begin_ = end_ = searched_ = 0;
        } else if (end_ > capacity / 2 && begin_ > 0) {
            std::memmove(bytes_.get(), bytes_.get() + begin_, end_ - begin_);
            searched_ -= begin_;
            end_ -= begin_;
            begin_ = 0;
        }
        return {bytes_.get() + end_, capacity - end_};
    }

    void commit(std::size_t count) { end_ += count; }

    /// The next complete line without its line end (LF or CR LF).
    std::optional<std::string_view> take() {
        char* const from = bytes_.get() + searched_;
        auto* const end = static_cast<char*>(std::memchr(from, '\n', end_ - searched_));
        if (end == nullptr) {
            searched_ = end_;
            return {};
        }
        std::string_view line{bytes_.get() + begin_,
                              static_cast<std::size_t>(end - bytes_.get()) - begin_};
        begin_ = searched_ = static_cast<std::size_t>(end - bytes_.get()) + 1;
        if (line.ends_with('\r')) line.remove_suffix(1);
        return line;
    }

    /// Bytes of a line that has not ended.
    std::string_view partial() const { return {bytes_.get() + begin_, end_ - begin_}; }

  private:
    std::unique_ptr<char[]> bytes_ = std::make_unique_for_overwrite<char[]>(capacity);
    std::size_t begin_ = 0;     // of the next line
    std::size_t searched_ = 0;  // there is no line end before it
    std::size_t end_ = 0;       // of what has been read
};

}  // namespace sparring::referee
