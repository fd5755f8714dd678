#include "referee/queue/worker_messages.hpp"

#include <array>
#include <nlohmann/json.hpp>

#include "protocol/text.hpp"

namespace sparring::referee {

using Json = nlohmann::json;

namespace {

constexpr std::array<std::string_view, 3> kKinds{"taken", "alive", "back"};

std::string word(const broker::Message& message, std::string_view header) {
    return std::string{message.header(header)};
}

Json object(std::string_view text) {
    Json json = Json::parse(text, nullptr, false);
    return json.is_object() ? json : Json::object();
}

std::optional<std::string> string(const Json& json, const char* key) {
    const auto found = json.find(key);
    if (found == json.end() || !found->is_string()) return {};
    return found->get<std::string>();
}

std::optional<int> integer(const Json& json, const char* key) {
    const auto found = json.find(key);
    if (found == json.end() || !found->is_number_integer()) return {};
    return text::number<int>(found->dump());
}

std::string dump(const Json& json) {
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

broker::Headers headers_of(const Job& job, std::string_view owner) {
    return {{"Sparring-Version", std::to_string(kMessageVersion)},
            {"Sparring-Owner", std::string{owner}},
            {"Sparring-Job", job.id},
            {"Sparring-Run", job.run},
            {"Sparring-Generation", std::to_string(job.generation)}};
}

broker::Headers headers_of(const JobResult& result) {
    return {{"Sparring-Version", std::to_string(kMessageVersion)},
            {"Sparring-Job", result.id},
            {"Sparring-Worker", result.worker},
            {"Sparring-Deliveries", std::to_string(result.deliveries)}};
}

std::optional<OwnedJob> read_job(const broker::Message& message) {
    const auto version = text::number<int>(message.header("Sparring-Version"));
    const auto generation = text::number<int>(message.header("Sparring-Generation"));
    OwnedJob job{{word(message, "Sparring-Job"), word(message, "Sparring-Run"),
                  generation.value_or(0), message.body},
                 word(message, "Sparring-Owner"),
                 version.value_or(0)};
    if (!version || *version < 1 || !generation || job.job.id.empty() || job.owner.empty())
        return {};
    return job;
}

std::optional<JobResult> read_result(const broker::Message& message) {
    const auto deliveries = text::number<int>(message.header("Sparring-Deliveries"));
    JobResult result{word(message, "Sparring-Job"), message.body, word(message, "Sparring-Worker"),
                     deliveries.value_or(0)};
    if (result.id.empty() || result.deliveries < 1) return {};
    return result;
}

std::string to_json(const WorkerSign& sign) {
    return dump({{"v", kMessageVersion},
                 {"sign", kKinds[static_cast<std::size_t>(sign.kind)]},
                 {"id", sign.id},
                 {"deliveries", sign.deliveries},
                 {"worker", sign.worker}});
}

std::optional<WorkerSign> parse_worker_sign(std::string_view text) {
    const Json json = object(text);
    const auto kind = string(json, "sign");
    const auto id = string(json, "id");
    const auto deliveries = integer(json, "deliveries");
    if (!kind || !id || !deliveries || *deliveries < 1) return {};
    for (std::size_t i = 0; i < kKinds.size(); ++i)
        if (*kind == kKinds[i])
            return WorkerSign{static_cast<WorkerSign::Kind>(i), *id, *deliveries,
                              string(json, "worker").value_or("")};
    return {};
}

std::string to_json(const Cancellation& cancellation) {
    return dump({{"v", kMessageVersion},
                 {"cancel", cancellation.run},
                 {"generation", cancellation.generation},
                 {"message", cancellation.message}});
}

std::optional<Cancellation> parse_cancellation(std::string_view text) {
    const Json json = object(text);
    const auto run = string(json, "cancel");
    const auto generation = integer(json, "generation");
    const auto message = json.find("message");
    if (!run || !generation || message == json.end() || !message->is_number_unsigned()) return {};
    return Cancellation{*run, *generation, message->get<std::uint64_t>()};
}

}  // namespace sparring::referee
