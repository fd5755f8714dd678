#include "referee/cli/broker_conf.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <set>
#include <vector>

#include "protocol/text.hpp"
#include "referee/broker/certificates.hpp"
#include "referee/broker/server_conf.hpp"
#include "referee/cli/arguments.hpp"
#include "referee/cli/run.hpp"
#include "referee/play/shell_text.hpp"

namespace sparring::referee {

namespace fs = std::filesystem;

namespace {

using Problem = std::optional<std::string>;

struct Order {
    std::string folder;
    broker::ServerPlan plan;
};

Problem read_option(broker::ServerPlan& plan, const std::string& name, const std::string& word) {
    if (name == "host") {
        for (std::size_t from = 0; from <= word.size();) {
            const std::size_t comma = std::min(word.find(',', from), word.size());
            plan.hosts.push_back(word.substr(from, comma - from));
            from = comma + 1;
        }
        return {};
    }
    const auto number = text::number<int>(word);
    if (!number || *number < 1)
        return fmt::format("-{}: '{}' is not a whole number above 0", name, text::printable(word));
    (name == "port" ? plan.port : plan.servers) = *number;
    return {};
}

Expected<Order> parse(std::span<const std::string> words) {
    if (words.empty() || words.front().empty() || words.front().starts_with('-'))
        return Error{"expected the folder that shall be written before the options"};
    const auto options = split_arguments(words.subspan(1));
    if (!options) return Error{options.error()};
    Order order;
    order.folder = words.front();
    const std::vector<std::string> names{"host", "port", "cluster"};
    std::set<std::string> given;
    for (const Argument& option : *options) {
        const std::string& name = option.name;
        if (const auto problem = unknown_option(name, names)) return Error{*problem};
        if (!given.insert(name).second) return Error{fmt::format("-{} is given twice", name)};
        if (option.words.size() != 1) return Error{fmt::format("-{}: expected one word", name)};
        if (const auto problem = read_option(order.plan, name, option.words.front()))
            return Error{*problem};
    }
    if (!given.contains("host"))
        return Error{"-host is missing: how clients call the server's machine, or localhost"};
    if (const auto problem = problem_of(order.plan)) return Error{*problem};
    return order;
}

Expected<std::vector<broker::TextFile>> make(const broker::ServerPlan& plan) {
    const auto certificates =
        broker::make_certificates(plan.hosts, std::chrono::system_clock::now());
    if (!certificates) return Error{certificates.error()};
    broker::Passwords passwords;
    for (std::string* each : {&passwords.coordinator, &passwords.worker, &passwords.server}) {
        auto made = broker::make_password();
        if (!made) return Error{made.error()};
        *each = *std::move(made);
    }
    auto files = broker::configurations(plan, passwords);
    files.push_back({broker::kAuthorityFile, certificates->authority, false});
    files.push_back({broker::kCertificateFile, certificates->certificate, false});
    files.push_back({broker::kKeyFile, certificates->key, true});
    return files;
}

Problem cannot_write(const fs::path& path, int error) {
    return fmt::format("cannot write '{}': {}", text::printable(path.string(), 200),
                       std::strerror(error));
}

/// Secret from the first byte on, and never in place of a file that is there.
Problem write(const fs::path& path, const broker::TextFile& file) {
    const int target =
        ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, file.secret ? 0600 : 0644);
    if (target < 0) return cannot_write(path, errno);
    int error = 0;
    for (std::string_view left = file.text; !left.empty() && error == 0;) {
        const ssize_t count = ::write(target, left.data(), left.size());
        if (count > 0) left.remove_prefix(static_cast<std::size_t>(count));
        if (count < 0 && errno != EINTR) error = errno;
    }
    if (::close(target) != 0 && error == 0) error = errno;
    if (error == 0) return {};
    ::unlink(path.c_str());
    return cannot_write(path, error);
}

/// All of them or none.
Problem write_all(const fs::path& folder, const std::vector<broker::TextFile>& files) {
    std::error_code error;
    fs::create_directories(folder, error);
    if (error) return cannot_write(folder, error.value());
    for (const broker::TextFile& each : files)
        if (fs::exists(fs::symlink_status(folder / each.name, error)))
            return fmt::format(
                "'{}' is there already and nothing was written; give another folder, or remove it",
                text::printable((folder / each.name).string(), 200));
    for (std::size_t index = 0; index < files.size(); ++index) {
        const auto problem = write(folder / files[index].name, files[index]);
        if (!problem) continue;
        while (index-- > 0) fs::remove(folder / files[index].name, error);
        return problem;
    }
    return {};
}

std::string quoted(const fs::path& path) {
    return shell_text({path.string(), {}});
}

std::string next_steps(const Order& order) {
    const fs::path folder = order.folder;
    const bool cluster = order.plan.servers > 1;
    return fmt::format(
        "Start the {}:  cd {} && nats-server -c {}{}\n"
        "Prepare the queue, once:  referee broker init -broker {}\n"
        "Give each worker's machine worker.toml and ca.pem:  referee worker -broker worker.toml\n",
        cluster ? "servers" : "server", quoted(folder), cluster ? "server-1.conf" : "server.conf",
        cluster ? "   (and so on; on other machines with a copy of the folder)" : "",
        quoted(folder / "coordinator.toml"));
}

}  // namespace

int broker_conf(std::span<const std::string> words) {
    const auto order = parse(words);
    if (!order)
        return fail(kWrongUsage, fmt::format("broker conf: {}\nusage: referee {}", order.error(),
                                             kBrokerConfUsage));
    const auto files = make(order->plan);
    if (!files) return fail(kNoStart, "broker conf: " + files.error());
    if (const auto problem = write_all(order->folder, *files))
        return fail(kNoStart, "broker conf: " + *problem);
    fmt::print("{}", next_steps(*order));
    return kPlayed;
}

}  // namespace sparring::referee
