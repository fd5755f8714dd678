#include "referee/queue/engine_list.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <cstring>

#include "protocol/text.hpp"
#include "referee/archive/sha256.hpp"

namespace sparring::referee {
namespace {

constexpr std::array<std::pair<Carry, std::string_view>, 4> kCarries{{
    {Carry::setoption, "setoption"},
    {Carry::arguments, "args"},
    {Carry::environment, "env"},
    {Carry::file, "file"},
}};

std::string replaced(std::string text, std::string_view what, std::string_view by) {
    for (auto at = text.find(what); at != text.npos; at = text.find(what, at + by.size()))
        text.replace(at, what.size(), by);
    return text;
}

std::vector<std::string> filled(const std::string& pattern, const EngineList::Options& options) {
    std::vector<std::string> texts;
    for (const auto& [name, value] : options)
        texts.push_back(replaced(replaced(pattern, "{name}", name), "{value}", value));
    return texts;
}

/// Removed with its owner.
class CarriedFile {
  public:
    static Expected<std::unique_ptr<CarriedFile>> make(const std::vector<std::string>& lines) {
        const char* folder = std::getenv("TMPDIR");
        std::string path = std::string{folder != nullptr ? folder : "/tmp"} + "/sparring-XXXXXX";
        const int file = ::mkstemp(path.data());
        if (file < 0)
            return Error{
                fmt::format("cannot make a file for its options: {}", std::strerror(errno))};
        std::string text;
        for (const std::string& line : lines) text += line + "\n";
        const bool written =
            ::write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size());
        ::close(file);
        auto made = std::unique_ptr<CarriedFile>{new CarriedFile{path}};
        if (!written) return Error{fmt::format("cannot write '{}'", path)};
        return made;
    }
    CarriedFile(const CarriedFile&) = delete;
    CarriedFile& operator=(const CarriedFile&) = delete;
    ~CarriedFile() { ::unlink(path_.c_str()); }

    const std::string& path() const { return path_; }

  private:
    explicit CarriedFile(std::string path) : path_{std::move(path)} {}
    std::string path_;
};

struct SettingsWithFile {
    EngineSettings settings;
    std::unique_ptr<CarriedFile> file;
};

}  // namespace

std::string_view word(Carry carry) {
    return kCarries[static_cast<std::size_t>(carry)].second;
}

std::optional<Carry> parse_carry(std::string_view word) {
    for (const auto& [carry, name] : kCarries)
        if (name == word) return carry;
    return {};
}

std::vector<std::string> carry_words() {
    std::vector<std::string> words;
    for (const auto& row : kCarries) words.emplace_back(row.second);
    return words;
}

void EngineList::add(EngineEntry entry) {
    const std::string name = entry.settings.name;
    entries_.insert_or_assign(name, std::move(entry));
    digests_.erase(name);
}

const EngineEntry* EngineList::find(std::string_view name) const {
    const auto found = entries_.find(name);
    return found == entries_.end() ? nullptr : &found->second;
}

std::vector<std::string> carried_texts(const EngineEntry& entry, const CarriedOptions& options) {
    return filled(entry.pattern, options);
}

Command command_of(const EngineEntry& entry, const CarriedOptions& options,
                   const std::string& file) {
    Command command = entry.settings.command;
    if (entry.carry == Carry::arguments) {
        for (std::string& text : carried_texts(entry, options))
            command.arguments.push_back(std::move(text));
    } else if (entry.carry == Carry::environment) {
        for (std::string& text : carried_texts(entry, options))
            command.environment.push_back(std::move(text));
    } else if (entry.carry == Carry::file) {
        for (std::string& argument : command.arguments)
            argument = replaced(argument, "{file}", file);
    }
    return command;
}

const Expected<std::string>& EngineList::digest(const std::string& engine) {
    const auto known = digests_.find(engine);
    if (known != digests_.end()) return known->second;
    return digests_.emplace(engine, sha256_of_file(find(engine)->settings.command.program))
        .first->second;
}

const EngineEntry* EngineList::entry_of(const JobSide& side) {
    const EngineEntry* named = find(side.engine);
    if (side.digest.empty()) return named;
    const auto is_wanted = [&](const std::string& name) {
        const auto& own = digest(name);
        return own && *own == side.digest;
    };
    if (named != nullptr && is_wanted(side.engine)) return named;
    for (const auto& [name, entry] : entries_)
        if (is_wanted(name)) return &entry;
    return nullptr;
}

std::optional<std::string> EngineList::missing(const JobSide& side) {
    if (entry_of(side) != nullptr) return {};
    const std::string name = text::printable(side.engine);
    if (find(side.engine) == nullptr) return fmt::format("no engine '{}' here", name);
    const auto& own = digest(side.engine);
    if (!own) return fmt::format("engine '{}': {}", name, own.error());
    return fmt::format("engine '{}' here is another program: its SHA-256 is {}.., {}.. is wanted",
                       name, own->substr(0, 12), text::printable(side.digest.substr(0, 12)));
}

Expected<JobSide> EngineList::sent(JobSide side) {
    const EngineEntry* entry = find(side.engine);
    if (entry == nullptr)
        return Error{fmt::format("no engine '{}' here", text::printable(side.engine))};
    const auto& own = digest(side.engine);
    if (!own) return Error{fmt::format("engine '{}': {}", side.engine, own.error())};
    side.digest = *own;
    side.options.insert(side.options.begin(), entry->settings.options.begin(),
                        entry->settings.options.end());
    return side;
}

Expected<PlayerPool::Engine> EngineList::start_of(const JobSide& side) {
    const EngineEntry* entry = entry_of(side);
    if (entry == nullptr) return Error{missing(side).value_or("no such engine here")};
    const bool at_start = entry->carry != Carry::setoption;
    std::string key = fmt::format("{}\n{}\n{}{}", side.engine, side.limits, side.restart ? "r" : "",
                                  side.ponder ? "p" : "");
    if (at_start)
        key += '\n' + fmt::format("{}", fmt::join(filled("{name}={value}", side.options), "\n"));
    if (auto known = known_[key].lock()) return known;

    auto read = parse_limits(side.limits);
    if (!read) return Error{read.error()};
    auto made = std::make_shared<SettingsWithFile>();
    made->settings = entry->settings;
    made->settings.limits = *read;
    made->settings.restart = made->settings.restart || side.restart;
    made->settings.ponder = made->settings.ponder || side.ponder;
    if (entry->carry == Carry::file) {
        auto file = CarriedFile::make(carried_texts(*entry, side.options));
        if (!file) return Error{file.error()};
        made->file = *std::move(file);
    }
    made->settings.command =
        command_of(*entry, side.options, made->file ? made->file->path() : std::string{});
    std::erase_if(known_, [](const auto& item) { return item.second.expired(); });
    PlayerPool::Engine settings{made, &made->settings};
    known_[key] = settings;
    return settings;
}

}  // namespace sparring::referee
