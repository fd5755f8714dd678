#include "referee/broker/address.hpp"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "protocol/text.hpp"

namespace sparring::referee::broker {

namespace fs = std::filesystem;

namespace {

bool is_url(std::string_view word) {
    return word.find("://") != std::string_view::npos;
}

std::optional<std::string> problem_of(std::string_view url) {
    const std::size_t host = url.find("://") + 3;
    if (!url.starts_with("nats://") && !url.starts_with("tls://"))
        return fmt::format("'{}': expected nats://HOST:PORT or tls://HOST:PORT",
                           text::printable(url));
    if (url.size() <= host || url.ends_with('@'))
        return fmt::format("'{}': a host is missing", text::printable(url));
    return {};
}

/// Our own inbox for each user: who may listen to it is the server's to say.
void settle(Address& address) {
    if (!address.user.empty()) address.inbox = "_INBOX_" + address.user;
}

Expected<Address> parse_urls(std::string_view words) {
    Address address;
    for (std::size_t from = 0; from <= words.size();) {
        const std::size_t comma = std::min(words.find(',', from), words.size());
        std::string url{words.substr(from, comma - from)};
        from = comma + 1;
        if (const auto problem = problem_of(url)) return Error{*problem};
        const std::size_t host = url.find("://") + 3;
        if (const std::size_t at = url.rfind('@'); at != std::string::npos) {
            const std::string who = url.substr(host, at - host);
            const std::size_t colon = std::min(who.find(':'), who.size());
            address.user = who.substr(0, colon);
            if (colon < who.size()) address.password = who.substr(colon + 1);
            url.erase(host, at + 1 - host);
        }
        address.urls.push_back(std::move(url));
    }
    settle(address);
    return address;
}

Expected<Address> read_table(const toml::table& table, const std::string& file,
                             const std::string& folder) {
    Address address;
    const auto wrong = [&file](const toml::node& node, const toml::key& key, const char* right) {
        return Error{fmt::format("{}:{}: '{}': expected {}", file, node.source().begin.line,
                                 key.str(), right)};
    };
    for (const auto& [key, node] : table) {
        const std::string_view name = key.str();
        const auto word = node.value_exact<std::string>();
        if (name == "url") {
            if (word) address.urls.push_back(*word);
            if (const toml::array* list = node.as_array())
                for (const toml::node& each : *list)
                    if (const auto url = each.value_exact<std::string>())
                        address.urls.push_back(*url);
            if (address.urls.empty()) return wrong(node, key, "a URL or a list of them");
            for (const std::string& url : address.urls) {
                if (!is_url(url)) return wrong(node, key, "tls://HOST:PORT");
                if (const auto problem = problem_of(url)) return Error{file + ": " + *problem};
            }
        } else if (name == "replicas") {
            const auto number = node.value_exact<std::int64_t>();
            if (!number || *number < 1 || *number > 5) return wrong(node, key, "1 to 5");
            address.replicas = static_cast<int>(*number);
        } else if (name == "user" || name == "password" || name == "certificates") {
            if (!word) return wrong(node, key, "a text in quotation marks");
            if (name == "user") address.user = *word;
            if (name == "password") address.password = *word;
            if (name == "certificates") address.certificates = (fs::path{folder} / *word).string();
        } else {
            return Error{fmt::format(
                "{}:{}: unknown key '{}': expected url, user, password, certificates or replicas",
                file, node.source().begin.line, text::printable(name))};
        }
    }
    if (address.urls.empty()) return Error{file + ": the key url is missing"};
    settle(address);
    return address;
}

}  // namespace

Expected<Address> parse_address(std::string_view toml, const std::string& file,
                                const std::string& folder) {
    try {
        return read_table(toml::parse(toml, file), file, folder);
    } catch (const toml::parse_error& error) {
        return Error{
            fmt::format("{}:{}: {}", file, error.source().begin.line, error.description())};
    }
}

Expected<Address> read_address(const std::string& words) {
    if (is_url(words)) return parse_urls(words);
    std::ifstream file{words, std::ios::binary};
    std::error_code error;
    if (!file || fs::is_directory(words, error))
        return Error{fmt::format(
            "'{}': {}; expected nats://HOST:PORT, tls://HOST:PORT or a file "
            "with url, user and password",
            text::printable(words, 200), file ? "it is a directory" : std::strerror(errno))};
    const std::string text{std::istreambuf_iterator<char>{file}, {}};
    return parse_address(text, words, fs::path{words}.parent_path().string());
}

}  // namespace sparring::referee::broker
