#include "referee/league/folder.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "protocol/text.hpp"
#include "referee/league/submission.hpp"

namespace sparring::referee::league {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kMostBotFile = 64 << 10, kMostErrors = 64 << 10;

std::string whole_file(const std::string& path) {
    std::ifstream file{path, std::ios::binary};
    return {std::istreambuf_iterator<char>{file}, {}};
}

std::vector<std::string> names_in(const std::string& folder, bool (*wanted)(const fs::path&)) {
    std::vector<std::string> names;
    std::error_code error;
    for (fs::directory_iterator each{folder, error}, end; !error && each != end;
         each.increment(error)) {
        if (wanted(each->path())) names.push_back(each->path().filename().string());
    }
    std::sort(names.begin(), names.end());
    return names;
}

/// `2026-11-21.3` as date and number.
std::pair<std::string_view, int> parts(std::string_view night) {
    const auto dot = night.find('.');
    if (dot == night.npos) return {night, 1};
    return {night.substr(0, dot), text::number<int>(night.substr(dot + 1)).value_or(0)};
}

}  // namespace

Expected<Folder> Folder::open(const std::string& path) {
    std::error_code error;
    const fs::path root = fs::canonical(path, error);
    const std::string shown = text::printable(path, 200);
    if (error) return Error{fmt::format("'{}': {}", shown, error.message())};
    if (!fs::is_directory(root / "submissions", error)) {
        return Error{
            fmt::format("'{}' has no folder 'submissions' (each submission is a folder in "
                        "it, with a {})",
                        shown, kBotFile)};
    }
    return Folder{root.string()};
}

std::optional<std::string> Folder::lock() {
    const std::string file = path("league.lock");
    lock_ = FileDescriptor{::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644)};
    if (!lock_) return fmt::format("cannot write '{}': {}", file, std::strerror(errno));
    // Not flock(): an engine that is just being started would hold that on, should we be killed.
    struct flock whole {};
    whole.l_type = F_WRLCK;
    whole.l_whence = SEEK_SET;
    if (::fcntl(lock_.native(), F_SETLK, &whole) != 0) {
        if (errno != EACCES && errno != EAGAIN)
            return fmt::format("cannot lock '{}': {}", file, std::strerror(errno));
        const bool known = ::fcntl(lock_.native(), F_GETLK, &whole) == 0 && whole.l_pid > 0;
        return fmt::format("another 'referee league' is at work in '{}'{}", root_,
                           known ? fmt::format(" (process {})", whole.l_pid) : "");
    }
    for (const char* name : {"results", "logs", "versions"}) {
        std::error_code error;
        fs::create_directory(path(name), error);
        if (error) return fmt::format("cannot make '{}': {}", path(name), error.message());
    }
    return {};
}

std::string Folder::path(std::string_view name) const {
    return fmt::format("{}/{}", root_, name);
}

std::optional<std::string> Folder::settings() const {
    std::error_code error;
    if (!fs::exists(path("league.toml"), error)) return {};
    return whole_file(path("league.toml"));
}

// ---- submissions and their versions ------------------------------------------------------------

std::vector<std::string> Folder::submissions() const {
    return names_in(path("submissions"), [](const fs::path& each) {
        std::error_code error;
        return fs::is_directory(each, error) && !each.filename().string().starts_with('.');
    });
}

std::string Folder::submission(std::string_view name) const {
    return fmt::format("{}/submissions/{}", root_, name);
}

Expected<std::string> Folder::bot_file(std::string_view name) const {
    const std::string file = fmt::format("{}/{}", submission(name), kBotFile);
    const FileDescriptor open{::open(file.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)};
    struct stat status {};
    if (!open && errno == ENOENT)
        return Error{
            fmt::format("there is no {} (it needs one line: cmd = \"./bot\", or cmd = "
                        "\"python3 bot.py\")",
                        kBotFile)};
    if (!open && errno == ELOOP) return Error{fmt::format("{} is a link, not a file", kBotFile)};
    if (!open || ::fstat(open.native(), &status) != 0)
        return Error{fmt::format("{}: {}", kBotFile, std::strerror(errno))};
    if (!S_ISREG(status.st_mode)) return Error{fmt::format("{} is not a file", kBotFile)};
    std::string text(kMostBotFile + 1, '\0');
    const ssize_t got = ::pread(open.native(), text.data(), text.size(), 0);
    if (got < 0) return Error{fmt::format("{}: {}", kBotFile, std::strerror(errno))};
    if (static_cast<std::size_t>(got) > kMostBotFile)
        return Error{fmt::format("{} is longer than {} KB", kBotFile, kMostBotFile >> 10)};
    text.resize(static_cast<std::size_t>(got));
    return text;
}

