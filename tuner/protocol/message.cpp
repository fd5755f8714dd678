#include "tuner/protocol/message.hpp"

#include <fmt/format.h>

#include <cmath>

#include "protocol/text.hpp"

namespace sparring::tuner {
namespace {

/// The ids that we send back; longer ones are not repeated.
constexpr std::size_t kLongestId = 256;

std::string id_of(const Json& json) {
    const auto id = json.find("id");
    if (id == json.end() || !id->is_string()) return {};
    std::string text = id->get<std::string>();
    return text.size() <= kLongestId ? text : std::string{};
}

/// A value as JSON: words as texts, whole numbers without a fraction.
Json value_of(const Parameter& parameter, double value) {
    if (!parameter.words.empty()) {
        const std::string word = parameter.text(value);
        if (parameter.words.size() == 2 && parameter.words[0] == "false") return word == "true";
        return word;
    }
    if (value == std::floor(value) && std::abs(value) < 0x1p53)
        return static_cast<std::int64_t>(value);
    // As the engine is told: 0.15, not 0.15000000000000002.
    return Json::parse(parameter.text(value));
}

}  // namespace

std::string to_json(const Refusal& refusal) {
    Json json = message_of("error");
    if (!refusal.id.empty()) json["id"] = refusal.id;
    json["code"] = refusal.code;
    json["text"] = refusal.text;
    return one_line(json);
}

Refusal too_long() {
    return {"too_long", fmt::format("a line has at most {} bytes", kLongestMessage)};
}

std::variant<Refusal, Message> parse_message(std::string_view line) {
    Json json;
    try {
        json = Json::parse(line);
    } catch (const Json::exception& error) {
        // Without the library's name of it.
        const std::string_view what = error.what();
        const auto name = what.find("] ");
        return Refusal{"bad_message",
                       text::printable(what.substr(name == what.npos ? 0 : name + 2), 200)};
    }
    if (!json.is_object()) return Refusal{"bad_message", "a message is a JSON object"};
    Message message{std::move(json), {}};
    Fields fields{message.json};
    message.type = fields.required_text("type");
    const auto version = fields.whole("v", kTuneVersion, 1, 1'000'000);
    if (fields.problem()) return bad_message(message, *fields.problem());
    // Who says hello may know newer versions; from then on it speaks ours.
    if (version > kTuneVersion && message.type != "hello")
        return Refusal{"unknown_version",
                       fmt::format("v {} is not known here, {} is", version, kTuneVersion),
                       id_of(message.json)};
    return message;
}

Json message_of(std::string_view type) {
    return {{"v", kTuneVersion}, {"type", type}};
}

Refusal bad_message(const Message& message, const std::string& text) {
    return {"bad_message", text, id_of(message.json)};
}

Refusal unknown_type(const Message& message, std::string_view types) {
    return {"unknown_type",
            fmt::format("'{}' is no type of message here; there are {}",
                        text::printable(message.type), types),
            id_of(message.json)};
}

Json json_of(const Parameter& parameter) {
    Json json{{"name", parameter.name}};
    if (!parameter.words.empty()) {
        json["type"] = "enum";
        json["values"] = Json::array();
        for (std::uint64_t i = 0; i < parameter.levels(); ++i)
            json["values"].push_back(value_of(parameter, parameter.min + static_cast<double>(i)));
    } else {
        const bool whole = parameter.step == std::floor(parameter.step) &&
                           parameter.min == std::floor(parameter.min);
        json["type"] = whole ? "int" : "real";
        json["min"] = value_of(parameter, parameter.min);
        json["max"] = value_of(parameter, parameter.max);
        json["step"] = parameter.step;
        if (whole) json["step"] = static_cast<std::int64_t>(parameter.step);
    }
    json["default"] = value_of(parameter, parameter.start);
    return json;
}

Json json_of(const Space& space, const Point& point) {
    Json json = Json::object();
    for (std::size_t i = 0; i < space.size(); ++i)
        json[space[i].name] = value_of(space[i], point[i]);
    return json;
}

}  // namespace sparring::tuner
