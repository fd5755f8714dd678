#include "tuner/protocol/migrants.hpp"

#include <fmt/format.h>

#include "tuner/protocol/message.hpp"

namespace sparring::tuner {
namespace {

constexpr std::int64_t kMostIds = std::int64_t{1} << 53;
constexpr int kMostGenerations = 1'000'000'000;

/// Numbers and flags as such, where reading them gives the same text back.
Json scalar_of(const std::string& text) {
    Json value = Json::parse(text, nullptr, false);
    if ((value.is_number() || value.is_boolean()) && value.dump() == text) return value;
    return text;
}

Json json_of(const MigrantsMessage& message) {
    Json json = message_of("migrants");
    json["run"] = message.run;
    json["settings"] = message.settings;
    json["island"] = message.island;
    json["gen"] = message.generation;
    if (message.last) json["last"] = true;
    json["individuals"] = Json::array();
    for (const MigrantsMessage::Individual& each : message.individuals) {
        Json params = Json::object();
        for (const auto& [name, text] : each.params) params[name] = scalar_of(text);
        json["individuals"].push_back({{"id", each.id},
                                       {"params", std::move(params)},
                                       {"score", each.score},
                                       {"pairs", each.pairs}});
    }
    return json;
}

std::variant<Refusal, Message> message_of_type(std::string_view line, std::string_view type) {
    auto parsed = parse_message(line);
    if (const auto* message = std::get_if<Message>(&parsed))
        if (message->type != type) return unknown_type(*message, type);
    return parsed;
}

/// The list of objects that has to be there; null if it is not.
const Json* objects(Fields& fields, std::string_view key) {
    const Json* list = fields.find(key);
    bool right = list != nullptr && list->is_array();
    if (right)
        for (const Json& each : *list) right = right && each.is_object();
    if (right) return list;
    fields.refuse(key, "expected a list of objects");
    return nullptr;
}

std::variant<Refusal, MigrantsMessage> migrants_of(const Message& message) {
    Fields fields{message.json};
    MigrantsMessage result;
    result.run = fields.required_text("run");
    result.settings = fields.required_text("settings");
    if (!fields.has("island")) fields.refuse("island", "is missing");
    result.island = fields.integer("island", 0, 0, 1'000'000);
    if (!fields.has("gen")) fields.refuse("gen", "is missing");
    result.generation = fields.integer("gen", 0, 0, kMostGenerations);
    result.last = fields.flag("last", false);
    if (const Json* list = objects(fields, "individuals")) {
        for (std::size_t i = 0; i < list->size(); ++i) {
            Fields each{(*list)[i], fmt::format("individuals[{}]", i)};
            MigrantsMessage::Individual individual;
            if (!each.has("id")) each.refuse("id", "is missing");
            individual.id = each.whole("id", 0, 0, kMostIds);
            individual.params = each.scalars("params");
            individual.score = each.number("score", 0.5, 0, 1);
            individual.pairs = each.integer("pairs", 0, 0, 1'000'000'000);
            fields.take(each);
            result.individuals.push_back(std::move(individual));
        }
    }
    if (fields.problem()) return bad_message(message, *fields.problem());
    return result;
}

}  // namespace

std::string to_json(const MigrantsMessage& message) {
    return one_line(json_of(message));
}

std::variant<Refusal, MigrantsMessage> parse_migrants(std::string_view line) {
    auto message = message_of_type(line, "migrants");
    if (auto* refusal = std::get_if<Refusal>(&message)) return std::move(*refusal);
    return migrants_of(std::get<Message>(message));
}

std::string to_json(const ArrivalsMessage& message) {
    Json json = message_of("arrivals");
    json["gen"] = message.generation;
    if (message.last) json["last"] = true;
    json["from"] = Json::array();
    for (const MigrantsMessage& each : message.from) json["from"].push_back(json_of(each));
    return one_line(json);
}

std::variant<Refusal, ArrivalsMessage> parse_arrivals(std::string_view line) {
    auto parsed = message_of_type(line, "arrivals");
    if (auto* refusal = std::get_if<Refusal>(&parsed)) return std::move(*refusal);
    const Message& message = std::get<Message>(parsed);
    Fields fields{message.json};
    ArrivalsMessage result;
    if (!fields.has("gen")) fields.refuse("gen", "is missing");
    result.generation = fields.integer("gen", 0, 0, kMostGenerations);
    result.last = fields.flag("last", false);
    if (const Json* list = objects(fields, "from")) {
        for (const Json& each : *list) {
            auto from = migrants_of({each, "migrants"});
            if (auto* refusal = std::get_if<Refusal>(&from)) return std::move(*refusal);
            result.from.push_back(std::move(std::get<MigrantsMessage>(from)));
        }
    }
    if (fields.problem()) return bad_message(message, *fields.problem());
    return result;
}

}  // namespace sparring::tuner