std::string Folder::version(std::string_view name, int number) const {
    return fmt::format("{}/versions/{}/{}", root_, name, number);
}

Expected<Record> Folder::record(std::string_view name) const {
    const std::string file = fmt::format("{}/versions/{}/versions.json", root_, name);
    std::error_code error;
    if (!fs::exists(file, error)) return Record{};
    auto record = parse_record(whole_file(file));
    if (record) return record;
    return Error{fmt::format("'{}' cannot be read: {}", file, record.error())};
}

std::optional<std::string> Folder::keep(std::string_view name, const Record& record) const {
    const std::string folder = fmt::format("{}/versions/{}", root_, name);
    std::error_code error;
    fs::create_directories(folder, error);
    return write(folder + "/versions.json", to_json(record));
}

void Folder::forget_other_versions(std::string_view name, int number) const {
    const std::string folder = fmt::format("{}/versions/{}", root_, name);
    for (const std::string& each : names_in(folder, [](const fs::path&) { return true; })) {
        const auto other = text::number<int>(each);
        std::error_code error;
        if (other && *other != number) fs::remove_all(folder + "/" + each, error);
    }
}

// ---- nights ------------------------------------------------------------------------------------

std::string Folder::in_results(std::string_view night, std::string_view ending) const {
    return fmt::format("{}/results/{}{}", root_, night, ending);
}

std::vector<std::string> Folder::nights() const {
    auto files =
        names_in(path("results"), [](const fs::path& each) { return each.extension() == ".db"; });
    for (std::string& name : files) name.resize(name.size() - 3);
    std::sort(files.begin(), files.end(), earlier);
    return files;
}

std::string Folder::new_night(const std::string& date) const {
    std::error_code error;
    std::string name = date;
    for (int number = 2; fs::exists(archive(name), error); ++number)
        name = fmt::format("{}.{}", date, number);
    return name;
}

std::string Folder::traces_folder(std::string_view night) const {
    return fmt::format("{}/logs/{}", root_, night);
}

std::string Folder::errors_file(std::string_view night, std::string_view name) const {
    return fmt::format("{}/{}.stderr", traces_folder(night), name);
}

Traces Folder::traces(const Night& night, std::string_view name) const {
    Traces traces;
    for (const PlayedGame& game : night.games) {
        if (!game.offender) continue;
        const int offender = *game.offender == Side::first ? game.first : game.second;
        const auto& player = night.players[static_cast<std::size_t>(offender)];
        if (split_player_name(player).submitter != name) continue;
        const std::string prefix = fmt::format("game-{}-", game.number);
        std::error_code error;
        for (fs::directory_iterator each{traces_folder(night.name), error}, end;
             !error && each != end; each.increment(error)) {
            if (each->path().filename().string().starts_with(prefix))
                traces.faults.push_back({game.number, whole_file(each->path().string())});
        }
    }
    const std::string file = errors_file(night.name, name);
    traces.errors = end_of_file(file, kMostErrors);
    std::error_code error;
    if (traces.errors.empty()) {
        fs::remove(file, error);
    } else if (fs::file_size(file, error) > kMostErrors && !error) {
        write(file, traces.errors);
    }
    return traces;
}

std::optional<std::string> Folder::write(const std::string& path, std::string_view text) const {
    const std::string half = path + ".part";
    {
        std::ofstream file{half, std::ios::binary | std::ios::trunc};
        file << text;
        if (!file.flush()) return fmt::format("cannot write '{}': {}", half, std::strerror(errno));
    }
    std::error_code error;
    fs::rename(half, path, error);
    if (error) return fmt::format("cannot write '{}': {}", path, error.message());
    return {};
}

bool earlier(const std::string& a, const std::string& b) {
    return parts(a) < parts(b);
}

std::string end_of_file(const std::string& path, std::size_t most) {
    std::ifstream file{path, std::ios::binary | std::ios::ate};
    const auto size = static_cast<std::streamoff>(file.tellg());
    if (!file || size <= 0) return {};
    file.seekg(std::max<std::streamoff>(0, size - static_cast<std::streamoff>(most)));
    return {std::istreambuf_iterator<char>{file}, {}};
}

}  // namespace sparring::referee::league
