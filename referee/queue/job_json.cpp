#include "referee/queue/job_json.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "protocol/text.hpp"

namespace sparring::referee {
namespace {

constexpr std::array<std::string_view, 3> kRefusals{"other", "digest_missing",
                                                    "unsupported_version"};

}  // namespace

std::string_view word(Refusal refusal) {
    return kRefusals[static_cast<std::size_t>(refusal)];
}

Refusal parse_refusal(std::string_view word) {
    const auto found = std::find(kRefusals.begin(), kRefusals.end(), word);
    return found == kRefusals.end() ? Refusal::other
                                    : static_cast<Refusal>(found - kRefusals.begin());
}

namespace job_json {

std::string json_text(std::string_view text) {
    const bool plain = std::all_of(text.begin(), text.end(), [](char c) {
        return c >= ' ' && c <= '~' && c != '"' && c != '\\';
    });
    if (!plain) return Json(text).dump(-1, ' ', true, Json::error_handler_t::replace);
    std::string result;
    result.reserve(text.size() + 2);
    return result.append(1, '"').append(text).append(1, '"');
}

std::string beginning(std::string_view type) {
    return fmt::format(R"({{"v":{},"type":"{}")", kVersion, type);
}

void write(std::string& out, const JobSide& side) {
    out += "{\"engine\":" + json_text(side.engine) + ",\"options\":";
    write_list(out, side.options, [&](const auto& option) {
        out += '[';
        out += json_text(option.first);
        out += ',';
        out += json_text(option.second);
        out += ']';
    });
    out += ",\"limits\":" + json_text(side.limits);
    if (!side.digest.empty()) out += ",\"digest\":" + json_text(side.digest);
    if (side.restart) out += ",\"restart\":true";
    if (side.ponder) out += ",\"ponder\":true";
    out += '}';
}

void write(std::string& out, const Opening& opening) {
    out += "{\"fen\":" + json_text(opening.fen) + ",\"moves\":";
    write_list(out, opening.moves, [&](const std::string& move) { out += json_text(move); });
    out += '}';
}

std::string refused_json(std::string_view type, std::string_view why, Refusal refusal) {
    std::string out = fmt::format(R"({{"v":{},"type":{},"refused":{})", kVersion,
                                  json_text(fmt::format("{}_result", type)), json_text(why));
    if (refusal != Refusal::other) out += ",\"refusal\":" + json_text(word(refusal));
    return out + "}";
}

Expected<Message> parse(std::string_view text) {
    try {
        Message message{Json::parse(text), {}};
        message.type = message.json.at("type").get<std::string>();
        message.later = whole<int>(message.json.at("v")) > kVersion;
        return message;
    } catch (const std::exception& error) {
        return Error{error.what()};
    }
}

JobSide side_of(const Json& json) {
    JobSide side{json.at("engine").get<std::string>(), {},
                 json.at("limits").get<std::string>(), json.value("digest", ""),
                 json.value("restart", false),         json.value("ponder", false)};
    for (const Json& option : json.at("options"))
        side.options.emplace_back(option.at(0).get<std::string>(), option.at(1).get<std::string>());
    return side;
}

Opening opening_of(const Json& json) {
    return {json.at("fen").get<std::string>(), json.at("moves").get<std::vector<std::string>>()};
}

bool read_refused(const Json& json, std::string& why, Refusal& refusal) {
    why = json.value("refused", "");
    refusal = parse_refusal(json.value("refusal", ""));
    return !why.empty();
}

Error wrong(std::string_view type, std::string_view what) {
    return Error{fmt::format("a message of type {}: {}", type, text::printable(what, 200))};
}

Error later_version(const Message& message) {
    return Error{fmt::format("a message of type {} of version {}; {} is known",
                             text::printable(message.type), message.json.at("v").dump(), kVersion)};
}

}  // namespace job_json
}  // namespace sparring::referee
