#include "referee/play/traffic.hpp"

#include <fmt/format.h>

#include "protocol/text.hpp"

namespace sparring::referee {

std::string Traffic::text(std::chrono::steady_clock::time_point began) const {
    std::string result, line;
    std::size_t at = written_ - held_;
    for (std::size_t i = oldest_; i < pieces_.size(); ++i) {
        const Piece& piece = pieces_[i];
        const double seconds = std::chrono::duration<double>(piece.when - began).count();
        const auto end_line = [&] {
            result += fmt::format("{:+.6f} {} {}\n", seconds, static_cast<char>(piece.direction),
                                  text::printable(line, capacity));
            line.clear();
        };
        for (std::size_t n = 0; n < piece.size; ++n) {
            const char c = ring_[at++ % capacity];
            if (c == '\n') {
                end_line();
            } else {
                line += c;
            }
        }
        if (!line.empty()) end_line();
    }
    return result;
}

}  // namespace sparring::referee
