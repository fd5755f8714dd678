// Lines over standard input and output, the way a host expects them: bounded on the way in, one
// write per line on the way out.
#pragma once

#include <fstream>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "engines/bot/system.hpp"

namespace sparring::bot {

/// Reads lines from a descriptor and can be woken from another thread.
class LineReader {
  public:
    enum class Event { line, woken, end };

    /// Longer lines are cut here; what follows up to the line end is dropped.
    static constexpr std::size_t kLongestLine = 1 << 20;

    explicit LineReader(int descriptor) : input_{descriptor} {}

    /// Waits for a line (without its line end, LF or CR LF; the last one needs none), for wake(),
    /// or for the end of the input.
    Event next(std::string& line);

    /// Makes a present or future next() return `woken` once. Any thread.
    void wake() { input_.wake(); }

  private:
    std::optional<std::string> take_line();

    WakeableInput input_;
    std::string buffer_;
    std::size_t scanned_ = 0;  ///< bytes of buffer_ known to hold no line end
    bool overlong_ = false;
    bool ended_ = false;
};

/// Writes whole lines to standard output, ended by LF on every system. Any thread.
class Output {
  public:
    void line(std::string_view text);

    /// From now on lines of both directions also go to this file; an empty name ends that. False if
    /// it cannot be opened.
    bool log_to(const std::string& file);
    void log_input(std::string_view text);

  private:
    void log(std::string_view mark, std::string_view text);

    std::mutex mutex_;
    std::ofstream log_;
};

}  // namespace sparring::bot
