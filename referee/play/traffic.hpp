// The last that was said to and by an engine, in bounded memory: what a person wants to see of a
// game that went wrong, and nobody of the others.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sparring::referee {

class Traffic {
  public:
    static constexpr std::size_t capacity = 32 * 1024;  ///< bytes, in both directions together

    enum class Direction : char { to_engine = '<', from_engine = '>' };

    void add(Direction direction, std::chrono::steady_clock::time_point when,
             std::string_view bytes) {
        // Of a long piece only the end will be left.
        if (bytes.size() > capacity / 2) bytes.remove_prefix(bytes.size() - capacity / 2);
        if (ring_.empty()) ring_.resize(capacity);
        pieces_.push_back({when, bytes.size(), direction});
        const std::size_t at = written_ % capacity;
        const std::size_t straight = std::min(bytes.size(), capacity - at);
        std::copy_n(bytes.data(), straight, ring_.data() + at);
        std::copy_n(bytes.data() + straight, bytes.size() - straight, ring_.data());
        written_ += bytes.size();
        held_ += bytes.size();
        while (held_ > capacity || pieces_.size() - oldest_ > most_pieces)
            held_ -= pieces_[oldest_++].size;
        if (oldest_ > most_pieces) {
            pieces_.erase(pieces_.begin(), pieces_.begin() + static_cast<std::ptrdiff_t>(oldest_));
            oldest_ = 0;
        }
    }

    /// Lines of `+0.123 < go depth 3`: seconds since `began`, `<` to the engine, `>` from it.
    /// Bytes that are not printable are escaped.
    std::string text(std::chrono::steady_clock::time_point began) const;

  private:
    static constexpr std::size_t most_pieces = 1024;

    struct Piece {
        std::chrono::steady_clock::time_point when;
        std::size_t size;
        Direction direction;
    };

    std::vector<char> ring_;
    std::vector<Piece> pieces_;
    std::size_t oldest_ = 0, held_ = 0, written_ = 0;
};

}  // namespace sparring::referee
