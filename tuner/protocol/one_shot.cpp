#include "tuner/protocol/one_shot.hpp"

#include <fmt/format.h>

#include "protocol/text.hpp"

namespace sparring::tuner {
namespace {

/// `--NAME VALUE`, `--NAME=VALUE` and `NAME=VALUE`.
Expected<Assignment> assignment_of(std::span<const std::string> words) {
    Assignment params;
    for (std::size_t i = 0; i < words.size(); ++i) {
        std::string_view word = words[i];
        const bool dashed = word.starts_with("-");
        while (word.starts_with("-")) word.remove_prefix(1);
        const auto equals = word.find('=');
        if (equals != word.npos && equals > 0) {
            params.emplace_back(word.substr(0, equals), word.substr(equals + 1));
        } else if (dashed && !word.empty() && i + 1 < words.size()) {
            params.emplace_back(word, words[++i]);
        } else {
            return Error{fmt::format("'{}': expected --NAME VALUE, --NAME=VALUE or NAME=VALUE",
                                     text::printable(words[i]))};
        }
    }
    return params;
}

}  // namespace

std::vector<std::string> once_formats() {
    return {"irace", "smac", "json", "value"};
}

Expected<OnceRequest> parse_once(OnceFormat format, std::span<const std::string> words) {
    OnceRequest request;
    if (format == OnceFormat::irace) {
        // Of the instance irace gives an id and a name; the name stays the same over runs.
        if (words.size() < 4)
            return Error{
                "expected irace's words: CONFIGURATION INSTANCE-ID SEED INSTANCE "
                "--NAME VALUE .."};
        request.seed = words[2];
        request.instance = words[3];
        words = words.subspan(4);
    }
    auto params = assignment_of(words);
    if (!params) return Error{params.error()};
    for (auto& [name, value] : *params) {
        if (format == OnceFormat::smac && name == "instance") {
            request.instance = value;
        } else if (format == OnceFormat::smac && name == "seed") {
            request.seed = value;
        } else {
            request.params.emplace_back(std::move(name), std::move(value));
        }
    }
    return request;
}

std::uint64_t seed_of(const OnceRequest& request) {
    // FNV-1a, 64 bits.
    std::uint64_t hash = 0xcbf29ce484222325;
    for (const char c : request.seed + '\n' + request.instance) {
        hash ^= static_cast<unsigned char>(c);
        hash *= 0x100000001b3;
    }
    return hash >> 11;
}

std::string once_text(OnceFormat format, const EvalResult& result) {
    const bool ok = result.status == EvalResult::Status::ok;
    const double seconds = static_cast<double>(result.wall_ms) / 1000;
    switch (format) {
        case OnceFormat::json:
            return to_json(result);
        case OnceFormat::smac:
            if (ok)
                return fmt::format("cost={}; runtime={}; status=SUCCESS", 1 - result.score(),
                                   seconds);
            return fmt::format("runtime={}; status={}", seconds,
                               result.reason == "deadline" ? "TIMEOUT" : "CRASHED");
        case OnceFormat::irace:
        case OnceFormat::value:
            break;
    }
    return ok ? fmt::format("{}", 1 - result.score()) : std::string{};
}

}  // namespace sparring::tuner
