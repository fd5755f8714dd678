#include "referee/league/folder_copy.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <set>
#include <string_view>

#include "protocol/text.hpp"
#include "referee/archive/sha256.hpp"
#include "referee/play/file_descriptor.hpp"

namespace sparring::referee::league {

namespace fs = std::filesystem;

namespace {

/// Thrown where a folder is walked through, caught where the walk began.
struct Mistake {
    std::string text;
};

[[noreturn]] void refuse(const std::string& name, std::string_view what) {
    throw Mistake{fmt::format("'{}' {}", text::printable(name, 200), what)};
}

[[noreturn]] void refuse_by_errno(const std::string& name) {
    refuse(name, fmt::format("cannot be read: {}", std::strerror(errno)));
}

/// `..` may only begin a link's target: behind another link it would be that link's parent.
bool leads_out(const fs::path& link, const fs::path& target) {
    if (target.is_absolute()) return true;
    std::ptrdiff_t up = 0;
    bool down = false;
    for (const fs::path& part : target) {
        if (part == "..") {
            if (down) return true;
            ++up;
        } else {
            down = true;
        }
    }
    return up > std::distance(link.begin(), link.end()) - 1;
}

class Walk {
  public:
    /// `target` empty: nothing is copied.
    Walk(fs::path folder, fs::path target, const FolderLimits& limits)
        : folder_{std::move(folder)}, target_{std::move(target)}, limits_{limits} {}

    std::string digest() {
        visit({});
        return digest_.finish();
    }

  private:
    void visit(const fs::path& place) {
        // Sorted: the system lists names in any order.
        std::set<std::string> names;
        std::error_code error;
        for (fs::directory_iterator each{folder_ / place, error}, end; !error && each != end;
             each.increment(error))
            names.insert(each->path().filename().string());
        if (error) refuse(place.empty() ? "." : place.string(), error.message());
        if (!target_.empty()) {
            fs::create_directory(target_ / place);
            ::chmod((target_ / place).c_str(), 0755);
        }
        for (const std::string& name : names) add(place / name);
    }

    void add(const fs::path& place) {
        const std::string name = place.string();
        if (++files_ > limits_.files)
            throw Mistake{fmt::format("there are more than {} files", limits_.files)};
        struct stat status {};
        if (::lstat((folder_ / place).c_str(), &status) != 0) refuse_by_errno(name);
        if (S_ISDIR(status.st_mode)) {
            note('d', name, {});
            visit(place);
        } else if (S_ISLNK(status.st_mode)) {
            std::error_code error;
            const fs::path link = fs::read_symlink(folder_ / place, error);
            if (error) refuse(name, error.message());
            if (leads_out(place, link)) refuse(name, "is a link that leads out of the submission");
            note('l', name, link.string());
            if (!target_.empty()) fs::create_symlink(link, target_ / place);
        } else if (S_ISREG(status.st_mode)) {
            add_file(place, name);
        } else {
            refuse(name, "is neither a file nor a folder nor a link");
        }
    }

    void add_file(const fs::path& place, const std::string& name) {
        // What it is may have changed since it was looked at.
        const FileDescriptor from{
            ::open((folder_ / place).c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)};
        struct stat status {};
        if (!from || ::fstat(from.native(), &status) != 0) refuse_by_errno(name);
        if (!S_ISREG(status.st_mode)) refuse(name, "is not a file any more");
        const bool runs = (status.st_mode & 0111) != 0;
        FileDescriptor to;
        if (!target_.empty()) {
            to = FileDescriptor{
                ::open((target_ / place).c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644)};
            if (!to || ::fchmod(to.native(), runs ? 0755 : 0644) != 0)
                refuse(name, fmt::format("cannot be copied: {}", std::strerror(errno)));
        }
        Sha256 content;
        std::array<char, 65536> chunk{};
        for (;;) {
            const ssize_t got = ::read(from.native(), chunk.data(), chunk.size());
            if (got < 0 && errno == EINTR) continue;
            if (got < 0) refuse_by_errno(name);
            if (got == 0) break;
            bytes_ += got;
            if (bytes_ > limits_.bytes)
                throw Mistake{fmt::format("there are more than {} MB", limits_.bytes >> 20)};
            const auto size = static_cast<std::size_t>(got);
            content.add({chunk.data(), size});
            if (to && ::write(to.native(), chunk.data(), size) != got)
                refuse(name, fmt::format("cannot be copied: {}", std::strerror(errno)));
        }
        note(runs ? 'x' : 'f', name, content.finish());
    }

    /// Lengths are told, so that no name can look like an entry.
    void note(char kind, const std::string& name, const std::string& content) {
        digest_.add(fmt::format("{} {} {} {}\n", kind, name.size(), name, content));
    }

    fs::path folder_, target_;
    FolderLimits limits_;
    Sha256 digest_;
    std::int64_t bytes_ = 0;
    int files_ = 0;
};

Expected<std::string> walked(const std::string& folder, const std::string& target,
                             const FolderLimits& limits) {
    try {
        return Walk{folder, target, limits}.digest();
    } catch (const Mistake& mistake) {
        return Error{mistake.text};
    } catch (const fs::filesystem_error& error) {
        return Error{error.what()};
    }
}

}  // namespace

Expected<std::string> digest_of_folder(const std::string& folder, const FolderLimits& limits) {
    return walked(folder, {}, limits);
}

Expected<std::string> copy_folder(const std::string& folder, const std::string& target,
                                  const FolderLimits& limits) {
    const std::string half = target + ".part";
    std::error_code error;
    fs::remove_all(half, error);
    fs::create_directories(fs::path{target}.parent_path(), error);
    auto digest = walked(folder, half, limits);
    if (digest) {
        fs::remove_all(target, error);
        fs::rename(half, target, error);
        if (error)
            digest = Error{fmt::format("cannot be kept as '{}': {}", target, error.message())};
    }
    std::error_code ignored;
    if (!digest) fs::remove_all(half, ignored);
    return digest;
}

}  // namespace sparring::referee::league
