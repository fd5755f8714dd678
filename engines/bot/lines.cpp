#include "engines/bot/lines.hpp"

#include <filesystem>
#include <utility>

namespace sparring::bot {
namespace {

void drop_carriage_return(std::string& line) {
    if (line.ends_with('\r')) line.pop_back();
}

}  // namespace

std::optional<std::string> LineReader::take_line() {
    for (;;) {
        const std::size_t end = buffer_.find('\n', scanned_);
        if (end == buffer_.npos) {
            if (buffer_.size() > kLongestLine && !overlong_) {
                overlong_ = true;
                std::string line = buffer_.substr(0, kLongestLine);
                buffer_.clear();
                scanned_ = 0;
                return line;
            }
            if (overlong_) buffer_.clear();
            scanned_ = buffer_.size();
            return {};
        }
        std::string line = buffer_.substr(0, end);
        buffer_.erase(0, end + 1);
        scanned_ = 0;
        if (!std::exchange(overlong_, false)) return line;
    }
}

LineReader::Event LineReader::next(std::string& line) {
    for (;;) {
        if (auto taken = take_line()) {
            line = std::move(*taken);
            drop_carriage_return(line);
            return Event::line;
        }
        if (ended_) {
            if (buffer_.empty()) return Event::end;
            line = std::exchange(buffer_, {});
            drop_carriage_return(line);
            return Event::line;
        }
        switch (input_.wait(buffer_)) {
            case WakeableInput::Event::bytes:
                break;
            case WakeableInput::Event::woken:
                return Event::woken;
            case WakeableInput::Event::end:
                ended_ = true;
                break;
        }
    }
}

void Output::line(std::string_view text) {
    const std::lock_guard lock{mutex_};
    std::string full{text};
    full += '\n';
    write_output(full);
    log("<", text);
}

bool Output::log_to(const std::string& file) {
    const std::lock_guard lock{mutex_};
    log_ = std::ofstream{};
    if (file.empty()) return true;
    try {
        const std::u8string name{file.begin(), file.end()};
        log_.open(std::filesystem::path{name}, std::ios::app);
    } catch (const std::filesystem::filesystem_error&) {
        log_.open(file, std::ios::app);  // on Windows an argument, in the system's own code page
    }
    return log_.is_open();
}

void Output::log_input(std::string_view text) {
    const std::lock_guard lock{mutex_};
    log(">", text);
}

void Output::log(std::string_view mark, std::string_view text) {
    if (log_.is_open()) log_ << mark << ' ' << text << std::endl;
}

}  // namespace sparring::bot
