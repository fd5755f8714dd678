#include "tuner/run/folder_exchange.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "referee/play/notice.hpp"

namespace sparring::tuner {

namespace asio = boost::asio;
namespace fs = std::filesystem;

namespace {

using namespace std::chrono_literals;

/// Between looks at the folder.
constexpr std::chrono::milliseconds kPoll = 100ms;

/// Larger ones are nothing that an island wrote.
constexpr std::uintmax_t kLargest = 64 << 20;

std::string file_name(const MigrantLabel& label) {
    return label.last ? fmt::format("island-{}-last.json", label.island)
                      : fmt::format("island-{}-gen-{}.json", label.island, label.generation);
}

/// Whoever sees the name sees the whole text, also after a power failure.
std::optional<std::string> write(const std::string& path, std::string_view text) {
    const std::string half = path + ".part";
    const auto fault = [&](int code) {
        return fmt::format("cannot write '{}': {}", path, std::strerror(code));
    };
    const int file = ::open(half.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (file < 0) return fault(errno);
    int code = 0;
    while (!text.empty() && code == 0) {
        const auto written = ::write(file, text.data(), text.size());
        if (written >= 0) {
            text.remove_prefix(static_cast<std::size_t>(written));
        } else if (errno != EINTR) {
            code = errno;
        }
    }
    if (code == 0 && ::fsync(file) != 0) code = errno;
    ::close(file);
    if (code == 0 && ::rename(half.c_str(), path.c_str()) != 0) code = errno;
    if (code == 0) return {};
    return fault(code);
}

}  // namespace

FolderExchange::FolderExchange(asio::io_context& context, const std::string& folder,
                               std::string_view run)
    : timer_{context}, folder_{(fs::path{folder} / exchange_name(run)).string()} {}

asio::awaitable<std::optional<std::string>> FolderExchange::publish(MigrantLabel label,
                                                                    std::string text) {
    std::error_code error;
    fs::create_directories(folder_, error);
    if (error) co_return fmt::format("cannot make '{}': {}", folder_, error.message());
    const std::string path = (fs::path{folder_} / file_name(label)).string();
    if (fs::exists(path, error)) co_return std::nullopt;
    co_return write(path, text + "\n");
}

asio::awaitable<Expected<std::vector<MigrantLetter>>> FolderExchange::arrived(
    std::chrono::milliseconds patience) {
    const auto until = std::chrono::steady_clock::now() + patience;
    for (;;) {
        auto letters = look();
        const auto now = std::chrono::steady_clock::now();
        if (!letters || !letters->empty() || now >= until) co_return letters;
        timer_.expires_at(std::min(until, now + kPoll));
        co_await referee::waited(timer_);
    }
}

Expected<std::vector<MigrantLetter>> FolderExchange::look() {
    std::vector<MigrantLetter> letters;
    std::error_code error;
    fs::directory_iterator entries{folder_, error};
    if (error == std::errc::no_such_file_or_directory) return letters;
    for (; !error && entries != fs::directory_iterator{}; entries.increment(error)) {
        const fs::path path = entries->path();
        if (path.extension() != ".json" || known_.contains(path.filename().string())) continue;
        std::error_code gone;
        const auto size = fs::file_size(path, gone);
        std::ifstream file{path, std::ios::binary};
        if (gone || !file) continue;  // may be there next time
        known_.insert(path.filename().string());
        MigrantLetter letter{path.string(), {}};
        if (size <= kLargest) letter.text.assign(std::istreambuf_iterator<char>{file}, {});
        letters.push_back(std::move(letter));
    }
    if (error) return Error{fmt::format("cannot read '{}': {}", folder_, error.message())};
    return letters;
}

}  // namespace sparring::tuner
